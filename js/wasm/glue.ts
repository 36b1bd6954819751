// What the JavaScript that Emscripten makes has for us.

import type { Exports, Imports } from "../table/boundary.gen.js";

/** The module: its exports, and the functions that it calls, which we put there. */
export interface Glue extends Exports, Partial<Imports> {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
}

/** What the glue asks of the one who instantiates. */
export interface GlueOptions extends Partial<Glue> {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}
