// `toText` and `parseText`: the text of `var_to_str`.
import { checkChoice, textEngines } from "../base/choices.js";
import type { VariantError, Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { MemoryBudget } from "../base/memory-budget.js";
import { isOld } from "../base/old-engines.js";
import { type Options, type Settings, settingsOf } from "../base/options.js";
import { formatPath, keysOf } from "../base/path.js";
import { TextEncoder } from "../base/text-coders.js";
import { addNotes } from "../base/warnings.js";
import { tapeError } from "../codec/decode/error-places.js";
import { materialize, materializeCounted, materializeKey } from "../codec/decode/materialize.js";
import { type UseRuns, withRuns } from "../codec/encode/encode-value.js";
import { withTape } from "../codec/encode/flatten.js";
import { slot } from "../table/boundary.gen.js";
import { errorCodes, warningCodes } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import type { Boundary } from "../wasm/boundary.js";
import { withCodec } from "../wasm/codec-instance.js";
import { outputText, parse, parsedTape, print } from "../wasm/second-part.js";
import { tapeText } from "../wasm/tape-text.js";
import type { TapeWriter } from "../wasm/tape-writer.js";
import { decodeText, isWellFormed } from "../wasm/utf8.js";
import { repeatedKeys } from "./repeated-keys.js";
import { asPart } from "./text-part.js";
import { afterSpace, takeMemory, textError } from "./text-scanner.js";

/** An engine whose `var_to_str` or `var2str` is reproduced to the character. */
export type TextEngine = (typeof textEngines)[number];

/** Options of `toText`. */
export interface TextOptions extends Pick<Options, "dialect" | "mode" | "real" | "base64" | "limits"> {
  /** Print exactly what this engine prints, with the digits that it keeps. Without it, no digits are lost. */
  engine?: TextEngine | undefined;
}

/** Options of `parseText`. */
export interface ParseOptions
  extends Pick<
    Options,
    "dialect" | "mode" | "allowTrailing" | "real" | "limits" | "views" | "dictionaries" | "onWarning"
  > {}

/**
 * Prints a value in Godot's text form, which `var_to_str` writes and `str_to_var` reads. In `plain` mode, numbers, strings
 * and arrays get the same types as in `encode`. Throws a VariantError for a value without a text form.
 *
 * @param value - What `encode` takes.
 * @param options - The mode, and the engine to imitate.
 * @returns The text, without a line break at its end.
 * @throws VariantError for a value without a text form.
 * @example
 * ```ts
 * toText({ hp: 5, at: new Vector2(1, 2) });
 * ```
 */
export function toText(value: unknown, options: TextOptions = {}): string {
  const settings = settingsOf(options);
  if (options.engine !== undefined) checkChoice("The option engine", options.engine, textEngines);
  const style = options.engine === undefined ? 0 : textEngines.indexOf(options.engine) + 1;
  // A text does not depend on the dialect; the printer reads a run of the default one.
  const text = withRuns(value, { ...settings, dialect: -1 }, "bytes", printedRun, style);
  // What fails or is not in one run is printed from entries, which know the path.
  return (
    text ?? withTape(value, settings, "bytes", (codec, writer) => printed(codec, writer, settings, style))
  );
}

/** The text of a tape of runs; undefined if there are several, or an error. */
const printedRun: UseRuns<number, string> = (codec, writer, settings, words, style) => {
  if (words === 0 || print(codec, writer.words, 0, 0, style, settings) !== 0) return undefined;
  return outputText(codec);
};

function printed(codec: Boundary, writer: TapeWriter, settings: Settings, style: number): string {
  if (print(codec, writer.words, writer.texts, writer.textBytes, style, settings) !== 0)
    throw tapeError(codec, writer, settings, (code, type) =>
      code === "not-in-dialect" ? hint("text-lacks", type) : undefined,
    );
  return outputText(codec);
}

/**
 * Reads a value in Godot's text form, as any engine prints it. Throws a VariantError whose `hint` names line and column,
 * and whose `offset` is an index of the string. In which engine keys are equal depends on the option `dialect`: Godot 3 keeps two equal
 * Dictionaries apart as keys. It also reads the alpha of colors such as `#aarrggbb` first, and `\U` as a letter. `onWarning` hears of entries of another type than their container declares,
 * and of keys that a container has twice; `offset` is an index of the string. Of `Resource("uid://…", "res://…")`, as Godot 4.6 prints resources, the value
 * holds the path.
 *
 * @param text - The text of one value.
 * @param options - The mode, and the form of the result.
 * @returns The value.
 * @throws VariantError `bad-text`, or another code for a part of the text, with `offset` as an index of the string, and line and column in `hint`.
 * @example
 * ```ts
 * parseText("Vector2(1, 2)");
 * ```
 */
export function parseText(text: string, options?: ParseOptions): Variant {
  const settings = settingsOf(options);
  if (typeof text !== "string") throw new TypeError("The text must be a string.");
  if (!isWellFormed(text)) throw textError("bad-text", text, text.search(/\p{Surrogate}/u));
  const input = new TextEncoder().encode(text);
  const { onWarning, dialect } = settings.options;
  const { value, repeats, warnings } = withCodec((codec) => {
    if (parse(codec, input, settings, isOld(dialect)) !== 0) {
      const offset = decodeText(input, 0, codec.read(slot.errorOffset)).length;
      throw parsingError(errorCodes[codec.read(slot.error) - 1] ?? "bad-text", text, offset);
    }
    takeMemory(new MemoryBudget(settings.limits), codec.neededMemory(), text, 0);
    if (onWarning === undefined)
      return { value: materialize(parsedTape(codec), settings.form), repeats: false, warnings: [] };
    const warnings = misfitsOf(codec, input, settings);
    return { ...materializeCounted(parsedTape(codec), settings.form), warnings };
  });
  if (repeats) {
    const read = (part: string) => parseText(asPart(part), { mode: "exact", dialect });
    addNotes(warnings, repeatedKeys(text, afterSpace(text, 0), read), { code: "more-warnings" });
  }
  for (const warning of warnings) onWarning?.(warning);
  return value;
}

/** The error of a text, with the advice that its beginning calls for. */
function parsingError(code: VariantError["code"], text: string, offset: number): VariantError {
  if (code === "bad-node-path") return textError(code, text, offset, [hint("empty-subname")]);
  if (code === "too-large") return textError(code, text, offset, [hint("raise-limit", "elements")]);
  return textError(code, text, offset, text[offset] === "#" ? [hint("color-digits")] : []);
}

/** The warnings of the last `parse`, whose offsets are indices of the text. */
function misfitsOf(codec: Boundary, input: Uint8Array, settings: Settings): Warning[] {
  const notes = codec.notes();
  if (notes.length === 0) return [];
  const places = codec.locateNotes();
  const tape = parsedTape(codec);
  let offset = 0;
  let end = 0;
  return notes.map(({ code, from, to }, i) => {
    offset += decodeText(input, end, from - end).length;
    end = from;
    if (warningCodes[code] === "more-warnings") return { code: "more-warnings", offset, path: "", count: to };
    const keys = keysOf(
      places[i] ?? [],
      (position) => materializeKey(tape, settings.form, position),
      (position) => tapeText(tape, position),
    );
    return { code: "wrong-element-type", offset, path: formatPath(keys) };
  });
}
