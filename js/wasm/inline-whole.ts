// The whole WebAssembly module, inside the package.
import { bytesOfText, textNamed } from "./byte-text.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm-whole.gen.js";

/** @internal Takes the place of inline.ts and inline-second.ts where nothing is left out: calls across parts take a few nanoseconds. */
export const embeddedWasm: (() => Uint8Array<ArrayBuffer>) | undefined = () =>
  bytesOfText(textNamed(`${wasmName}, whole`));
/** @internal */
export const embeddedSecondPart: (() => Uint8Array<ArrayBuffer>) | undefined = undefined;
