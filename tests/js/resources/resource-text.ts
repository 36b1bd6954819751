// What tests of text resources share.
import { type Variant, VariantError } from "../../../js/index.js";
import type { ResourceFile } from "../../../js/resources/index.js";

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
/** The properties of the main resource. */
export const main = (file: ResourceFile) => file.resources.at(-1)?.properties as Map<string, Variant>;
/** The code of the VariantError with which a promise fails; `ok` if it does not. */
export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error) => {
      if (error instanceof VariantError) return error.code;
      throw error;
    },
  );
