/** @internal Takes the place of inline.ts where the caller provides the WebAssembly module. */
export const embeddedWasm: (() => Uint8Array<ArrayBuffer>) | undefined = undefined;
