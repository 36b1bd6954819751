// The types of `readSavedText`.
import type { ByteArray, Options } from "../base/options.js";
import type { DialectName, Loss, Variant, VariantError } from "../index.js";

/** The kinds of text that games save. `native` is the JSON of `JSON.from_native`; `json` is any other. */
export type SavedTextKind = "json" | "json-lines" | "native" | "var_to_str" | "config";

/** Options of `readSavedText`. */
export interface SavedTextOptions extends Pick<Options, "limits" | "onWarning"> {
  /** An older engine whose names of types the text uses; by default, the text tells. */
  readonly dialect?: DialectName | undefined;
  /** Leave out lines that are no JSON, as when the last one is cut. `lost` lists them, and `write` keeps them. */
  readonly recover?: boolean | undefined;
}

/** A line that could not be read, in characters of the text. */
export interface LostLine {
  /** Where it begins. */
  readonly offset: number;
  /** How long it is, without its line end. */
  readonly length: number;
  /** Why it could not be read. */
  readonly code: VariantError["code"];
  /** How many values are before it. */
  readonly before: number;
}

/** A text, and the values in it. */
export interface SavedText {
  /** What it is. */
  readonly kind: SavedTextKind;
  /** The values, in the form of `exact` mode: one, or one for each of the JSON lines. A ConfigFile is a Dictionary of its sections. */
  readonly values: readonly Variant[];
  /** Lines that could not be read; empty unless `recover` is set. */
  readonly lost: readonly LostLine[];
  /**
   * The text with other values: as many as there were or, for JSON lines, with lines added, removed or in another order. All else stays
   * as it is written: numbers such as `1.0`, spaces, order, escapes, line ends, keys that a Dictionary has twice.
   *
   * @param values - The new values.
   * @param places - For each of the JSON lines, the index in the old `values` of what it was; undefined for a new line. By default, the
   * lines are found by their objects and by their contents.
   * @returns The text.
   * @throws VariantError `unsupported-value`, with the path, for a value that such a text cannot hold, and `too-deep` for one that contains itself.
   */
  write(values: readonly Variant[], places?: readonly (number | undefined)[] | undefined): string;
  /**
   * The same as bytes, encoded as those that were read: in UTF-8, or with encoded surrogates, as Godot 3 before 3.5 writes emoji on
   * Windows. In UTF-8 if a string was read.
   *
   * @param values - As for `write`.
   * @param places - As for `write`.
   * @returns The bytes.
   * @throws VariantError as `write` does.
   */
  writeBytes(values: readonly Variant[], places?: readonly (number | undefined)[] | undefined): ByteArray;
  /**
   * The text for another engine: values that both engines print alike keep their layout. JSON is the same for all engines.
   *
   * @param to - The dialect of that engine.
   * @returns The text, and what was lost.
   * @throws VariantError as `convert` does.
   */
  convert(to: DialectName): { readonly text: string; readonly losses: readonly Loss[] };
}
