import { bytesOfText } from "./byte-text.js";
import { readyWith } from "./module.js";
import { wasmText } from "./wasm.gen.js";

/**
 * Resolves when the WebAssembly module is compiled; nothing is compiled before somebody waits for it. Needed only where
 * the main thread may not compile it (old browsers): everywhere else the first call compiles it. Rejects with
 * `wasm-unavailable`.
 */
export const ready: Promise<void> = readyWith(() => bytesOfText(wasmText));
