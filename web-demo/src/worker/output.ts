// What leaves the worker: the file with its edits, other forms of it, texts for the clipboard.
import {
  convertFile,
  type DialectName,
  formatPath,
  toNative,
  toPlainJSON,
  type Variant,
  wrap,
} from "godot-variant";
import type { Address, CopyForm, ExportForm, Product } from "../protocol.js";
import { csvOf } from "./csv.js";
import { textOf } from "./input.js";
import type { Session } from "./session.js";

const text = new TextEncoder();

/** The whole file: its content as it is now, in the layers that it came in. */
export async function saved(session: Session): Promise<Product> {
  const bytes = await bytesOf(session);
  // What goes to the page is not here any more.
  return { bytes: session.inside.layers.length === 0 ? bytes.slice() : bytes, name: session.name, notes: [] };
}

function bytesOf({ inside, secrets }: Session): Promise<Uint8Array<ArrayBuffer>> {
  return wrap(inside.frames.toContent(), inside.layers, secrets);
}

/** The file for another engine, and what that one cannot hold. */
export async function converted(session: Session, to: DialectName): Promise<Product> {
  const { dialect, framing } = session.inside.frames.reading;
  const { file, losses } = await convertFile(await bytesOf(session), {
    ...session.secrets,
    from: dialect,
    framing,
    to,
  });
  const notes = losses.map(({ code, path, offset, from, to }) => ({
    code,
    text: lossText(code, from, to),
    path,
    offset,
  }));
  return { bytes: file as Uint8Array<ArrayBuffer>, name: withEnding(session.name, `.${to}`, true), notes };
}

function lossText(code: string, from: string, to: string): string {
  switch (code) {
    case "type-changed":
      return `is a ${from}; it becomes a ${to}`;
    case "value-rounded":
      return "is rounded: its number does not fit";
    case "element-type-dropped":
      return "loses its element types";
    case "id-dropped":
      return "loses its id";
    default:
      return `is a ${from}; it becomes ${to === "Nil" ? "null" : to}`;
  }
}

/** `save.dat` → `save.json`, or `save.godot-3.dat`. */
function withEnding(name: string, ending: string, inside = false): string {
  const dot = name.lastIndexOf(".");
  const [stem, old] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return inside ? stem + ending + old : stem + ending;
}

export function copied(session: Session, address: Address, form: CopyForm): string {
  const place = session.placeAt(address);
  switch (form) {
    case "gdscript-path":
      return formatPath(place.node?.keys ?? [], "value");
    case "js-path":
      return jsPath(place.node?.keys ?? []);
    case "hex":
      return Array.from(session.inside.frames.slice(...place.range), (byte) =>
        byte.toString(16).padStart(2, "0"),
      ).join(" ");
    case "gdscript":
      return textOf(place.value());
    case "native":
      return jsonText(toNative(place.value(), exact));
    case "plain":
      return toPlainJSON(place.value(), { ...exact, indent: 2 });
  }
}

const exact = { mode: "exact" } as const;
const jsonText = (json: unknown) => JSON.stringify(json, null, 2);

/** `value.inventory[3]`; `.get(…)` for keys that no property can be. */
function jsPath(keys: readonly Variant[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`;
    if (typeof key !== "string") return `${path}.get(${String(key).replace(/^(?=[A-Z])/, "new ")})`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
  }, "value");
}

/** All values of the file in another form; the selected one as a table. Several values are an array. */
export function exported(session: Session, form: ExportForm, address: Address): Product {
  const { inside, name } = session;
  const values = () => inside.frames.list.map(({ document }) => document.root.value("exact"));
  const product = (bytes: Uint8Array<ArrayBuffer>, ending: string): Product => ({
    bytes,
    name: withEnding(name, ending),
    notes: [],
  });
  const json = (print: (value: unknown) => string) => {
    const list = values();
    return product(text.encode(`${print(list.length === 1 ? list[0] : list)}\n`), ".json");
  };
  switch (form) {
    case "content":
      return product(inside.frames.toContent().slice(), ".content");
    case "csv":
      return product(text.encode(csvOf(session.placeAt(address))), ".csv");
    case "gdscript":
      return product(text.encode(`${values().map(textOf).join("\n")}\n`), ".txt");
    case "native":
      return json((value) => jsonText(toNative(value, exact)));
    case "plain":
      return json((value) => toPlainJSON(value, { ...exact, indent: 2 }));
  }
}
