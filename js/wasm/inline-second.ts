// The second part of the WebAssembly module, inside the package.
import { bytesOfText, textNamed } from "./byte-text.js";
import { wasmName } from "./glue.gen.mjs";
import "./wasm-second.gen.js";

/** @internal The bytes of the module's second part. scripts/bundles.mjs replaces this file together with inline.ts. */
export const embeddedSecondPart: (() => Uint8Array<ArrayBuffer>) | undefined = () =>
  bytesOfText(textNamed(`${wasmName}, second part`));
