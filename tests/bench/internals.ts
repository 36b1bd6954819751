// The one file here that looks inside the package: the part of decode that runs in WebAssembly.
import { readFileSync } from "node:fs";
import { settingsOf } from "../../js/base/options.js";
import { setWasmSource, withCodec } from "../../js/wasm/codec-instance.js";

/** Validates an input and makes its tape, and nothing in JavaScript. The instance is not the package's own. */
export function indexer(wasmFile: string): (bytes: Uint8Array) => number {
  setWasmSource(readFileSync(wasmFile));
  const settings = settingsOf();
  return (bytes) => withCodec((codec) => codec.decode(bytes, settings));
}
