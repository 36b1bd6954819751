import { VariantError } from "./errors.js";
import { type ParseOptions, parseText, type TextOptions, textError, toText } from "./text-form.js";
import type { Variant } from "./values.js";

/** A part of the text: one value, or what stands around values. */
interface Piece {
  text: string;
  /** Where it began in what was parsed. */
  readonly offset: number;
  readonly section: string;
  /** Undefined for what is no value. */
  readonly key?: string;
}

/** What the engine does not quote in the name of a key. */
const plainKey = /^[!#-:<>-Z^-~]+$/;

/**
 * Godot's ConfigFile, also in `project.godot`: values in sections. Comments, order and the text of every value that is not
 * set stay as they were.
 */
export class ConfigFile {
  private readonly pieces: Piece[] = [];
  private readonly source: string;

  /** From its text; empty without. Throws a VariantError with line and column for what is no ConfigFile. */
  constructor(text = "") {
    this.source = text;
    this.read(text);
  }

  /** The names of the sections in their order; the empty one is what stands before the first. */
  sections(): string[] {
    return [...new Set(this.pieces.flatMap(({ section, key }) => (key === undefined ? [] : [section])))];
  }

  /** The keys of a section in their order. */
  keys(section: string): string[] {
    const keys = this.pieces.flatMap((piece) => (piece.section === section ? [piece.key] : []));
    return [...new Set(keys.filter((key) => key !== undefined))];
  }

  /** The value of a key; undefined where there is none. Throws a VariantError for a value that is no Variant. */
  get(section: string, key: string, options?: ParseOptions): Variant | undefined {
    const piece = this.find(section, key);
    if (piece === undefined) return undefined;
    try {
      return parseText(piece.text, { ...options, allowTrailing: false });
    } catch (error) {
      if (!(error instanceof VariantError) || error.offset === undefined) throw error;
      if (this.source.slice(piece.offset, piece.offset + piece.text.length) !== piece.text) throw error;
      throw textError(error.code, this.source, piece.offset + error.offset);
    }
  }

  /** Sets a value, in its place or at the end of its section. `options` are those of `toText`. */
  set(section: string, key: string, value: unknown, options?: TextOptions): void {
    const text = toText(value, options);
    const piece = this.find(section, key);
    if (piece !== undefined) piece.text = text;
    else this.add(section, key, text);
  }

  /** Takes a key out, with its line; false when it was not there. */
  delete(section: string, key: string): boolean {
    const found = this.pieces.filter((piece) => piece.section === section && piece.key === key);
    for (const piece of found) {
      const at = this.pieces.indexOf(piece);
      const [before, after] = [this.pieces[at - 1], this.pieces[at + 1]] as [Piece, Piece | undefined];
      before.text = before.text.slice(0, before.text.lastIndexOf("\n") + 1);
      if (after !== undefined) after.text = after.text.replace(/^[^\n]*\n?/, "");
      this.pieces.splice(at, 1);
    }
    return found.length > 0;
  }

  /** The whole text. */
  toString(): string {
    return this.pieces.map(({ text }) => text).join("");
  }

  /** As in the engine, the last one counts. */
  private find(section: string, key: string): Piece | undefined {
    return this.pieces.filter((piece) => piece.section === section && piece.key === key).at(-1);
  }

  private add(section: string, key: string, text: string): void {
    const last = this.pieces.map((piece) => piece.section).lastIndexOf(section);
    const known = last >= 0 || section === "";
    const line = `${plainKey.test(key) ? key : JSON.stringify(key)}=`;
    const at = known ? last + 1 : this.pieces.length;
    const before = this.pieces[at - 1];
    let start = before === undefined || /\n$/.test(before.text) ? "" : "\n";
    if (!known) start += `${before === undefined ? "" : "\n"}[${section.replaceAll("]", "\\]")}]\n\n`;
    const offset = -1;
    this.pieces.splice(at, 0, { text: start + line, offset, section }, { text, offset, section, key });
    this.pieces.splice(at + 2, 0, { text: "\n", offset, section });
  }

  private read(text: string): void {
    let section = "";
    let from = 0;
    let at = 0;
    const around = (end: number) => {
      if (end > from) this.pieces.push({ text: text.slice(from, end), offset: from, section });
      from = end;
    };
    for (;;) {
      at = afterSpace(text, at);
      if (at === text.length) break;
      if (text[at] === "[") {
        around(at);
        const end = /(?:[^\]\\\n]|\\.)*\]/y;
        end.lastIndex = at + 1;
        const [name] = end.exec(text) ?? [];
        if (name === undefined) throw textError("bad-text", text, at);
        section = name.slice(0, -1).replace(/\\(.)/g, "$1");
        at += name.length + 1;
        continue;
      }
      const equals = endOfKey(text, at);
      const key = keyOf(text.slice(at, equals).trim());
      const start = afterSpace(text, equals + 1);
      around(start);
      at = from = endOfValue(text, start);
      this.pieces.push({ text: text.slice(start, at), offset: start, section, key });
    }
    around(text.length);
  }
}

function afterSpace(text: string, at: number): number {
  const space = /(?:\s|;[^\n]*)*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

function endOfKey(text: string, at: number): number {
  const key = /(?:"(?:[^"\\]|\\.)*"|[^="\n])*=/sy;
  key.lastIndex = at;
  const found = key.exec(text);
  if (found === null) throw textError("bad-text", text, at);
  return at + found[0].length - 1;
}

function keyOf(name: string): string {
  return name.startsWith('"') ? String(parseText(name)) : name;
}

/** A value ends with the line in which all its brackets and quotes are closed. */
function endOfValue(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|;[^\n]*|[[({]|[\])}]|\n|[^"[\](){};\n]+|"/gs;
  token.lastIndex = start;
  let depth = 0;
  let end = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [part] = found;
    if (part === '"') throw textError("unexpected-end", text, text.length);
    if (part === "\n" && depth === 0) break;
    if (/^[[({]$/.test(part)) depth++;
    else if (/^[\])}]$/.test(part)) depth--;
    // A comment after the value is no part of it, nor is the space before it.
    if (!part.startsWith(";") && part.trim() !== "") end = found.index + part.trimEnd().length;
  }
  if (depth > 0) throw textError("unexpected-end", text, text.length);
  return end;
}
