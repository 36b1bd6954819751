// Copied values: what other programs get, and what the page understands of theirs.
import {
  convert,
  type DialectName,
  Dictionary,
  decode,
  encode,
  fromPlainJSON,
  type Variant,
  VariantError,
} from "godot-variant";
import { counted } from "../../../../js/describe/amounts.js";
import { lossReason } from "../../../../js/describe/problems.js";
import { readSavedText } from "../../../../js/texts/saved-text.js";
import type { Clip } from "../../protocol/edits.js";
import { type Address, isSameAddress, type Siblings } from "../../protocol/places.js";
import { isKeyed } from "../../values/types.js";
import type { Batch } from "./batch.js";
import { clashesOf, type Entry, entriesOf, exactly, keysOf } from "./entries.js";
import { parseValue } from "./input.js";
import { textOf } from "./notation.js";

/** The dialect that holds whatever a text can say. */
const newest: DialectName = "godot-4.4";

let clips = 0;

export function clipOf(batch: Batch, siblings: Siblings): Clip {
  const { dialect } = batch.document(siblings.container);
  const isFile = siblings.container.length === 0;
  const isPair = !isFile && isKeyed(batch.node(siblings.container).type);
  const entries = isFile ? topEntries(batch, siblings) : entriesOf(batch, siblings);
  const list = entries.flatMap(({ key, value }) => (isPair ? [key as Variant, value] : [value]));
  return {
    text: textFor(entries, isPair),
    bytes: encode(list, exactly(dialect)) as Uint8Array<ArrayBuffer>,
    dialect,
    isKeyed: isPair,
    count: entries.length,
  };
}

/** The top-level values of a file. */
function topEntries(batch: Batch, { ranges }: Siblings): Entry[] {
  return ranges.flatMap(([start, end]) =>
    Array.from({ length: end - start }, (_, i) => ({
      key: undefined,
      value: batch.document([start + i]).root.value("exact"),
    })),
  );
}

/** One value as it is, several as an Array or a Dictionary. */
function textFor(entries: readonly Entry[], isPair: boolean): string {
  const [first] = entries;
  const values = entries.map(({ value }) => value);
  try {
    if (entries.length === 1) return textOf((first as Entry).value);
    return textOf(
      isPair
        ? new Dictionary(entries.map(({ key, value }) => [key as Variant, value]))
        : (values as unknown as Variant),
    );
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    // Distinct, so that the page knows which values it means.
    return `# ${counted(entries.length, "value")} without a text form, copied in this page (${Date.now()}.${++clips})`;
  }
}

/** The copied values, or the value that a text means. */
export function entriesIn(clip: Clip | string, dialect: DialectName): Entry[] {
  if (typeof clip === "string") return [{ key: undefined, value: valueIn(clip, dialect) }];
  const list = decode(clip.bytes, exactly(clip.dialect)) as readonly Variant[];
  if (!clip.isKeyed) return list.map((value) => ({ key: undefined, value }));
  return Array.from({ length: list.length / 2 }, (_, i) => ({
    key: list[i * 2],
    value: list[i * 2 + 1] as Variant,
  }));
}

/** The keys that copied values, or values to move, have in common with a container. */
export function clashesWith(batch: Batch, values: Siblings | Clip | string, container: Address): string[] {
  if (typeof values === "string" || "bytes" in values)
    return clashesOf(batch, entriesIn(values, batch.document(container).dialect), container);
  // Those of the container itself are only put into another order.
  if (isSameAddress(values.container, container)) return [];
  return clashesOf(batch, keysOf(batch, values), container);
}

/** What the dialect of a container does not keep of pasted values, a sentence for each kind of loss. */
export function lossesOf(batch: Batch, clip: Clip | string, container: Address): string[] {
  const to = batch.document(container).dialect;
  const from = typeof clip === "string" ? newest : clip.dialect;
  if (from === to) return [];
  try {
    const bytes = typeof clip === "string" ? encode(valueIn(clip, to), exactly(from)) : clip.bytes;
    const { losses } = convert(bytes, { from, to, allowObjects: true });
    return [...new Set(losses.map(lossReason))];
  } catch (error) {
    // Pasting says what is wrong with such values.
    if (error instanceof VariantError) return [];
    throw error;
  }
}

/** The value of JSON.from_native; undefined for a text without type information. */
function nativeValue(text: string): Variant | undefined {
  try {
    const read = readSavedText(text);
    return read?.kind === "native" ? read.values[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the text of JSON.from_native, of var_to_str or GDScript, or plain JSON. */
function valueIn(text: string, dialect: DialectName): Variant {
  // What has no types in it is a value as it stands, as in ["a", "b"] and 5.
  const native = /^\s*[[{]/.test(text) ? nativeValue(text) : undefined;
  if (native !== undefined) return native;
  try {
    return parseValue(text, dialect);
  } catch (error) {
    try {
      return fromPlainJSON(text, { mode: "exact" });
    } catch {
      const start = text.trim().slice(0, 40);
      throw new Error(
        `The clipboard holds no value that Godot or JSON would write: ${start === "" ? "it is empty" : JSON.stringify(start)}.`,
        { cause: error },
      );
    }
  }
}
