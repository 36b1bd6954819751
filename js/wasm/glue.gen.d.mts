// The JavaScript that Emscripten makes beside the wasm; scripts/wasm.mjs puts it here as glue.gen.mjs.
import type { Glue, GlueOptions } from "./glue.js";

/** Fills `module` with the bound functions; they can be called as soon as this returns. */
export default function createModule(module: GlueOptions): Promise<Glue> | Glue;

/** The name of the module that this belongs to: its empty section has it, and the scripts with its text. */
export const wasmName: string;
