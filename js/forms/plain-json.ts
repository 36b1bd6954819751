// `toPlainJSON` and `fromPlainJSON`: JSON for people.
import { withinStack } from "../base/call-stack.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import {
  type DecodeOptions,
  type EncodeOptions,
  type Like,
  type Limits,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import { formatPath } from "../base/path.js";
import { listed } from "../base/warnings.js";
import { decode, encode, readLike, typeReport } from "../codec/codec.js";
import { withTape } from "../codec/encode/flatten.js";
import { defaultDialect } from "../table/table.gen.js";
import { lazyDictionary } from "../values/lazy-dictionary.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { type Builder, type JsonMembers, memberPairs, parseJson } from "./json-parser.js";
import { joined, print, singleLine } from "./json-printer.js";
import { withOldTypes } from "./plain-json-types.js";
import { plainNotation } from "./plain-json-writer.js";
import { repeatedKeys } from "./repeated-keys.js";

/** Options of `toPlainJSON`. */
export interface PlainJSONOptions extends Pick<Options, "dialect" | "mode" | "limits"> {
  /** The indentation per level: a text, or a number of spaces, at most 100. Without it, the JSON is a single line. */
  indent?: string | number | undefined;
}

/**
 * Prints a value as readable JSON, for example for logs: names and paths become strings, vectors objects of their
 * components, bytes base64. The guide lists the losses. In `plain` mode, whole numbers are ints, as in `encode`. Throws
 * `unsupported-value` for anything that is not a Variant, `cyclic-value`, `too-deep`, and `too-large` for more than `limits.outputBytes` characters.
 *
 * @param value - What `encode` takes.
 * @param options - The mode, the indentation, and limits.
 * @returns The JSON.
 * @throws VariantError `unsupported-value`, `cyclic-value` and `too-deep`, with the path, and `too-large`.
 * @example
 * ```ts
 * console.log(toPlainJSON(save, { indent: 2 }));
 * ```
 */
export function toPlainJSON(value: unknown, options: PlainJSONOptions = {}): string {
  const settings = settingsOf(options);
  const indentation = indentationOf(options.indent);
  try {
    return withinStack(() => printed(value, settings, indentation));
  } catch (error) {
    // The writer of tapes refuses the same, and knows the path and the advice.
    if (error instanceof TypeError || isRefusedByTape(error))
      withTape(value, settings, "bytes", () => undefined);
    throw error;
  }
}

const mostSpaces = 100;

function indentationOf(indent: unknown = ""): string {
  if (typeof indent === "string") return indent;
  if (Number.isInteger(indent) && Number(indent) >= 0 && Number(indent) <= mostSpaces)
    return " ".repeat(Number(indent));
  throw new TypeError(`The option indent must be a text or a whole number from 0 to ${mostSpaces}.`);
}

/** A value that contains itself, which has no path in the printer, is too deep for it. */
function isRefusedByTape(error: unknown): boolean {
  return error instanceof VariantError && (error.code === "unsupported-value" || error.code === "too-deep");
}

function printed(value: unknown, { exact, limits }: Settings, indentation: string): string {
  const notation = plainNotation(exact);
  if (indentation === "") return singleLine(value, notation, limits.depth, limits.outputBytes);
  return joined(print(value, notation, indentation, limits.depth), limits.outputBytes);
}

/** The Dictionary with these entries; of equal names, the first place and the last value remain. */
function dictionaryOf(members: JsonMembers): Dictionary {
  const { keyList, values } = members;
  return keyList === undefined ? new Dictionary(memberPairs(members)) : lazyDictionary(keyList, values);
}

/** @internal Reads JSON without tags: every object is a Dictionary with String keys. */
export const plainBuilder: Builder = {
  array: (items) => items,
  object: dictionaryOf,
};

