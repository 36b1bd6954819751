// The sections of a ConfigFile as Dictionaries, and its text with other values.
import { insideOf } from "../base/errors-within.js";
import { hint } from "../base/hints.js";
import { joinedPath } from "../base/path.js";
import { editText } from "../forms/edit-text.js";
import { inFile, printedInFile } from "../forms/file-marks.js";
import {
  ConfigFile,
  type DialectName,
  Dictionary,
  formatPath,
  toText,
  type Variant,
  VariantError,
  type Warning,
} from "../index.js";
import { placesByText } from "./places-by-text.js";
import type { VarForm } from "./var-text.js";

const exact = { mode: "exact" } as const;

/** Each section as a Dictionary. Keys before the first section are in a section without a name. */
export function sectionsOf(config: ConfigFile, warnings?: Warning[]): Dictionary {
  const entries = (section: string) =>
    config.keys(section).map((key): [string, Variant] => {
      const onWarning = (warning: Warning) =>
        warnings?.push({ ...warning, path: joinedPath(formatPath([section, key]), warning.path) });
      const how = warnings === undefined ? exact : { ...exact, onWarning };
      return [key, config.get(section, key, how) as Variant];
    });
  return new Dictionary(config.sections().map((name) => [name, new Dictionary(entries(name))]));
}

/** The text of a ConfigFile with other values. Throws `unsupported-value` for what it cannot hold. */
export function configText(text: string, value: Variant, given: VarForm): string {
  const form = inFile(given);
  const { dialect } = form;
  const made = sectionsIn(value);
  const read = new ConfigFile(text, { dialect });
  const old = sectionsIn(sectionsOf(read));
  // It may hold what no edit may write.
  if (contentOf(made) === contentOf(old)) return text;
  const config = withNewNames(text, old, made, dialect) ?? read;
  const before = new Set(config.sections());
  if ([...made.values()].some((values) => [...values.values()].includes(null))) throw unfit();
  for (const section of before) changeSection(config, section, made.get(section) ?? new Map(), form);
  for (const [section, values] of made) {
    for (const [key, item] of values)
      if (config.getText(section, key) === undefined)
        insideOf([section, key], () => {
          config.set(section, key, item, exact);
          config.setText(section, key, form.print(item));
        });
  }
  const edited = config.toString();
  const result = sectionsIn(sectionsOf(new ConfigFile(edited, { dialect })));
  const filled = Array.from(result).filter(([, { size }]) => size > 0);
  // A section that has lost its last key goes, as engines write it. A new one needs a key.
  const wanted = Array.from(made).filter(([name, { size }]) => size > 0 || !before.has(name));
  if (contentOf(filled) === contentOf(wanted)) return edited;
  throw unfit();
}

/** The file with the new names of sections in their headers; undefined without any, or if it would say something else then. */
function withNewNames(
  text: string,
  old: ReadonlyMap<string, ReadonlyMap<string, Variant>>,
  made: ReadonlyMap<string, ReadonlyMap<string, Variant>>,
  dialect: DialectName | undefined,
): ConfigFile | undefined {
  const values = (sections: typeof old) =>
    new Map(Array.from(sections, ([name, values]) => [name, new Dictionary(values)]));
  const names = newNames(values(old), values(made));
  if (names.size === 0) return undefined;
  const renamed = text.replace(
    /^([^\S\n]*\[)([^\]\n]*)(?=\])/gm,
    (_all, start, name) => start + (names.get(name.trim()) ?? name),
  );
  const wanted = Array.from(old, ([name, values]) => [names.get(name) ?? name, values] as const);
  const read = readAs(renamed, dialect);
  const isWanted = read !== undefined && contentOf(sectionsIn(sectionsOf(read))) === contentOf(wanted);
  return isWanted ? read : undefined;
}

type Sections = Iterable<readonly [string, ReadonlyMap<string, Variant>]>;

/** The texts of all values, with names that may hold what no Variant holds, such as a NUL. */
function contentOf(sections: Sections): string {
  const texts = Array.from(sections, ([name, values]) => [
    name,
    Array.from(values, ([key, value]) => [key, insideOf([name, key], () => toText(value, exact))]),
  ]);
  return JSON.stringify(texts);
}

const unfit = () => new VariantError("unsupported-value", { hints: [hint("config-holds")] });

function sectionsIn(value: Variant): Map<string, Map<string, Variant>> {
  return new Map(entriesIn(value).map(([name, values]) => [name, new Map(entriesIn(values))]));
}

function entriesIn(value: Variant): [string, Variant][] {
  if (!(value instanceof Dictionary)) throw unfit();
  return Array.from(value, ([key, item]) => {
    if (typeof key !== "string") throw unfit();
    return [key, item];
  });
}

