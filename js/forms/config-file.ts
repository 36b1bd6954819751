// ConfigFile: reads and edits `.cfg` and `project.godot`.
import { VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { isOld } from "../base/old-engines.js";
import { checkOptions } from "../base/option-names.js";
import { type Options, settingsOf } from "../base/options.js";
import { formatPath, parsePath } from "../base/path.js";
import { decode, encode } from "../codec/codec.js";
import { reconcile } from "../codec/encode/keep-types.js";
import type { DialectName } from "../table/table.gen.js";
import { brand } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { ConfigPieces, type Line, type Piece, type Value } from "./config-pieces.js";
import { checkOldText, checkRead, checkReadByOld, checkSavedText, type Package } from "./engine-text.js";
import { nameInFile, parseInFile, printedInFile } from "./file-marks.js";
import { type ParseOptions, parseText, type TextOptions, toText } from "./godot-text.js";
import { isOldText, oldText } from "./old-text.js";
import { asPart } from "./text-part.js";
import {
  afterSpace,
  endOfKey,
  endOfValue,
  errorInText,
  keyOf,
  markedName,
  nameOf,
  stripped,
  takeMemory,
  textError,
} from "./text-scanner.js";

const codec: Package = {
  decode,
  encode,
  parsePath,
  parseText: (text, options) => parseText(asPart(text), options),
};
const parseKey = (quoted: string) => parseInFile(parseText, quoted);
const noValue = /^(?:null|nil)$/;

/**
 * Godot's ConfigFile, as in `project.godot`: values in sections. Comments, order and the text of every value that you do
 * not set stay unchanged.
 *
 * @example
 * ```ts
 * const config = new ConfigFile(readFileSync("settings.cfg", "utf8"));
 * config.set("video", "scale", 2);
 * writeFileSync("settings.cfg", config.toString());
 * ```
 */
export class ConfigFile {
  private readonly pieces: ConfigPieces;
  private readonly source: string;
  private readonly dialect: DialectName;
  /** Whether a backslash escapes a bracket in the name of a section. */
  private readonly escapes: boolean;
  /** The end of new lines: that of the first line. */
  private readonly lineEnd: string;

  /**
   * Parses the text of a ConfigFile; empty by default. Throws a VariantError with line and column for any other text, and
   * `too-large` for more keys than `limits.memory` has room for.
   *
   * @param text - The text of the file.
   * @param options - Limits, and the dialect of the file, by default Godot 3 if it has names of types that only Godot 3 writes: before Godot 4,
   * no backslash escapes a bracket in the name of a section, Dictionaries as keys stay apart, even if they are equal, and types have other names.
   * `onWarning` hears of keys that a section has twice, of which the last line counts; `offset` is an index of the text.
   */
  constructor(text = "", options: Pick<Options, "limits" | "dialect" | "onWarning"> = {}) {
    const { limits, dialectName } = settingsOf(options);
    this.source = text;
    this.pieces = new ConfigPieces(text.length);
    this.dialect = options.dialect === undefined && isOldText(text) ? "godot-3" : dialectName;
    this.escapes = !isOld(this.dialect);
    this.lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
    this.read(text, new MemoryBudget(limits), options.onWarning);
  }

  /**
   * The names of the sections in order. Keys before the first section header belong to a section with an empty name.
   *
   * @returns The names; a section without keys is not listed.
   */
  sections(): string[] {
    return this.pieces.sectionNames((text) => noValue.test(text.trimEnd()));
  }

  /**
   * The keys of a section in order; empty for a section that does not exist.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @returns The names of the keys.
   */
  keys(section: string): string[] {
    return this.pieces.keys(section);
  }

  /**
   * Parses the value of a key; undefined if the key does not exist. Throws a VariantError if the value is not valid.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @param options - Those of `parseText`; the dialect is that of the file by default.
   * @returns The value; undefined if the key does not exist.
   */
  get(section: string, key: string, options?: ParseOptions): Variant | undefined {
    checkOptions(options);
    const piece = this.find(section, key);
    return piece && this.parsed(piece, options);
  }

  private parsed({ place: offset, text }: Piece, options?: ParseOptions): Variant {
    const isRead = this.source.slice(offset, offset + text.length) === text;
    const isLast = offset + text.length === this.source.length;
    const onWarning = (warning: Warning) =>
      options?.onWarning?.(isRead ? { ...warning, offset: offset + warning.offset } : warning);
    const forwarded = options?.onWarning && { onWarning };
    const dialect = options?.dialect ?? this.dialect;
    try {
      checkRead(text, isOld(dialect), false);
      return parseInFile(parseText, isLast ? text : asPart(text), {
        ...options,
        ...forwarded,
        dialect,
        allowTrailing: false,
      });
    } catch (error) {
      if (!(error instanceof VariantError) || error.offset === undefined || !isRead) throw error;
      throw errorInText(error, this.source, offset + error.offset);
    }
  }

  /**
   * Sets a value; null removes the key, as in the engine. A new key goes to the end of its section. Numbers, strings and arrays keep the type of the old value. Takes
   * the options of `toText`. Throws `unsupported-value` for a name or a value that no engine reads back, such as the contents of a Signal.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @param value - What `encode` takes, or null.
   * @param options - Those of `toText`.
   */
  set(section: string, key: string, value: unknown, options: TextOptions = {}): void {
    checkOptions(options);
    if (key === "") throw new VariantError("unsupported-value");
    if (value === null) {
      this.delete(section, key);
      return;
    }
    const piece = this.find(section, key);
    const old = piece === undefined ? undefined : oldValue(piece);
    const typed = piece === undefined ? value : reconcile(value, old, options.mode === "exact");
    const text = printedInFile(this.printed(typed, options).trimEnd());
    checkSavedText(codec, text, old);
    // A getter of the value may have added or removed the key.
    const place = this.find(section, key);
    if (place !== undefined) place.text = text;
    else this.add(section, key, text);
  }

  private printed(value: unknown, options: TextOptions): string {
    const { engine, ...whole } = options;
    if (engine === undefined && isOld(this.dialect)) return oldText(value, options, { toText, parseText });
    if (engine?.startsWith("3")) checkOldText(toText(value, whole));
    return toText(value, options);
  }

  /**
   * The text of a value, as the file has it, with the comments inside; undefined if the key does not exist.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @returns The text, without the comment behind it.
   */
  getText(section: string, key: string): string | undefined {
    return this.find(section, key)?.text;
  }

  /**
   * Sets the text of a value, with its layout and comments. Throws `bad-path` if the key does not exist, the errors of `parseText` for
   * anything but one value that is not null, and `unsupported-value` for a value that no engine reads or, in a file of Godot 3, that engine.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @param text - The value in Godot's text form.
   */
  setText(section: string, key: string, text: string): void {
    const piece = this.find(section, key);
    if (piece === undefined) throw new VariantError("bad-path");
    const trimmed = text.trim();
    const value = parseInFile(parseText, asPart(trimmed), { mode: "exact", allowTrailing: false });
    if (value === null || endOfValue(trimmed, 0) !== trimmed.length) throw textError("bad-text", text, 0);
    if (trimmed !== piece.text) {
      checkSavedText(codec, trimmed, oldValue(piece));
      if (!this.escapes) checkReadByOld(trimmed);
    }
    piece.text = trimmed;
  }

  /**
   * Changes the name of a key, which keeps its place. Throws `bad-path` if the key does not exist, or another one has the name.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @param name - Its new name.
   */
  rename(section: string, key: string, name: string): void {
    if (name === "") throw new VariantError("unsupported-value");
    const lines = this.pieces.lines(section, key);
    if (lines.length === 0) throw new VariantError("bad-path", { hints: [hint("nothing-there")] });
    if (name !== key && this.find(section, name) !== undefined)
      throw new VariantError("bad-path", { hints: [hint("key-exists")] });
    // All lines with the key: the last one counts, now as before.
    for (const line of lines) renameLine(line, name);
    if (name !== key) for (const line of this.pieces.rename(section, key, name)) this.removeLine(line);
  }

  /**
   * Removes a key and its line; returns false if the key does not exist.
   *
   * @param section - The name of the section; empty for keys before the first header.
   * @param key - The name of the key.
   * @returns Whether the key existed.
   */
  delete(section: string, key: string): boolean {
    const lines = this.pieces.take(section, key);
    for (const line of lines) this.removeLine(line);
    return lines.length > 0;
  }

  /** Removes a name and its value, and the rest of the line with its comment, unless a header begins the line. */
  private removeLine(value: Line): void {
    const { before, after, named } = value;
    const rest = before.text.slice(0, before.text.length - named.size);
    before.text = rest.replace(/(?<![^\n])[^\S\n]+$/, "");
    let left: Piece | undefined = before;
    while (left?.text === "") left = left.before;
    const isLine = left?.text.endsWith("\n") ?? true;
    if (isLine && after !== undefined) after.text = after.text.replace(/^[^\S\n]*(?:;[^\n]*)?(?:\n|$)/, "");
    this.pieces.remove(value);
    this.pieces.removeIfEmpty(before);
    this.pieces.removeIfEmpty(after);
  }

  /** The whole text. */
  toString(): string {
    return Array.from(this.pieces, ({ text }) => text).join("");
  }

  private find(section: string, key: string): Value | undefined {
    return this.pieces.lines(section, key).at(-1);
  }

  private add(section: string, key: string, text: string): void {
    const name = nameOf(key);
    const before = this.pieces.insert(this.endOf(section), section, `${name}=`);
    const value = this.pieces.insert(before, section, text);
    this.pieces.assign(value, key, { size: name.length + 1, key: name.length });
    this.pieces.insert(value, section, this.lineEnd);
  }

  /** The piece behind which a section gets a new line: after its last value or its header. Adds a missing header. */
  private endOf(section: string): Piece | undefined {
    const last = this.pieces.lastOf(section);
    if (last === undefined) return section === "" ? undefined : this.addHeader(section);
    if (last.setting !== undefined) return this.pieces.insert(last, section, this.lineEnd);
    const { text, before } = last;
    const isBehind = before?.setting !== undefined && before.section === last.section;
    const size = isBehind ? text.indexOf("\n") + 1 || text.length : text.length;
    const line = text.slice(0, size);
    last.text = line.endsWith("\n") ? line : line + this.lineEnd;
    if (size < text.length) this.pieces.insert(last, section, text.slice(size));
    return last;
  }

  private addHeader(section: string): Piece {
    const refused = this.escapes ? /\n|\\$/ : /[\n\]]/;
    if (stripped(section) !== section || refused.test(section))
      throw new VariantError("unsupported-value", { hints: [hint("section-name", JSON.stringify(section))] });
    const { lineEnd } = this;
    const end = this.pieces.last?.text;
    const before = end === undefined ? "" : end.endsWith("\n") ? lineEnd : lineEnd + lineEnd;
    const marked = markedName(section);
    const name = this.escapes ? marked.replaceAll("]", "\\]") : marked;
    return this.pieces.insert(this.pieces.last, section, `${before}[${name}]${lineEnd}${lineEnd}`);
  }

  private read(text: string, budget: MemoryBudget, onWarning: Options["onWarning"]): void {
    let section = "";
    let from = 0;
    let at = 0;
    const around = (end: number) => {
      if (end > from) this.pieces.insert(this.pieces.last, section, text.slice(from, end), from);
      from = end;
    };
    for (;;) {
      at = afterSpace(text, at);
      if (at === text.length) break;
      if (text[at] === "[") {
        around(at);
        takeMemory(budget, memoryOf.part, text, at);
        const end = endOfHeader(text, at, this.escapes);
        const name = nameInFile(stripped(text.slice(at + 1, end)));
        // Engines ignore a header without a name.
        section = (this.escapes ? name.replaceAll("\\]", "]") : name) || section;
        at = end + 1;
        continue;
      }
      const [name, letters] = [at, afterMark(text, at)];
      const equals = endOfKey(text, letters);
      const marked = letters > name ? keyOf(text, name, name + 1, parseKey) : "";
      const key = marked + keyOf(text, letters, equals, parseKey);
      const start = afterSpace(text, equals + 1);
      takeMemory(budget, memoryOf.setting, text, name);
      around(start);
      at = from = endOfValue(text, start);
      const value = this.pieces.insert(this.pieces.last, section, text.slice(start, at), start);
      // Engines ignore a value without a key, and remove a key whose value is null.
      const isNull = noValue.test(value.text);
      const replaced = key === "" ? value : this.find(section, key);
      // Engines refuse the whole file for a value that they cannot read, and nobody asks for this one.
      if (replaced !== undefined) {
        this.parsed(replaced);
        if (key !== "") onWarning?.({ code: "repeated-key", offset: name, path: formatPath([section, key]) });
      }
      const named = { size: start - name, key: text.slice(name, equals).replace(/[\0-\x20]+$/, "").length };
      if (key !== "" && isNull) this.pieces.unset(value, key, named);
      else if (key !== "") this.pieces.assign(value, key, named);
    }
    around(text.length);
  }
}

