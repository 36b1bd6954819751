// The JavaScript that Emscripten makes beside the wasm; scripts/build.mjs puts it here as glue.gen.mjs.
import type { Glue, GlueOptions } from "./boundary.js";

/** Fills `module` with the bound functions; they can be called as soon as this returns. */
export default function createModule(module: GlueOptions): Promise<Glue> | Glue;
