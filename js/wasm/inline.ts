import { type ByteText, bytesOfText } from "./byte-text.js";
import { readyWith } from "./codec-instance.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm.gen.js";

/** @internal The text that wasm.gen.js stores in a global. */
export const wasmText = (): ByteText =>
  (globalThis as Record<symbol, unknown>)[Symbol.for(wasmName)] as ByteText;

/**
 * Compiles the WebAssembly module when you wait for it, and resolves when it is compiled. Needed only in old browsers, whose
 * main thread may not compile synchronously; elsewhere the first call compiles it. Rejects with `wasm-unavailable`.
 */
export const ready: Promise<void> = readyWith(() => bytesOfText(wasmText()));