brand(ConfigFile, "ConfigFile");

function renameLine(value: Value, name: string): void {
  const { before } = value;
  const { size, key } = value.named;
  const end = before.text.length - size;
  const written = nameOf(name);
  before.text = before.text.slice(0, end) + written + before.text.slice(end + key);
  value.named = { size: size - key + written.length, key: written.length };
}

/** Where a key goes on behind a byte order mark: engines read comments and blanks between them. Both belong to the name. */
function afterMark(text: string, start: number): number {
  if (text[start] !== "\ufeff") return start;
  const letters = afterSpace(text, start + 1);
  return letters === start + 1 || '["'.includes(text[letters] ?? "[") ? start : letters;
}

/** The end of a section name, in which a backslash may escape a bracket. */
function endOfHeader(text: string, start: number, escapes: boolean): number {
  const token = escapes ? /\\\]|[\]\n]/g : /[\]\n]/g;
  token.lastIndex = start + 1;
  let found = token.exec(text);
  while (found?.[0].startsWith("\\")) found = token.exec(text);
  if (found?.[0] !== "]") throw textError("bad-text", text, start);
  return found.index;
}

/** Parses the value whose types a new value keeps; undefined if its text is not valid. */
function oldValue({ text }: Piece): Variant | undefined {
  try {
    return parseInFile(parseText, asPart(text), { mode: "exact" });
  } catch {
    return undefined;
  }
}
