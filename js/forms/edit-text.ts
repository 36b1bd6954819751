// Changes a text in Godot's text form so that it holds another value, and keeps all other characters: comments, order, spaces.
import { applied, type Edit } from "../base/edits.js";
import { VariantError } from "../base/errors.js";
import type { Variant } from "../values/variant.js";
import { LineMargins } from "./line-margins.js";
import { Comparison, type Entry, entriesOf, headOf } from "./same-values.js";
import { type Body, bodyAt, type Item } from "./text-items.js";
import { afterSpace, afterValue, type BracketEnds } from "./text-scanner.js";

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

/**
 * Returns the text with another value in it. Entries that are the same stay as they are written. Where the text of a container says more
 * than its value, as with a key that it has twice, that container is printed anew.
 */
export function editText(text: string, value: Variant, form: TextForm): string {
  const old = form.read(text);
  const start = afterSpace(text, 0);
  const source = new Source(text, form);
  const changes: Change[] = [];
  addChanges(source, { start, old, value }, changes);
  if (changes.length === 0) return text;
  const result = source.edited(changes);
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
    return new Comparison(form.print).isSame(form.read(text), value);
  } catch (error) {
    if (error instanceof VariantError) return false;
    throw error;
  }
}

/** A text, and how its values are written. */
class Source {
  readonly text: string;
  readonly form: TextForm;
  readonly layout: Layout | undefined;
  /** The ends of brackets that were found while the value around them was passed over. */
  private readonly ends: BracketEnds = new Map();
  private readonly margins: LineMargins;
  /** Compares old values with new ones in their place. */
  readonly compared: Comparison;
  /** Compares values in other places, so that what is known about those in the same place stays. */
  readonly shifted: Comparison;

  constructor(text: string, form: TextForm) {
    this.text = text;
    this.form = form;
    this.layout = form.layoutOf?.(text);
    this.margins = new LineMargins(text);
    this.compared = new Comparison(form.print);
    this.shifted = new Comparison(form.print);
  }

  /** Prints a value for a line with this margin. */
  print(value: Variant, margin: string): string {
    return (this.layout?.print(value, margin) ?? this.form.print(value)).trimEnd();
  }

  /** The contents of the Array or Dictionary at an index; undefined for any other text. */
  bodyAt(start: number): Body | undefined {
    return bodyAt(this.text, start, this.ends);
  }

  /** The index after the value at an index. */
  endOf(start: number): number {
    return afterValue(this.text, start, this.ends);
  }

  /** The indentation of the line of an index. */
  marginAt(index: number): string {
    return this.layout?.unit ? this.margins.at(index) : "";
  }

  /** A part of the text with changes. */
  edited(changes: readonly Change[], start = 0, end = this.text.length): string {
    return applied(changes, (from, to = end) => this.text.slice(Math.max(from, start), to)).join("");
  }
}

/** A value in a text, and the one that takes its place. */
interface Place {
  readonly start: number;
  readonly old: Variant;
  readonly value: Variant;
}

/** Adds the changes that turn a value into another. */
function addChanges(source: Source, { start, old, value }: Place, changes: Change[]): void {
  if (source.compared.isSame(old, value)) return;
  const [before, after] = [entriesOf(old), entriesOf(value)];
  const isAlike = before !== undefined && after !== undefined && headOf(old) === headOf(value);
  const body = isAlike ? source.bodyAt(start) : undefined;
  const isOnce = body === undefined || body.items.length === before?.length;
  const repeats = isOnce ? undefined : new Repeats(source, body);
  const items = repeats?.live ?? body?.items;
  const isKnown = isAlike && items !== undefined && items.length === before.length;
  if (body !== undefined && isKnown && (isOnce || sameKeys(source, before, after))) {
    new BodyEditor(source, { ...body, items }, before, after, changes).edit();
    return;
  }
  const end = source.endOf(start);
  const by =
    repeats !== undefined && isKnown
      ? editText(source.edited(repeats.merged(), start, end), value, source.form)
      : source.print(value, source.marginAt(start));
  changes.push({ at: start, end, by });
}

const sameKeys = ({ compared }: Source, before: readonly Entry[], after: readonly Entry[]): boolean =>
  before.length === after.length && before.every(([key], i) => compared.isSameKey(key, after[i]?.[0]));

