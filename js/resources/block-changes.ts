/** A new value of a property. */
export interface Changed {
  /** In Godot 4's encoding. */
  readonly wire: Uint8Array;
  /** For a property that the block lacks: the one that it has and behind which the new one stands; undefined at the beginning. */
  readonly behind: string | undefined;
}

/** New values of a resource's properties by name, in their order; undefined removes a property. */
export type BlockChanges = ReadonlyMap<string, Changed | undefined>;

/** The first of the properties with each name: of several, the first one gives them their place, and the last one the value. */
export function firstByName<Property extends { readonly name: string }>(
  properties: readonly Property[],
): Map<string, Property> {
  return new Map([...properties].reverse().map((property) => [property.name, property]));
}
