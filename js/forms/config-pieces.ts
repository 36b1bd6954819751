// The pieces of a ConfigFile: a list in the order of the text, and an index by section and key. An edit of one key neither searches
// nor moves the pieces of the others, so that editing all keys takes linear time.

/** A part of the file: a value, or the text between values. */
export interface Piece {
  text: string;
  /** Index in the parsed text; of a new piece a number beyond it. It grows from line to line of a section, which ends with its newest. */
  readonly place: number;
  readonly section: Section;
  /** Undefined for the text between values, and for a value that engines ignore or forget. */
  setting: Setting | undefined;
  /** Undefined for the text between values, and for a value without a key. */
  named: Named | undefined;
  before: Piece | undefined;
  after: Piece | undefined;
}

/** The name of a value, at the end of the piece before it. */
interface Named {
  /** The number of characters from the key up to the value. */
  readonly size: number;
  /** The number of characters of the key. */
  readonly key: number;
}

/** A value with its key. */
export interface Line extends Piece {
  named: Named;
  before: Piece;
}

/** The value of a key. */
export interface Value extends Line {
  setting: Setting;
}

interface Section {
  readonly name: string;
  last: Piece | undefined;
  /** By key; undefined before the first key. */
  settings: Map<string, Setting> | undefined;
}

/** A key of a section. */
interface Setting {
  /** The values of all lines with the key behind the last null, in order: the first one gives the key its place, the last one its value. */
  lines: Value[];
  /** The lines up to the last null, with which engines forget the key. */
  forgotten: Line[];
}

/** The pieces of a file. Iterates over them in the order of the text. */
export class ConfigPieces {
  last: Piece | undefined;
  private first: Piece | undefined;
  private readonly sections = new Map<string, Section>();
  /** The place of the next new piece. */
  private newPlace: number;

  /** Has no pieces at first; `length` is that of the text to be parsed. */
  constructor(length: number) {
    this.newPlace = length;
  }

  *[Symbol.iterator](): Generator<Piece> {
    for (let piece = this.first; piece !== undefined; piece = piece.after) yield piece;
  }

  /** The last piece of a section; undefined if there is none. */
  lastOf(section: string): Piece | undefined {
    return this.sections.get(section)?.last;
  }

  /** The values of all lines with a key, of which the last one counts; empty for a key without a value. */
  lines(section: string, key: string): readonly Value[] {
    return this.sections.get(section)?.settings?.get(key)?.lines ?? [];
  }

  /** The keys that have a value, in the order of their first lines. */
  keys(section: string): string[] {
    const placeOf = ({ lines: [first] }: Setting) => (first as Value).place;
    return [...(this.sections.get(section)?.settings ?? [])]
      .filter(([, { lines }]) => lines.length > 0)
      .sort(([, one], [, other]) => placeOf(one) - placeOf(other))
      .map(([key]) => key);
  }

  /** The names of the sections with keys, in the order in which engines make them: a null that removes the last key removes the section. */
  sectionNames(isNull: (text: string) => boolean): string[] {
    const forgotten = new Map<Piece, Setting>();
    for (const { settings } of this.sections.values())
      for (const setting of settings?.values() ?? [])
        for (const line of setting.forgotten) forgotten.set(line, setting);
    const keys = new Map<string, Set<Setting>>();
    for (const piece of this) {
      const setting = piece.setting ?? forgotten.get(piece);
      if (setting === undefined) continue;
      const { name } = piece.section;
      const known = keys.get(name) ?? new Set();
      if (isNull(piece.text)) known.delete(setting);
      else known.add(setting);
      if (known.size > 0) keys.set(name, known);
      else keys.delete(name);
    }
    return [...keys.keys()];
  }

  /** Adds a piece behind another one, or as the first one. */
  insert(before: Piece | undefined, name: string, text: string, place = this.newPlace++): Piece {
    const section = this.sectionOf(name);
    const after = before === undefined ? this.first : before.after;
    const piece: Piece = { text, place, section, setting: undefined, named: undefined, before, after };
    this.join(before, piece);
    this.join(piece, after);
    const { last } = section;
    if (last === undefined || last === before || after === undefined) section.last = piece;
    return piece;
  }

  /** Makes a piece the value of a key, in the last line of its section with a key. */
  assign(piece: Piece, key: string, named: Named): void {
    const value = piece as Value;
    value.named = named;
    value.setting = settingOf(value.section, key);
    value.setting.lines.push(value);
  }

  /** Makes a piece the null with which engines forget a key. */
  unset(piece: Piece, key: string, named: Named): void {
    const line = piece as Line;
    const setting = settingOf(line.section, key);
    line.named = named;
    for (const value of setting.lines) {
      (value as Line).setting = undefined;
      setting.forgotten.push(value);
    }
    setting.lines = [];
    setting.forgotten.push(line);
  }

  /** Gives the lines of a key to a name without a value. Returns the lines by which engines would forget these. */
  rename(section: string, key: string, name: string): readonly Line[] {
    const known = this.sections.get(section) as Section;
    const [from, to] = [settingOf(known, key), settingOf(known, name)];
    [to.lines, from.lines] = [from.lines, []];
    for (const line of to.lines) line.setting = to;
    const start = (to.lines[0] as Value).place;
    if ((to.forgotten.at(-1)?.place ?? 0) < start) return [];
    const { forgotten } = to;
    to.forgotten = [];
    return forgotten;
  }

  /** Forgets a key that has a value, and returns its lines. */
  take(section: string, key: string): readonly Value[] {
    const lines = this.lines(section, key);
    if (lines.length > 0) settingOf((lines[0] as Value).section, key).lines = [];
    return lines;
  }

  /** Removes a piece. The last one of a section must follow another one of it, as a value follows its name. */
  remove(piece: Piece): void {
    const { before, after, section } = piece;
    this.join(before, after);
    if (section.last === piece) section.last = before;
  }

  /**
   * Removes a piece that has become empty, so that no edit has to step over many of them. One that ends its section stays, because it
   * decides where the next new line goes.
   */
  removeIfEmpty(piece: Piece | undefined): void {
    if (piece?.text === "" && piece.section.last !== piece) this.remove(piece);
  }

  private join(before: Piece | undefined, after: Piece | undefined): void {
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.last = before;
    else after.before = before;
  }

  private sectionOf(name: string): Section {
    const section = this.sections.get(name) ?? { name, last: undefined, settings: undefined };
    this.sections.set(name, section);
    return section;
  }
}

function settingOf(section: Section, key: string): Setting {
  section.settings ??= new Map();
  const setting = section.settings.get(key) ?? { lines: [], forgotten: [] };
  section.settings.set(key, setting);
  return setting;
}
