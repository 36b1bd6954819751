// Types for the glue code that Emscripten generates.

import type { Exports, Imports, SecondExports } from "../table/boundary.gen.js";

/** The Emscripten module: the exports of the codec's first part, and the functions that it calls, which Boundary sets. */
export interface Glue extends Exports, Partial<Imports> {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
}

/** The module once the second part is there. */
export interface SecondGlue extends Glue, SecondExports {}

/** The argument of the glue's entry function. */
export interface GlueOptions extends Partial<Glue> {
  printErr(): void;
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}