/** Changes, renames and removes the keys of a section. */
function changeSection(
  config: ConfigFile,
  section: string,
  values: ReadonlyMap<string, Variant>,
  form: VarForm,
): void {
  const before = config.keys(section);
  const old = new Map(before.map((key) => [key, config.get(section, key, exact) as Variant]));
  const names = newNames(old, values);
  for (const key of before) {
    const name = values.has(key) ? key : names.get(key);
    if (name === undefined) config.delete(section, key);
    else {
      if (name !== key) config.rename(section, key, name);
      const text = config.getText(section, name) as string;
      const value = values.get(name) as Variant;
      insideOf([section, name], () => config.setText(section, name, editText(text, value, form)));
    }
  }
}

/**
 * The new names of keys. Between two keys that stay, a new key has the place of one that is gone: of one with the same value, if
 * that leaves enough places. Behind the last key that stays, new keys need no place.
 */
function newNames(
  old: ReadonlyMap<string, Variant>,
  values: ReadonlyMap<string, Variant>,
): Map<string, string> {
  const [gone, made] = [runsOf(old, values), runsOf(values, old)];
  const names = made.flatMap((news, run) => {
    const free = gone[run] ?? [];
    return namesIn(free, news, run < made.length - 1 || free.length === news.length);
  });
  return new Map(names);
}

/** A key, and the text of its value. */
type KeyText = readonly [key: string, text: string];

/** The old and the new name of each key that one of the new keys replaces. */
function namesIn(
  free: readonly KeyText[],
  news: readonly KeyText[],
  needsPlaces: boolean,
): [string, string][] {
  const places = placesByText(free.map(([, text]) => text));
  const names: [string, string][] = [];
  let from = 0;
  for (const [index, [name, text]] of news.entries()) {
    const end = needsPlaces ? free.length - news.length + index + 1 : free.length;
    const alike = places.get(text) ?? [];
    while ((alike.at(-1) ?? from) < from) alike.pop();
    const place = alike.at(-1) ?? end;
    if (place >= end && !needsPlaces) break;
    if (place < end) from = place;
    const [key] = free[from++] ?? [];
    if (key !== undefined) names.push([key, name]);
  }
  return names;
}

/** The keys that `others` lacks: those before the first key that it has, those between that and the next one, and so on. */
function runsOf(all: ReadonlyMap<string, Variant>, others: ReadonlyMap<string, Variant>): KeyText[][] {
  const runs: KeyText[][] = [[]];
  for (const [key, value] of all) {
    if (others.has(key)) runs.push([]);
    else runs.at(-1)?.push([key, toText(value, exact)]);
  }
  return runs;
}

/** The text of a value, which stands as `text` at some keys; undefined if it stays as it is. */
export type Printed = (value: Variant, text: string, keys?: readonly Variant[]) => string | undefined;

/**
 * The text for an engine, with each value as a function prints it; undefined keeps a value as it is. Throws `unsupported-value` if the engine
 * reads other names of sections.
 */
export function printedConfig(text: string, from: DialectName, to: DialectName, print: Printed): string {
  const config = new ConfigFile(text, { dialect: from });
  const sections = config.sections();
  const made = readAs(text, to);
  const read = made?.sections() ?? [];
  if (made === undefined || sections.some((name, i) => name !== read[i])) throw wrongName(sections, from, to);
  for (const section of sections) {
    for (const key of config.keys(section)) {
      const value = config.get(section, key, exact) as Variant;
      const printed = print(value, config.getText(section, key) as string, [section, key]);
      // Engines ignore keys set to null, which `setText` refuses.
      if (printed === "null") made.delete(section, key);
      else if (printed !== undefined) made.setText(section, key, printedInFile(printed));
    }
  }
  return made.toString();
}

/** The file as an engine reads it; undefined if it does not. */
function readAs(text: string, dialect: DialectName | undefined): ConfigFile | undefined {
  try {
    return new ConfigFile(text, { dialect });
  } catch {
    return undefined;
  }
}

/** The error for the first name that an engine reads otherwise than another one writes it. */
function wrongName(sections: readonly string[], from: DialectName, to: DialectName): VariantError {
  const isOther = (name: string) => {
    const alone = new ConfigFile("", { dialect: from });
    alone.set(name, "k", true);
    return readAs(alone.toString(), to)?.sections()[0] !== name;
  };
  const name = sections.find(isOther);
  const hints = name === undefined ? [] : [hint("section-name", JSON.stringify(name))];
  return new VariantError("unsupported-value", { hints });
}
