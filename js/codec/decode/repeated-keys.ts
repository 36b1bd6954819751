// Entries whose key equals that of an earlier entry: in damaged or hand-made bytes, or after a conversion.
import { type Loss, VariantError, type Warning } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { formatPath, type Segment } from "../../base/path.js";
import { addNotes } from "../../base/warnings.js";
import { flag } from "../../table/boundary.gen.js";
import { dialectNumbers, Type, typeNames, wireTypes } from "../../table/table.gen.js";
import { brandOf, isMap } from "../../table/type-kinds.js";
import { anyKeyText, holdsDictionary, type KeyForm, KeyTexts, keyForms } from "../../values/key-text.js";
import type { GodotObject, Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import {
  childAt,
  countAt,
  listAt,
  positionAt,
  startInList,
  strideAt,
  typeAt,
  type ValueIndex,
} from "../../wasm/value-index.js";
import { inExactForm, inputKeys, memoized, nameAt, type ReadKey, readKey, withPath } from "./error-places.js";
import { KeyScreen } from "./key-screen.js";

/** An entry of a Dictionary or an Object. */
interface KeyedEntry {
  /** Where its key begins. */
  readonly offset: number;
  /** The type of its key. */
  readonly type: number;
  /** An earlier entry has an equal key. */
  readonly repeated: boolean;
  /** The key holds equal keys itself. */
  readonly repeats: boolean;
}

/** A valid input, how it is read, and its index. */
class IndexedInput {
  private readonly codec: Boundary;
  private readonly input: Uint8Array<ArrayBuffer>;
  private readonly settings: Settings;
  private readonly source: ValueIndex;
  private readonly equality: KeyForm;
  private readonly texts: KeyTexts;

  /** @param equality - By default, keys are equal where `decode` takes them for equal. */
  constructor(
    codec: Boundary,
    input: Uint8Array<ArrayBuffer>,
    settings: Settings,
    source: ValueIndex,
    equality: KeyForm = keyForms.exact,
  ) {
    this.codec = codec;
    this.input = input;
    this.settings = inExactForm(settings);
    this.source = source;
    this.equality = equality;
    this.texts = new KeyTexts(settings.form.dictionariesApart);
  }

  /** Returns the record of the next Dictionary or Object at each call; undefined at the end. The order does not depend on the dialect. */
  keyed(): () => number | undefined {
    const { source } = this;
    const open = [0];
    return () => {
      for (let around = open.pop(); around !== undefined; around = open.pop()) {
        const list = listAt(source, around);
        if (strideAt(source, list) !== 0) continue;
        const type = typeAt(source, around);
        const count = countAt(source, list);
        for (let i = 0; i < count; i++) {
          const record = childAt(list, i);
          if (listAt(source, record) !== 0) open.push(record);
        }
        if (type === Type.Dictionary || type === Type.Object) return around;
      }
      return undefined;
    };
  }

  /** Those of which some keys may be equal, by their numbers among all. */
  *suspects(): Generator<[number: number, record: number]> {
    const types = wireTypes[dialectNumbers[this.settings.dialectName]] as readonly number[];
    const screen = new KeyScreen(this.source, this.input, types);
    const next = this.keyed();
    let number = 0;
    for (let record = next(); record !== undefined; record = next(), number++)
      if (screen.mayRepeat(record)) yield [number, record];
  }

  /** The entries of a Dictionary or an Object. */
  *entries(record: number): Generator<KeyedEntry> {
    const { codec, input, settings, source } = this;
    const isKnown = this.knownKeys();
    const type = typeAt(source, record);
    const list = listAt(source, record);
    const count = countAt(source, list);
    for (let i = 0; i < count; i++) {
      const offset = startInList(source, list, i);
      const key = type === Type.Object ? nameKey(input, offset) : readKey(codec, input, settings, offset);
      if (key === undefined) continue;
      const repeats = key.repeats || this.repeatsIn(key.value);
      yield { offset, type: key.type, repeated: isKnown(key.value), repeats };
    }
  }

  /** A function that says whether a key of a Dictionary equals one that it was asked for before. */
  private knownKeys(): (key: Variant) => boolean {
    const { settings, equality, texts } = this;
    const seen = new Set<string>();
    return (key) => {
      if (settings.form.dictionariesApart && holdsDictionary(key)) return false;
      const text = anyKeyText(key, equality, texts);
      return seen.size === seen.add(text).size;
    };
  }

  /** Whether a Dictionary in a key holds keys that are equal for the engine, though not for `decode`. */
  private repeatsIn(key: Variant): boolean {
    if (this.equality === keyForms.exact) return false;
    const open: Variant[] = [key];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) for (const element of value) open.push(element);
      else if (isMap(value)) {
        const isKnown = this.knownKeys();
        for (const [inner, content] of value as unknown as Map<Variant, Variant>) {
          if (isKnown(inner)) return true;
          open.push(inner, content);
        }
      } else if (brandOf(value) === "GodotObject")
        for (const [, content] of (value as GodotObject).properties) open.push(content);
    }
    return false;
  }

  /** Where the keys begin that are repeated, or hold repeated keys. */
  *repetitions(): Generator<number> {
    for (const [, record] of this.suspects())
      for (const { offset, repeated, repeats } of this.entries(record)) if (repeated || repeats) yield offset;
  }

  /** The path of the entry whose key begins at a byte offset. */
  pathOf(offset: number): () => string {
    return memoized(() => formatPath(this.keysTo(offset)));
  }

  keysTo(offset: number): readonly Variant[] {
    const { input, settings } = this;
    return withCodec((codec) => inputKeys(codec, input, settings, this.segmentsTo(offset)));
  }

  private segmentsTo(offset: number): Segment[] {
    const { source } = this;
    const segments: Segment[] = [];
    for (let record = 0; ; ) {
      const list = listAt(source, record);
      const kind = segmentKinds[typeAt(source, record)] ?? 0;
      const position = positionAt(source, list, offset);
      const at = startInList(source, list, position);
      segments.push([kind, kind === 0 ? position : at]);
      if (kind !== 0 && at === offset) return segments;
      record = childAt(list, position);
    }
  }
}

