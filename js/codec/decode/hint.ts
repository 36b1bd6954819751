import type { VariantError } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { flag } from "../../table/boundary.gen.js";
import { wordOf } from "../../table/numbers.js";
import { dialectDescriptions, dialectNumbers } from "../../table/table.gen.js";
import type { Boundary } from "../../wasm/boundary.js";

/** Larger inputs are not tried: a hint must not cost more than the decode. */
const largestTried = 64 * 1024;

/** What bytes that cannot be decoded may be instead, or what to do; undefined when nothing is found. */
export function hintFor(
  error: VariantError,
  codec: Boundary,
  input: Uint8Array,
  settings: Settings,
): string | undefined {
  const hints = [framingHint(input, settings), optionHint(error), dialectHint(error, codec, input, settings)];
  const found = hints.filter((hint) => hint !== undefined);
  return found.length === 0 ? undefined : found.join("; ");
}

function framingHint(input: Uint8Array, settings: Settings): string | undefined {
  if (settings.flags & flag.storeVarFraming || input.length < 8) return undefined;
  const length = wordOf(input, 0);
  if (length !== input.length - 4) return undefined;
  return 'the first four bytes look like the length that store_var writes: pass framing: "store_var"';
}

function optionHint(error: VariantError): string | undefined {
  switch (error.code) {
    case "object-not-allowed":
      return "pass allowObjects: true to read full objects as inert data";
    case "trailing-bytes":
      return "pass allowTrailing: true to read only the first value";
    case "ambiguous-dialect":
      return "name the dialect";
    default:
      return undefined;
  }
}

function dialectHint(
  error: VariantError,
  codec: Boundary,
  input: Uint8Array,
  settings: Settings,
): string | undefined {
  if (input.length > largestTried || error.code === "object-not-allowed") return undefined;
  const flags = (settings.flags & ~flag.allowTrailing) | flag.allowObjects;
  const names = dialectDescriptions
    .filter(({ name, engine }) => engine && name !== settings.dialectName)
    .filter(({ name }) => codec.decode(input, { ...settings, flags, dialect: dialectNumbers[name] }) === 0)
    .map(({ name }) => name);
  return names.length === 0 ? undefined : `these bytes parse whole as ${names.join(", ")}`;
}
