// Changes a text in Godot's text form so that it holds another value, and keeps all other characters: comments, order, spaces.
import { applied, type Edit } from "../base/edits.js";
import { VariantError } from "../base/errors.js";
import { isMap, kindOf } from "../table/type-kinds.js";
import type { ContainerType, Variant } from "../values/variant.js";
import { afterBlanks, afterSpace, afterValue } from "./text-scanner.js";

/** How values are read and printed. Both must be exact: a printed value reads back as it was. */
export interface TextForm {
  readonly read: (text: string) => Variant;
  readonly print: (value: Variant) => string;
  /** How a text lays out its containers; without it, new parts look as var_to_str prints them. */
  readonly layoutOf?: (text: string) => Layout;
}

/** The texts around the entries of a container, and between them. */
interface Brackets {
  readonly open: string;
  readonly comma: string;
  readonly close: string;
}

/** How new parts of a text look. A margin is the indentation of the line that they are in. */
export interface Layout {
  /** What one level is indented by; empty for a text on a single line. */
  readonly unit: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Around the entries of a container, and between them. */
  readonly around: (margin: string, isArray: boolean) => Brackets;
  readonly print: (value: Variant, margin: string) => string;
}

type Change = Edit<string>;

/** A value in a container, and its key in a Dictionary. */
interface Item {
  readonly start: number;
  readonly keyEnd: number;
  readonly value: number;
  readonly end: number;
}

/**
 * Returns the text with another value in it. Entries that are the same stay as they are written. Where the text of a container says more
 * than its value, as with a key that it has twice, that container is printed anew.
 */
export function editText(text: string, value: Variant, form: TextForm): string {
  const old = form.read(text);
  const start = afterSpace(text, 0);
  const source = new Source(text, form);
  const changes = changesIn(source, start, old, value);
  if (changes.length === 0) return text;
  const result = edited(text, changes);
  if (holds(result, value, form)) return result;
  return replaceText(text, source.print(value, source.marginAt(start)));
}

/** Replaces the value of a text, and keeps what is around it; undefined changes nothing. */
export function replaceText(text: string, value: string | undefined): string {
  const start = afterSpace(text, 0);
  return value === undefined
    ? text
    : text.slice(0, start) + value.trimEnd() + text.slice(afterValue(text, start));
}

function holds(text: string, value: Variant, form: TextForm): boolean {
  try {
    return isSame(form.read(text), value, form);
  } catch (error) {
    if (error instanceof VariantError) return false;
    throw error;
  }
}

const edited = (text: string, changes: readonly Change[]): string =>
  applied(changes, (from, to) => text.slice(from, to)).join("");

/** A text, and how its values are written. */
class Source {
  readonly text: string;
  readonly form: TextForm;
  readonly layout: Layout | undefined;

  constructor(text: string, form: TextForm) {
    this.text = text;
    this.form = form;
    this.layout = form.layoutOf?.(text);
  }

  /** Prints a value for a line with this margin. */
  print(value: Variant, margin: string): string {
    return (this.layout?.print(value, margin) ?? this.form.print(value)).trimEnd();
  }

  /** The indentation of the line of an index. */
  marginAt(index: number): string {
    if (!this.layout?.unit) return "";
    const blanks = /[ \t]*/y;
    blanks.lastIndex = this.text.lastIndexOf("\n", index - 1) + 1;
    return blanks.exec(this.text)?.[0] ?? "";
  }
}

/** The changes that turn the value at an index into another. */
function changesIn(source: Source, start: number, old: Variant, value: Variant): Change[] {
  const { text, form } = source;
  if (isSame(old, value, form)) return [];
  const [before, after] = [entriesOf(old), entriesOf(value)];
  const isAlike = before !== undefined && after !== undefined && headOf(old) === headOf(value);
  const body = isAlike ? bodyOf(text, start, Array.isArray(old)) : undefined;
  if (before !== undefined && after !== undefined && body !== undefined) {
    if (body.items.length === before.length) return new BodyEditor(source, body, before, after).changes();
    const counted = new Repeats(source, body);
    if (counted.first.size === before.length) {
      if (sameKeys(before, after, form))
        return new BodyEditor(source, { ...body, items: counted.live }, before, after).changes();
      const whole = edited(text, counted.merged());
      const to = afterValue(text, start);
      const merged = whole.slice(start, to + whole.length - text.length);
      return [{ at: start, end: to, by: editText(merged, value, form) }];
    }
  }
  return [{ at: start, end: afterValue(text, start), by: source.print(value, source.marginAt(start)) }];
}

function sameKeys(before: readonly Entry[], after: readonly Entry[], form: TextForm): boolean {
  return (
    before.length === after.length &&
    before.every(([key], i) => isSame(key as Variant, after[i]?.[0] as Variant, form))
  );
}

/** A Dictionary's text that has keys twice. Engines take the last value, at the place of the first. */
class Repeats {
  private readonly items: readonly Item[];
  /** By its printed key, the first entry of each key, and the last one. */
  readonly first = new Map<string, number>();
  private readonly last = new Map<string, number>();
  private readonly source: Source;

