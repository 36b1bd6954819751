// The one file here that looks inside the package: the part of decode that runs in WebAssembly.
import { readFileSync } from "node:fs";
import { setWasmSource, withCodec } from "../../js/module.js";
import { settingsOf } from "../../js/options.js";

/** Validates an input and makes its tape, and nothing in JavaScript. The instance is not the package's own. */
export function indexer(wasmFile: string): (bytes: Uint8Array) => number {
  setWasmSource(readFileSync(wasmFile));
  const settings = settingsOf();
  return (bytes) => withCodec((codec) => codec.decode(bytes, settings));
}
