import { type ByteText, bytesOfText } from "./byte-text.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm.gen.js";

/** @internal The text that wasm.gen.js stores in a global. */
export const wasmText = (): ByteText =>
  (globalThis as Record<symbol, unknown>)[Symbol.for(wasmName)] as ByteText;

/**
 * @internal The bytes of the WebAssembly module that the package contains. In `godot-variant/slim`, scripts/build.mjs replaces this
 * file by no-module.ts.
 */
export const embeddedWasm: (() => Uint8Array<ArrayBuffer>) | undefined = () => bytesOfText(wasmText());