  constructor(source: Source, { items }: Body) {
    this.source = source;
    this.items = items;
    for (const [i, { start, keyEnd }] of items.entries()) {
      const key = source.form.print(source.form.read(source.text.slice(start, keyEnd)));
      if (!this.first.has(key)) this.first.set(key, i);
      this.last.set(key, i);
    }
  }

  /** The entries that count, in the order of their keys. */
  get live(): Item[] {
    return [...this.first.keys()].map((key) => this.items[this.last.get(key) as number] as Item);
  }

  /** The changes that leave each key once. */
  merged(): Change[] {
    const { text } = this.source;
    const firsts = new Map([...this.first].map(([key, index]) => [index, this.last.get(key) as number]));
    return this.items.flatMap((item, i): Change[] => {
      const last = this.items[firsts.get(i) ?? -1];
      if (last === undefined) return [{ at: (this.items[i - 1] as Item).end, end: item.end, by: "" }];
      return [{ at: item.value, end: item.end, by: text.slice(last.value, last.end) }];
    });
  }
}

/** A key, undefined in an Array, and a value. */
type Entry = readonly [key: Variant | undefined, value: Variant];

function entriesOf(value: Variant): Entry[] | undefined {
  const kind = kindOf(value);
  if (kind === "Array") return (value as Variant[]).map((item) => [undefined, item]);
  return value !== null && typeof value === "object" && isMap(value)
    ? [...(value as unknown as Iterable<[Variant, Variant]>)]
    : undefined;
}

/** What a container's text says before its contents. */
function headOf(value: Variant): string {
  const { elementType, keyType, valueType } = value as { [name: string]: ContainerType | undefined };
  if ((elementType ?? keyType ?? valueType) === undefined) return Array.isArray(value) ? "[" : "{";
  return JSON.stringify([Array.isArray(value), elementType, keyType, valueType]);
}

/** The contents of a container. */
interface Body {
  /** The index after the opening bracket. */
  readonly start: number;
  readonly items: readonly Item[];
}

/** The contents of the Array or Dictionary at an index; undefined for any other text. */
function bodyOf(text: string, start: number, isArray: boolean): Body | undefined {
  let at = start;
  const word = /[A-Za-z]+/y;
  word.lastIndex = at;
  const [name] = word.exec(text) ?? [];
  if (name !== undefined) {
    // Array[int]([1, 2])
    at = afterBlanks(text, at + name.length);
    if (text[at] === "[") at = afterBlanks(text, afterValue(text, at));
    if (text[at] !== "(") return undefined;
    at = afterSpace(text, at + 1);
  }
  if (text[at] !== (isArray ? "[" : "{")) return undefined;
  return { start: at + 1, items: [...itemsFrom(text, at + 1, isArray)] };
}

function* itemsFrom(text: string, from: number, isArray: boolean): Generator<Item> {
  let at = afterSpace(text, from);
  while (text[at] !== "]" && text[at] !== "}") {
    const start = at;
    const keyEnd = isArray ? start : afterValue(text, start);
    const value = isArray ? start : afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = afterValue(text, value);
    yield { start, keyEnd, value, end };
    at = afterSpace(text, end);
    if (text[at] === ",") at = afterSpace(text, at + 1);
  }
}

/** Compares contents without printing them, because each level of a text is compared again. */
function isSame(one: Variant, other: Variant, form: TextForm): boolean {
  const [a, b] = [unwrapped(one), unwrapped(other)];
  if (typeof a !== "object" || typeof b !== "object") return typeof a === typeof b && Object.is(a, b);
  if (a === null || b === null || a === b) return a === b;
  const [old, made] = [entriesOf(a), entriesOf(b)];
  if (old === undefined || made === undefined) return form.print(a) === form.print(b);
  return (
    old.length === made.length &&
    headOf(a) === headOf(b) &&
    old.every(([key, value], i) => {
      const [otherKey, otherValue] = made[i] as Entry;
      const isKey = key === otherKey || (key !== undefined && isSame(key, otherKey as Variant, form));
      return isKey && isSame(value, otherValue, form);
    })
  );
}

const unwrapped = (value: Variant) => (kindOf(value) === "float" ? Number(value) : value);

/** Edits the contents of one container. */
class BodyEditor {
  private readonly source: Source;
  private readonly body: Body;
  private readonly before: readonly Entry[];
  private readonly after: readonly Entry[];

  constructor(source: Source, body: Body, before: readonly Entry[], after: readonly Entry[]) {
    this.source = source;
    this.body = body;
    this.before = before;
    this.after = after;
  }