function nameKey(input: Uint8Array, offset: number): ReadKey {
  return { value: nameAt(input, offset), type: Type.String, repeats: false };
}

const segmentKinds: Readonly<Record<number, number>> = { [Type.Dictionary]: 1, [Type.Object]: 2 };

/** Adds the warning `repeated-key` for each later entry with an equal key to the warnings of a valid input. */
export function addRepeatedKeys(
  warnings: Warning[],
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  source: ValueIndex,
): void {
  const found: Warning[] = [];
  const indexed = new IndexedInput(codec, input, settings, source);
  for (const offset of indexed.repetitions())
    found.push(withPath({ code: "repeated-key", offset } as const, indexed.pathOf(offset)));
  addNotes(warnings, found, { code: "more-warnings" });
}

/** Throws `unsupported-value` if keys that differ in a value became equal in the bytes that `encode` made of it. */
export function refuseMergedKeys(codec: Boundary, bytes: Uint8Array<ArrayBuffer>, settings: Settings): void {
  const limits = { ...settings.limits, elements: 2 ** 32 - 1 };
  const reading = { ...settings, limits, flags: settings.flags | flag.allowObjects };
  if (codec.indexSlowly(bytes, reading) !== 0) return;
  const source = { index: codec.indexWords() };
  const indexed = new IndexedInput(codec, bytes, reading, source, engineEquality(settings));
  const [offset] = indexed.repetitions();
  if (offset === undefined) return;
  const keys = indexed.keysTo(offset);
  throw new VariantError("unsupported-value", {
    hints: [hint("equal-keys", formatPath(keys.slice(-1)))],
    keys,
    path: formatPath(keys),
    dialect: settings.dialectName,
  });
}

/** Which keys are equal for the engine of a dialect. */
const engineEquality = ({ form }: Settings): KeyForm =>
  form.dictionariesApart ? keyForms.godot3 : keyForms.exact;

/** Bytes, and how they are read. */
type Source = readonly [input: Uint8Array<ArrayBuffer>, settings: Settings];

/** Adds the loss `key-merged` for each entry whose key differs from the earlier ones before a conversion, but not after it. */
export function addMergedKeys(losses: Loss[], codec: Boundary, before: Source, after: Source): void {
  const indexed = (source: Source) => {
    codec.indexSlowly(...source);
    return new IndexedInput(codec, ...source, { index: codec.indexWords() }, engineEquality(source[1]));
  };
  const written = indexed(after);
  const suspects = new Map<number, KeyedEntry[]>();
  for (const [number, record] of written.suspects()) {
    const entries = Array.from(written.entries(record));
    if (entries.some(({ repeated, repeats }) => repeated || repeats)) suspects.set(number, entries);
  }
  if (suspects.size === 0) return;
  const found: Loss[] = [];
  const read = indexed(before);
  const next = read.keyed();
  let number = 0;
  for (let record = next(); record !== undefined; record = next()) {
    const others = suspects.get(number++);
    if (others === undefined) continue;
    let position = 0;
    for (const entry of read.entries(record)) {
      const other = others[position++] as KeyedEntry;
      if (!(other.repeated && !entry.repeated) && !(other.repeats && !entry.repeats)) continue;
      const from = typeNames[entry.type] ?? "Nil";
      const to = typeNames[other.type] ?? "Nil";
      const { offset } = entry;
      found.push(withPath({ code: "key-merged", offset, from, to } as const, read.pathOf(offset)));
    }
  }
  addNotes(losses, found, { code: "more-losses", from: "Nil", to: "Nil" });
}
