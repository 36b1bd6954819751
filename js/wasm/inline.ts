import { type ByteText, bytesOfText } from "./byte-text.js";
import { readyWith } from "./codec-instance.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm.gen.js";

/** @internal What wasm.gen.js leaves. */
export const wasmText = (): ByteText =>
  (globalThis as Record<symbol, unknown>)[Symbol.for(wasmName)] as ByteText;

/**
 * Resolves when the WebAssembly module is compiled; waiting for it starts the compilation. Needed only in old browsers,
 * whose main thread may not compile it. Everywhere else the first call compiles it. Rejects with `wasm-unavailable`.
 */
export const ready: Promise<void> = readyWith(() => bytesOfText(wasmText()));
