// No WebAssembly module inside the package, for godot-variant/slim.
/** @internal Takes the place of inline.ts and inline-second.ts where the caller provides the WebAssembly module, which is whole. */
export const embeddedWasm: (() => Uint8Array<ArrayBuffer>) | undefined = undefined;
/** @internal */
export const embeddedSecondPart: (() => Uint8Array<ArrayBuffer>) | undefined = undefined;
