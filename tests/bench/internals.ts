// The only benchmark that accesses internals of the package: the part of decode that runs in WebAssembly.
import { readFileSync } from "node:fs";
import { settingsOf } from "../../js/base/options.js";
import { setWasmSource, withCodec } from "../../js/wasm/codec-instance.js";

/** Validates an input and builds its tape, without the JavaScript part. Uses a separate instance of the module. */
export function indexer(wasmFile: string): (bytes: Uint8Array) => number {
  setWasmSource(readFileSync(wasmFile));
  const settings = settingsOf();
  return (bytes) => withCodec((codec) => codec.decode(bytes, settings));
}
