import type { VariantError } from "../../base/errors.js";
import { type Hint, hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { flag } from "../../table/boundary.gen.js";
import { wordOf } from "../../table/numbers.js";
import { likelyReadings } from "../../table/rare-dialects.js";
import { dialectDescriptions, dialectNumbers } from "../../table/table.gen.js";
import type { Boundary } from "../../wasm/boundary.js";

/** Larger inputs are not tried, because a hint must not cost more than the decode. */
const largestTried = 64 * 1024;

/** Finds other ways to read bytes that could not be decoded, and options that help. */
export function hintsFor(
  error: VariantError,
  codec: Boundary,
  input: Uint8Array,
  settings: Settings,
): readonly Hint[] {
  const hints = [framingHint(input, settings), dialectHint(error, codec, input, settings), optionHint(error)];
  return hints.filter((found) => found !== undefined);
}

function framingHint(input: Uint8Array, settings: Settings): Hint | undefined {
  if (settings.flags & flag.storeVarFraming || input.length < 8) return undefined;
  const length = wordOf(input, 0);
  return length === input.length - 4 ? hint("store-var-length") : undefined;
}

function optionHint(error: VariantError): Hint | undefined {
  switch (error.code) {
    case "object-not-allowed":
      return hint("allow-objects");
    case "trailing-bytes":
      return hint("allow-trailing");
    case "bad-utf8":
      return hint("replace-bad-utf8");
    case "too-deep":
      return hint("raise-limit", "depth");
    case "ambiguous-dialect":
      return hint("name-dialect");
    default:
      return undefined;
  }
}

function dialectHint(
  error: VariantError,
  codec: Boundary,
  input: Uint8Array,
  settings: Settings,
): Hint | undefined {
  if (input.length > largestTried || error.code === "object-not-allowed") return undefined;
  const flags = (settings.flags & ~flag.allowTrailing) | flag.allowObjects;
  const fitting = dialectDescriptions
    .filter(({ name, engine }) => engine && name !== settings.dialectName)
    .filter(({ name }) => codec.decode(input, { ...settings, flags, dialect: dialectNumbers[name] }) === 0);
  const names = likelyReadings(fitting).map(({ name }) => name);
  const framing = settings.flags & flag.storeVarFraming ? "store_var" : "none";
  return names.length === 0 ? undefined : hint("fits-dialects", framing, ...names);
}