/** Parses JSON. Of equal names, the last value remains, which `onWarning` hears. */
function parseLast(text: string, { limits, options: { onWarning } }: Settings): Variant {
  if (onWarning === undefined) return parseJson(text, plainBuilder, limits);
  let repeats = false;
  const object = (members: JsonMembers) => {
    const made = dictionaryOf(members);
    repeats ||= made.size < members.values.length;
    return made;
  };
  const json = parseJson(text, { array: plainBuilder.array, object }, limits);
  if (repeats) {
    const read = (part: string) => parseJson(part, plainBuilder, limits);
    for (const warning of listed(repeatedKeys(text, text.search(/\S/), read))) onWarning(warning);
  }
  return json;
}

/** Parses JSON in which no object has a name twice, because only one of the values would remain. Throws `unsupported-value`. */
function parseUnique(text: string, limits: Limits): Variant {
  let damaged: { made: Dictionary; name: string } | undefined;
  const json = parseJson(
    text,
    {
      array: plainBuilder.array,
      object(members) {
        const made = dictionaryOf(members);
        if (made.size < members.values.length) {
          const names = new Set<string>();
          const name = members.names.find((each) => names.size === names.add(each).size) ?? "";
          damaged = { made, name };
        }
        return made;
      },
    },
    limits,
  );
  if (damaged === undefined) return json;
  const { made, name } = damaged;
  const keys = keysTo(json, made) ?? [];
  throw new VariantError("unsupported-value", {
    hints: [hint("equal-keys", JSON.stringify(name))],
    keys,
    path: formatPath(keys),
  });
}

/** The keys that lead from a value to one inside it. */
function keysTo(value: Variant, target: Variant): Variant[] | undefined {
  if (value === target) return [];
  const entries = Array.isArray(value) ? value.entries() : value instanceof Dictionary ? value : [];
  for (const [key, part] of entries) {
    const keys = keysTo(part, target);
    if (keys !== undefined) return [key, ...keys];
  }
  return undefined;
}

/** Options of `fromPlainJSON`. It uses `real`, `badUtf8`, `framing` and `allowTrailing` to read the bytes of `like`. */
export interface FromPlainJSONOptions
  extends Omit<EncodeOptions, "fullObjects" | "pooled">,
    Pick<DecodeOptions, "views" | "dictionaries"> {}

/**
 * Parses JSON, such as the output of `toPlainJSON`. With `like`, each value gets the type that the bytes have at the same
 * path, and an unchanged value stays exactly as it was. Without it, and at new paths, a number without point and exponent is an
 * int, any other number a float, and an object a Dictionary. Throws `bad-text` for anything that is not JSON, `too-large`, and
 * `unsupported-value` for a value that cannot become the old type, such as a vector with a missing component, and for null in
 * place of a float, which may mean NaN. Of equal names in an object, the last value counts, with the warning `repeated-key`, whose offset is
 * an index of the text; with `like`, they are refused.
 *
 * @param text - JSON.
 * @param options - The bytes whose types the values take (`like`), and the form of the result.
 * @returns The value.
 * @throws VariantError `bad-text`, `too-large`, and `unsupported-value` with the path.
 * @example
 * ```ts
 * const save = fromPlainJSON(text, { like: bytes });
 * ```
 */
export function fromPlainJSON(text: string, options: FromPlainJSONOptions = {}): Variant {
  if (typeof text !== "string") throw new TypeError("The text must be a string.");
  const settings = settingsOf(options);
  const { like, limits, mode, dictionaries, views } = options;
  const value =
    like === undefined
      ? parseLast(text, settings)
      : withinStack(() => {
          const json = parseUnique(text, settings.limits);
          const formOf = (values: readonly Variant[]) =>
            parseJson(printed(values, { ...settings, exact: true }, ""), plainBuilder, settings.limits);
          return withOldTypes(json, readLike(like, settings), formOf, typeReport(like, settings));
        });
  if (mode === "exact") return value;
  const dialect = options.dialect ?? (like as Like | undefined)?.dialect ?? defaultDialect;
  const bytes = encode(value, { mode: "exact", fullObjects: true, pooled: true, dialect, limits });
  return decode(bytes, { dialect, allowObjects: true, mode, dictionaries, views, limits });
}
