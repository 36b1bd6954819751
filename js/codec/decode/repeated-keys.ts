// Entries whose key equals that of an earlier entry: in damaged or hand-made bytes, or after a conversion.
import type { Loss, Warning } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { formatPath } from "../../base/path.js";
import { wordOf } from "../../table/numbers.js";
import { dialectNumbers, stringIds, Type, typeNames } from "../../table/table.gen.js";
import { anyKeyText, holdsDictionary, type KeyForm, KeyTexts, keyForms } from "../../values/key-text.js";
import { pathForm } from "../../values/path-key.js";
import type { Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import {
  countAt,
  headWords,
  keySizeAt,
  listAt,
  recordWords,
  startAt,
  strideAt,
  typeAt,
  type ValueIndex,
} from "../../wasm/value-index.js";
import { memoized, nameAt, type ReadKey, readKey, withPath } from "./error-places.js";

/** How many warnings or losses are listed, as in the codec. */
const mostNotes = 1000;

/** A value in an index, and its key in the value around it. */
interface Place {
  readonly record: number;
  readonly key: Variant;
  readonly around: Place | undefined;
}

/** An entry of a Dictionary or an Object. */
interface KeyedEntry extends Place {
  /** Where its key begins. */
  readonly offset: number;
  /** The type of its key. */
  readonly type: number;
  /** An earlier entry has an equal key. */
  readonly repeated: boolean;
  /** The key holds equal keys itself. */
  readonly repeats: boolean;
}

/** All entries of a valid input, in an order that does not depend on the dialect. By default, keys are equal where `decode` takes them for equal. Takes time proportional to the input. */
function* keyedEntries(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  source: ValueIndex,
  equality: KeyForm = keyForms.exact,
): Generator<KeyedEntry> {
  const exact = { ...settings, form: { ...settings.form, exact: true } };
  const { dictionariesApart } = settings.form;
  const texts = new KeyTexts(dictionariesApart);
  const stringId = stringIds[dialectNumbers[settings.dialectName]];
  const text = (value: string): ReadKey => ({ value, type: Type.String, repeats: false });
  const open: Place[] = [{ record: 0, key: null, around: undefined }];
  for (let around = open.pop(); around !== undefined; around = open.pop()) {
    const list = listAt(source, around.record);
    const type = typeAt(source, around.record);
    const count = strideAt(source, list) === 0 ? countAt(source, list) : 0;
    const seen = type === Type.Dictionary || type === Type.Object ? new Set<string>() : undefined;
    for (let i = 0; i < count; i++) {
      const record = list + headWords + i * recordWords;
      const offset = startAt(source, record) - keySizeAt(source, record);
      let key: ReadKey | undefined;
      if (type === Type.Object) key = text(nameAt(input, offset));
      else if (seen !== undefined)
        key =
          wordOf(input, offset) === stringId
            ? text(nameAt(input, offset + 4))
            : readKey(codec, input, exact, offset);
      const place = { record, key: key === undefined ? i : pathForm(key.value), around };
      if (listAt(source, record) !== 0) open.push(place);
      if (seen === undefined || key === undefined) continue;
      const differs = dictionariesApart && holdsDictionary(key.value);
      const keyText = differs ? "" : anyKeyText(key.value, equality, texts);
      yield {
        ...place,
        offset,
        type: key.type,
        repeated: !differs && seen.has(keyText),
        repeats: key.repeats,
      };
      if (!differs) seen.add(keyText);
    }
  }
}

/** Adds the warning `repeated-key` for each later entry with an equal key to the warnings of a valid input. */
export function addRepeatedKeys(
  warnings: Warning[],
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  source: ValueIndex,
): void {
  const found: Warning[] = [];
  for (const entry of keyedEntries(codec, input, settings, source)) {
    const { offset, repeated, repeats } = entry;
    if (repeated || repeats) found.push(withPath({ code: "repeated-key", offset } as const, pathOf(entry)));
  }
  addNotes(warnings, found, { code: "more-warnings" });
}

/** Bytes, and how they are read. */
type Source = readonly [input: Uint8Array<ArrayBuffer>, settings: Settings];

/** Adds the loss `key-merged` for each entry whose key differs from the earlier ones before a conversion, but not after it. */
export function addMergedKeys(losses: Loss[], codec: Boundary, before: Source, after: Source): void {
  const entriesOf = (source: Source) => {
    codec.indexSlowly(...source);
    const [, { form }] = source;
    const equality = form.dictionariesApart ? keyForms.godot3 : keyForms.exact;
    return keyedEntries(codec, ...source, { index: codec.indexWords() }, equality);
  };
  const merged = new Map<number, KeyedEntry>();
  let number = 0;
  for (const entry of entriesOf(after)) {
    if (entry.repeated || entry.repeats) merged.set(number, entry);
    number++;
  }
  if (merged.size === 0) return;
  const found: Loss[] = [];
  number = 0;
  for (const entry of entriesOf(before)) {
    const other = merged.get(number++);
    if (other === undefined) continue;
    if (!(other.repeated && !entry.repeated) && !(other.repeats && !entry.repeats)) continue;
    const from = typeNames[entry.type] ?? "Nil";
    const to = typeNames[other.type] ?? "Nil";
    found.push(withPath({ code: "key-merged", offset: entry.offset, from, to } as const, pathOf(entry)));
  }
  addNotes(losses, found, { code: "more-losses", from: "Nil", to: "Nil" });
}

/** Adds notes to a list by their offsets. Those that are too many are counted by its last note, which is like `more`. */
function addNotes<Note extends Warning | Loss>(
  list: Note[],
  found: readonly Note[],
  more: Omit<Note, "offset" | "path">,
): void {
  if (found.length === 0) return;
  const rest = list.at(-1)?.code === more.code ? list.pop() : undefined;
  list.push(...found);
  list.sort((a, b) => a.offset - b.offset);
  const others = list.splice(mostNotes);
  const count = others.length + (rest?.count ?? 0);
  const offset = Math.min(others[0]?.offset ?? Infinity, rest?.offset ?? Infinity);
  if (count > 0) list.push({ ...more, offset, path: "", count } as Note);
}

function pathOf(entry: Place): () => string {
  return memoized(() => formatPath(keysOf(entry)));
}

function keysOf(place: Place): Variant[] {
  const keys: Variant[] = [];
  for (let at = place; at.around !== undefined; at = at.around) keys.unshift(at.key);
  return keys;
}