  /** The entries between those that are the same at both ends are changed one by one, removed or added. */
  changes(): Change[] {
    const { before, after } = this;
    let first = 0;
    while (first < Math.min(before.length, after.length) && this.matches(first, first)) first++;
    let same = 0;
    const most = Math.min(before.length, after.length) - first;
    while (same < most && this.matches(before.length - same - 1, after.length - same - 1)) same++;
    const [old, made] = [before.length - same, after.length - same];
    const both = Math.min(old, made);
    const changes = before.flatMap((_, i) => (i < first || i >= both ? [] : this.replace(i)));
    changes.push(...this.remove(both, old));
    return made <= old ? changes : [...changes, this.insert(old, after.slice(old, made))];
  }

  /** Whether two entries are the same. */
  private matches(i: number, j: number): boolean {
    const [one, other] = [this.before[i] as Entry, this.after[j] as Entry];
    return this.sameKey(one, other) && isSame(one[1], other[1], this.source.form);
  }

  private sameKey([one]: Entry, [other]: Entry): boolean {
    return one === undefined || isSame(one, other as Variant, this.source.form);
  }

  private replace(index: number): Change[] {
    const [old, made] = [this.before[index] as Entry, this.after[index] as Entry];
    const { start, keyEnd, value } = this.body.items[index] as Item;
    const key = this.sameKey(old, made)
      ? []
      : [{ at: start, end: keyEnd, by: this.source.print(made[0] as Variant, "") }];
    return [...key, ...changesIn(this.source, value, old[1], made[1])];
  }

  /** Removes entries. Where the last one goes, so does the comma before them. */
  private remove(from: number, to: number): Change[] {
    const { text } = this.source;
    const items = this.body.items.slice(from, to);
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return [];
    const changes = items.map((item) => this.removed(item));
    const before = this.body.items[from - 1]?.end;
    if (before === undefined || to < this.body.items.length) return changes;
    if (!text.slice(before, first.start).includes(";")) return [{ at: before, end: last.end, by: "" }];
    const comma = afterSpace(text, before);
    return [{ at: comma, end: comma + 1, by: "" }, ...changes];
  }

  /** Without an entry, its comma, its line end, and a comment behind it in the same line. */
  private removed({ start, end }: Item): Change {
    const { text } = this.source;
    const comma = afterSpace(text, end);
    if (text[comma] !== ",") return { at: start, end, by: "" };
    const line = /[^\S\n]*(?:;[^\n]*)?\s*/y;
    line.lastIndex = comma + 1;
    line.test(text);
    return { at: start, end: line.lastIndex, by: "" };
  }

  /** Adds entries before the one at an index, or at the end. */
  private insert(index: number, entries: readonly Entry[]): Change {
    const { items, start } = this.body;
    const next = items[index];
    const last = items.at(-1);
    if (last === undefined) return this.fill(start, entries);
    const separator = this.separator();
    const texts = entries.map((entry) => this.textOf(entry, this.source.marginAt(last.start)));
    if (next !== undefined)
      return { at: next.start, end: next.start, by: texts.map((made) => made + separator).join("") };
    const comma = afterSpace(this.source.text, last.end);
    // A comma may follow the last entry already.
    const at = this.source.text[comma] === "," ? comma + 1 : last.end;
    const spaces = separator.slice(1);
    return { at, end: at, by: (at === last.end ? separator : spaces) + texts.join(separator) };
  }

  /** Adds entries to an empty container. */
  private fill(start: number, entries: readonly Entry[]): Change {
    const margin = this.source.marginAt(start);
    const { open, comma, close } = this.source.layout?.around(margin, this.isArray) ?? {
      open: this.isArray ? "" : "\n",
      comma: this.separator(),
      close: this.isArray ? "" : "\n",
    };
    const inner = margin + (this.source.layout?.unit ?? "");
    const to = this.source.layout === undefined ? start : afterSpace(this.source.text, start);
    const texts = entries.map((entry) => this.textOf(entry, inner));
    return { at: start, end: to, by: open + texts.join(comma) + close };
  }

  private get isArray(): boolean {
    return this.after[0]?.[0] === undefined;
  }

  /** The text between two entries, as in the rest of the container. */
  private separator(): string {
    const { items, start } = this.body;
    const [one, two] = items;
    const { text, layout } = this.source;
    if (one !== undefined && two !== undefined) {
      const found = text.slice(one.end, two.start);
      if (/^,\s*$/.test(found)) return found;
    }
    const open = one === undefined ? "" : text.slice(start, one.start);
    if (/^\s*\n\s*$/.test(open)) return `,${open}`;
    if (layout !== undefined && layout.unit === "") return layout.around("", this.isArray).comma;
    return this.isArray || layout !== undefined ? ", " : ",\n";
  }

  private textOf([key, value]: Entry, margin: string): string {
    const { text, layout } = this.source;
    const made = this.source.print(value, margin);
    if (key === undefined) return made;
    const [item] = this.body.items;
    const found = item === undefined ? "" : text.slice(item.keyEnd, item.value);
    const colon = /^\s*:[^\S\n]*$/.test(found) ? found : (layout?.colon ?? ": ");
    return this.source.print(key, "") + colon + made;
  }
}
