// `toText` and `parseText`: the text of `var_to_str`.
import { textEngines } from "../base/choices.js";
import { type Options, type Settings, settingsOf } from "../base/options.js";
import { TextEncoder } from "../base/text-coders.js";
import { tapeError } from "../codec/decode/error-places.js";
import { materialize, materializeCounted } from "../codec/decode/materialize.js";
import { type UseRuns, withRuns } from "../codec/encode/encode-value.js";
import { withTape } from "../codec/encode/flatten.js";
import { slot } from "../table/boundary.gen.js";
import { errorCodes } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import type { Boundary } from "../wasm/boundary.js";
import { withCodec } from "../wasm/codec-instance.js";
import { outputText, parse, parsedTape, print } from "../wasm/second-part.js";
import type { TapeWriter } from "../wasm/tape-writer.js";
import { decodeText, isWellFormed } from "../wasm/utf8.js";
import { textError } from "./text-scanner.js";

/** An engine whose `var_to_str` or `var2str` is reproduced to the character. */
export type TextEngine = (typeof textEngines)[number];

/** Options of `toText`. */
export interface TextOptions extends Pick<Options, "dialect" | "mode" | "real" | "limits"> {
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
  const style = options.engine === undefined ? 0 : textEngines.indexOf(options.engine) + 1;
  if (options.engine !== undefined && style === 0)
    throw new TypeError(
      `The option engine must be one of ${textEngines.join(", ")}, not ${String(options.engine)}.`,
    );
  // A text does not depend on the dialect; the printer reads a run of the default one.
  const text = withRuns(value, { ...settings, dialect: -1 }, false, printedRun, style);
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
    throw tapeError(codec, writer, settings);
  return outputText(codec);
}

/**
 * Reads a value in Godot's text form, as any engine prints it. Throws a VariantError whose `hint` names line and column,
 * and whose `offset` is an index of the string. In which engine keys are equal depends on the option `dialect`: Godot 3 keeps two equal
 * Dictionaries apart as keys. `onWarning` hears of an entry that replaces another one, without its place.
 *
 * @param text - The text of one value.
 * @param options - The mode, and the form of the result.
 * @returns The value.
 * @throws VariantError `bad-text`, with `offset` as an index of the string, and line and column in `hint`.
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
  const { onWarning } = settings.options;
  const { value, repeats } = withCodec((codec) => {
    if (parse(codec, input, settings) !== 0) {
      const offset = decodeText(input, 0, codec.read(slot.errorOffset)).length;
      throw textError(errorCodes[codec.read(slot.error) - 1] ?? "bad-text", text, offset);
    }
    codec.checkMemory(settings);
    const tape = parsedTape(codec);
    if (onWarning !== undefined) return materializeCounted(tape, settings.form);
    return { value: materialize(tape, settings.form), repeats: false };
  });
  if (repeats) onWarning?.({ code: "repeated-key", offset: 0, path: "" });
  return value;
}
