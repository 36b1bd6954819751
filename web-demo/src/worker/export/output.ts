// The files and texts that the worker produces: the edited file, other formats, texts for the clipboard.
import {
  convertFile,
  type DialectName,
  formatPath,
  type Loss,
  toNative,
  toPlainJSON,
  type Variant,
  wrap,
} from "godot-variant";
import { sameBytes } from "../../../../js/base/bytes.js";
import { lossReason } from "../../../../js/describe/problems.js";
import type { Note } from "../../protocol/opening.js";
import type { CopyForm, ExportForm, OutputFile } from "../../protocol/output.js";
import type { Address } from "../../protocol/places.js";
import { csvOf } from "../edit/csv.js";
import { textOf } from "../edit/notation.js";
import { rootOf } from "../session/content.js";
import type { Session } from "../session/session.js";
import { Cursor } from "../tree/cursor.js";

const text = new TextEncoder();

/** Loads the code that saving needs, by wrapping nothing in the layers of the file. */
export async function prepared({ inside: { layers }, secrets }: Session): Promise<void> {
  if (layers.length > 0) await wrap(new Uint8Array(), layers, secrets);
}

/** The edited content in the layers of the file. */
export async function saved(session: Session): Promise<OutputFile> {
  const bytes = await bytesOf(session);
  // The answer transfers the bytes to the page. Without layers they are the content itself, so they must be copied.
  return { bytes: session.inside.layers.length === 0 ? bytes.slice() : bytes, name: session.name, notes: [] };
}

async function bytesOf({ inside, secrets }: Session): Promise<Uint8Array<ArrayBuffer>> {
  const { content, layers, lost, original, copy } = inside;
  const bytes = await content.toBytes();
  // Otherwise the code for layers would load.
  if (layers.length === 0) return bytes;
  // Another compressor, or none, would make other bytes of the same content.
  const isAsOpened = lost.length === 0 && sameBytes(bytes, original);
  return isAsOpened ? new Uint8Array(await copy.arrayBuffer()) : wrap(bytes, layers, secrets);
}

/** The file for another engine, with a note for each value that this engine cannot store. */
export async function converted(session: Session, to: DialectName): Promise<OutputFile> {
  const { inside } = session;
  const { dialect, framing } = inside.content.format;
  const { file, losses } = await convertFile(await bytesOf(session), {
    ...session.secrets,
    from: dialect,
    framing,
    to,
  });
  const cursor = inside.content.isTranscribed ? undefined : new Cursor(session.rows.root.node);
  const notes = losses.map((loss) => noteOf(loss, cursor));
  return { bytes: file as Uint8Array<ArrayBuffer>, name: withEnding(session.name, `.${to}`, true), notes };
}

/** A loss in a key has the path of its Dictionary, so the key is looked up. */
function noteOf(loss: Loss, cursor: Cursor | undefined): Note {
  const text = lossReason(loss);
  const node = loss.count === undefined ? cursor?.seek(loss.offset).node : undefined;
  const key = node?.ranges().key;
  const isInKey = key !== undefined && key[0] <= loss.offset && loss.offset < key[1];
  const path = isInKey ? node?.inDocument?.path : undefined;
  return path === undefined ? { ...loss, text } : { ...loss, path, text: `The key: ${text}` };
}

/** `save.dat` → `save.json`, or `save.godot-3.dat`. */
function withEnding(name: string, ending: string, inside = false): string {
  const dot = name.lastIndexOf(".");
  const [stem, old] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return inside ? stem + ending + old : stem + ending;
}

export function copied(session: Session, address: Address, form: CopyForm): string {
  const node = session.nodeAt(address);
  switch (form) {
    case "gdscript-path":
      return formatPath(node.inDocument?.keys ?? [], "value");
    case "js-path":
      return jsPath(node.inDocument?.keys ?? []);
    case "hex":
      return Array.from(session.inside.content.slice(...node.range), (byte) =>
        byte.toString(16).padStart(2, "0"),
      ).join(" ");
    case "gdscript":
      return textOf(node.value());
    case "native":
      return jsonText(toNative(node.value(), exact));
    case "plain":
      return toPlainJSON(node.value(), { ...exact, indent: 2 });
  }
}

const exact = { mode: "exact" } as const;
const jsonText = (json: unknown) => JSON.stringify(json, null, 2);

/** `value.inventory[3]`, with `.get(…)` for keys that are not strings. */
function jsPath(keys: readonly Variant[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`;
    if (typeof key !== "string") return `${path}.get(${String(key).replace(/^(?=[A-Z])/, "new ")})`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
  }, "value");
}

/** All values of the file in another form, several of them as an array; for CSV, the selected value only. */
export async function exported(session: Session, form: ExportForm, address: Address): Promise<OutputFile> {
  const { inside, name } = session;
  const values = () => inside.content.values.map((value) => rootOf(value).value("exact"));
  const product = (bytes: Uint8Array<ArrayBuffer>, ending: string): OutputFile => ({
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
      return product((await inside.content.toBytes()).slice(), ".content");
    case "csv": {
      const csv = csvOf(session.nodeAt(address));
      return { ...product(text.encode(csv.text), ".csv"), notes: csv.notes };
    }
    case "gdscript":
      return product(text.encode(`${values().map(textOf).join("\n")}\n`), ".txt");
    case "native":
      return json((value) => jsonText(toNative(value, exact)));
    case "plain":
      return json((value) => toPlainJSON(value, { ...exact, indent: 2 }));
  }
}
