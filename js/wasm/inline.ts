// The first part of the WebAssembly module, inside the package.
import { bytesOfText, textNamed } from "./byte-text.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm.gen.js";

/**
 * @internal The bytes of the first part of the WebAssembly module that the package contains. scripts/bundles.mjs replaces this
 * file where the module is whole (inline-whole.ts), and where the caller provides it (no-module.ts).
 */
export const embeddedWasm: (() => Uint8Array<ArrayBuffer>) | undefined = () =>
  bytesOfText(textNamed(wasmName));