/** A Dictionary's text that has keys twice. Engines take the last value, at the place of the first. */
class Repeats {
  private readonly items: readonly Item[];
  /** By its printed key, the first entry of each key, and the last one. */
  private readonly first = new Map<string, number>();
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

/** Edits the contents of one container. */
class BodyEditor {
  private readonly source: Source;
  private readonly body: Body;
  private readonly before: readonly Entry[];
  private readonly after: readonly Entry[];
  private readonly changes: Change[];

  constructor(
    source: Source,
    body: Body,
    before: readonly Entry[],
    after: readonly Entry[],
    changes: Change[],
  ) {
    this.source = source;
    this.body = body;
    this.before = before;
    this.after = after;
    this.changes = changes;
  }

  /** The entries between those that are the same at both ends are changed one by one, removed or added. */
  edit(): void {
    const { before, after } = this;
    const least = Math.min(before.length, after.length);
    let first = 0;
    while (first < least && this.matches(first, first)) first++;
    let same = 0;
    while (same < least - first && this.matches(before.length - same - 1, after.length - same - 1)) same++;
    const [old, made] = [before.length - same, after.length - same];
    const both = Math.min(old, made);
    for (let i = first; i < both; i++) this.replace(i);
    this.remove(both, old);
    if (made > old) this.changes.push(this.insert(old, after.slice(old, made)));
  }

  /** Whether two entries are the same. */
  private matches(i: number, j: number): boolean {
    const [one, other] = [this.before[i] as Entry, this.after[j] as Entry];
    return (i === j ? this.source.compared : this.source.shifted).isSameEntry(one, other);
  }

  private replace(index: number): void {
    const [[key, old], [newKey, value]] = [this.before[index] as Entry, this.after[index] as Entry];
    const item = this.body.items[index] as Item;
    if (!this.source.compared.isSameKey(key, newKey))
      this.changes.push({
        at: item.start,
        end: item.keyEnd,
        by: this.source.print(newKey as Variant, ""),
      });
    addChanges(this.source, { start: item.value, old, value }, this.changes);
  }

  /** Removes entries. Where the last one goes, so does the comma before them. */
  private remove(from: number, to: number): void {
    const { text } = this.source;
    const items = this.body.items.slice(from, to);
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = this.body.items[from - 1]?.end;
    const isEnd = before !== undefined && to === this.body.items.length;
    if (isEnd && !text.slice(before, first.start).includes(";")) {
      this.changes.push({ at: before, end: last.end, by: "" });
      return;
    }
    const comma = isEnd ? afterSpace(text, before) : undefined;
    if (comma !== undefined) this.changes.push({ at: comma, end: comma + 1, by: "" });
    for (const item of items) this.changes.push(this.removed(item));
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
    const texts = this.textsOf(entries, this.source.marginAt(last.start));
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
    const { isArray } = this;
    const margin = this.source.marginAt(start);
    const { open, comma, close } = this.source.layout?.around(margin, isArray) ?? {
      open: isArray ? "" : "\n",
      comma: this.separator(),
      close: isArray ? "" : "\n",
    };
    const inner = margin + (this.source.layout?.unit ?? "");
    const to = this.source.layout === undefined ? start : afterSpace(this.source.text, start);
    const texts = this.textsOf(entries, inner);
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
    const { isArray } = this;
    if (one !== undefined && two !== undefined) {
      const found = text.slice(one.end, two.start);
      if (/^,\s*$/.test(found)) return found;
    }
    const open = one === undefined ? "" : text.slice(start, one.start);
    if (open.includes("\n") && open.trim() === "") return `,${open}`;
    if (layout !== undefined && layout.unit === "") return layout.around("", isArray).comma;
    return isArray || layout !== undefined ? ", " : ",\n";
  }

  /** The texts of new entries. */
  private textsOf(entries: readonly Entry[], margin: string): string[] {
    const colon = this.isArray ? "" : this.colon();
    return entries.map(([key, value]) => {
      const made = this.source.print(value, margin);
      return key === undefined ? made : this.source.print(key, "") + colon + made;
    });
  }

  /** The text between a key and its value, as in the first entry. */
  private colon(): string {
    const { text, layout } = this.source;
    const [item] = this.body.items;
    const found = item === undefined ? "" : text.slice(item.keyEnd, item.value);
    return /^\s*:[^\S\n]*$/.test(found) ? found : (layout?.colon ?? ": ");
  }
}
