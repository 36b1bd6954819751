// The sections of a ConfigFile as Dictionaries, and its text with other values.
import { hint } from "../base/hints.js";
import { editText } from "../forms/edit-text.js";
import { ConfigFile, Dictionary, toText, type Variant, VariantError } from "../index.js";
import type { VarForm } from "./var-text.js";

const exact = { mode: "exact" } as const;

/** Each section as a Dictionary. Keys before the first section are in a section without a name. */
export function sectionsOf(config: ConfigFile): Dictionary {
  const entries = (section: string) =>
    config.keys(section).map((key): [string, Variant] => [key, config.get(section, key, exact) as Variant]);
  return new Dictionary(config.sections().map((name) => [name, new Dictionary(entries(name))]));
}

/** The text of a ConfigFile with other values. Throws `unsupported-value` for what it cannot hold. */
export function configText(text: string, value: Variant, form: VarForm): string {
  const config = new ConfigFile(text);
  const before = config.sections();
  const made = sectionsIn(value);
  if ([...made.values()].some((values) => [...values.values()].includes(null))) throw unfit();
  for (const section of before) changeSection(config, section, made.get(section) ?? new Map(), form);
  for (const [section, values] of made) {
    for (const [key, item] of values)
      if (config.getText(section, key) === undefined) {
        config.set(section, key, item, exact);
        config.setText(section, key, form.print(item));
      }
  }
  const edited = config.toString();
  const result = new Dictionary(
    Array.from(sectionsOf(new ConfigFile(edited))).filter(([, values]) => (values as Dictionary).size > 0),
  );
  // A section that has lost its last key goes, as engines write it. A new one needs a key.
  const kept = Array.from(made).filter(([name, { size }]) => size > 0 || !before.includes(name));
  const wanted = new Dictionary(kept.map(([name, values]) => [name, new Dictionary(values)]));
  if (toText(result, exact) === toText(wanted, exact)) return edited;
  throw unfit();
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
  const [before, after] = [config.keys(section), [...values.keys()]];
  for (const [index, key] of before.entries()) {
    const renamed = after[index];
    const isRenamed = !values.has(key) && before.length === after.length && renamed !== undefined;
    if (isRenamed && !before.includes(renamed)) config.rename(section, key, renamed);
    const name = isRenamed ? renamed : key;
    const value = values.get(name);
    const text = config.getText(section, name);
    if (value === undefined) config.delete(section, key);
    else if (text !== undefined) config.setText(section, name, editText(text, value, form));
  }
}

/** The text with each value as a function prints it; undefined keeps a value as it is. */
export function printedConfig(text: string, print: (value: Variant) => string | undefined): string {
  const config = new ConfigFile(text);
  for (const section of config.sections()) {
    for (const key of config.keys(section)) {
      const made = print(config.get(section, key, exact) as Variant);
      if (made !== undefined) config.setText(section, key, made);
    }
  }
  return config.toString();
}
