/** New values of a resource's properties by name, in Godot 4's encoding; undefined removes a property. */
export type BlockChanges = ReadonlyMap<string, Uint8Array | undefined>;
