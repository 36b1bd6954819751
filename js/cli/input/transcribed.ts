// Files of other notations than Variants: JSON, var_to_str, ConfigFile, resources. An edit keeps all bytes that it need not change.

import { textContainers } from "../../describe/files.js";
import { decodeApart } from "../../forms/apart-keys.js";
import { storedText } from "../../forms/stored-text.js";
import {
  type ContainerName,
  convert,
  type DialectName,
  type Document,
  decode,
  encode,
  type Layer,
  open,
  unwrap,
  type Variant,
  VariantError,
  type Warning,
  wrap,
} from "../../index.js";
import { readSavedText, type SavedText } from "../../texts/index.js";
import { placesAfter } from "../../texts/line-places.js";
import { exitCode, Failure } from "../output/failure.js";
import { sayWarnings } from "../output/report.js";
import { visible } from "../output/text.js";
import type { Sliced } from "../output/whole-file.js";
import type { Input } from "./files.js";

/** A file whose values can be edited. */
export interface Editable {
  readonly kind: SavedText["kind"] | "resource" | "variants";
  readonly documents: readonly Document[];
  /** Where the bytes of each Document begin in the content; undefined if the content does not have them. */
  readonly starts?: readonly number[];
  /** How many lines the only Document is an Array of; undefined for any other file. */
  readonly lines?: number;
  /** The bytes of the whole file, with the edits of a Document. */
  readonly save: (document: Document) => Promise<Sliced>;
}

/** A file of another notation, opened. */
export interface Transcribed {
  readonly documents: readonly Document[];
  /** The content has no bytes of Variants. */
  readonly starts?: undefined;
  /** Opens it to edit it: JSON lines as one Array, in which lines can be added, removed and moved. */
  readonly editable: () => Editable;
  readonly kind: Exclude<Editable["kind"], "variants">;
  readonly values: readonly Variant[];
  /** The bytes inside all layers. */
  readonly content: Uint8Array;
  /** The text, unless it is a resource. */
  readonly text?: SavedText;
  /** The bytes of the whole file, with other values, as many as there are. */
  readonly saveValues: (values: readonly Variant[]) => Promise<Uint8Array>;
  /** The bytes of the whole file, with another content. */
  readonly saveContent: (content: Uint8Array) => Promise<Uint8Array>;
}

/** The content of a file as values, and how to write it. */
interface Notation extends Pick<Transcribed, "kind" | "values" | "text"> {
  readonly write: (
    values: readonly Variant[],
    places?: readonly (number | undefined)[] | undefined,
  ) => Uint8Array | Promise<Uint8Array>;
}

/** The dialect in which values of other notations are edited: the one with all types. */
const dialect = "godot-4.4";

/**
 * The values of a file of another notation; undefined for a file of Variants. Layers around it are undone, and kept by `save`. With
 * `recover`, damaged JSON lines are left out.
 */
export async function openTranscribed(input: Input, recover = false): Promise<Transcribed | undefined> {
  const { bytes, options } = input;
  if (options.framing !== undefined || options.allowTrailing === true) return undefined;
  const nothing = { content: bytes, layers: [] as readonly Layer[], candidates: [] };
  const { content, layers, candidates } = await unwrap(bytes, options).catch(() => nothing);
  const notation = await notationOf(content, candidates[0]?.container, input, recover);
  if (notation === undefined) return undefined;
  const { kind, values, text, write } = notation;
  const { limits } = options;
  const { opened } = documentsIn(dialect, options);
  const read = (document: Document) =>
    decodeApart({ decode, convert }, document.toBytes(), { mode: "exact", limits });
  // Compressing or encrypting the same content again would give other bytes.
  const saveContent = async (edited: Uint8Array) =>
    Buffer.compare(edited, content) === 0 ? bytes : wrap(edited, layers, options);
  const saveValues = async (made: readonly Variant[], places?: Parameters<Notation["write"]>[1]) =>
    saveContent(await fitting(async () => write(made, places), kind));
  const documents = values.map(opened);
  const editable = (): Editable => {
    if (kind !== "json-lines") {
      const save = (edited: Document) =>
        saveValues(values.map((value, i) => (documents[i] === edited ? read(edited) : value)));
      return { kind, documents, save };
    }
    const save = (list: Document) =>
      saveValues(read(list) as Variant[], placesAfter(list.changes(), values.length));
    return { kind, documents: [opened(values as Variant[])], lines: values.length, save };
  };
  return { documents, editable, saveValues, saveContent, content, kind, values, ...(text && { text }) };
}

/** Makes Documents of values that were read from something else than a Variant's bytes, and reads them back. */
export function documentsIn(dialect: DialectName, { limits }: Input["options"]) {
  const whole = { mode: "exact", fullObjects: true, allowObjects: true, dialect, limits } as const;
  return {
    opened: (value: Variant) => open(encode(value, whole), whole),
    read: (document: Document) => decode(document.toBytes(), whole),
  };
}

async function notationOf(
  content: Uint8Array,
  container: ContainerName | undefined,
  { options: { limits, dialect } }: Input,
  recover: boolean,
): Promise<Notation | undefined> {
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => warnings.push(warning);
  const sayHeard = (isText: boolean) => {
    if (warnings.length > 0) sayWarnings(warnings, isText ? storedText(content)?.text : undefined);
  };
  if (container === "rsrc" || container === "tres" || container === "tscn") {
    const { readResource, resourceValue, takeValue, writeResource } = await import(
      "../../resources/index.js"
    );
    const file = await readResource(content, { mode: "exact", limits, onWarning });
    sayHeard(file.kind === "text");
    const write = ([value]: readonly Variant[]) => {
      takeValue(file, value as Variant);
      return writeResource(file);
    };
    return { kind: "resource", values: [resourceValue(file)], write };
  }
  if (!isText(content, container)) return undefined;
  const text = readSavedText(content, { dialect, limits, recover, onWarning });
  sayHeard(true);
  return text && { kind: text.kind, values: text.values, text, write: text.writeBytes };
}

/** What the notation cannot hold is a wrong argument of the command. */
async function fitting(write: () => Promise<Uint8Array>, kind: Transcribed["kind"]): Promise<Uint8Array> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof VariantError) || error.code !== "unsupported-value") throw error;
    const place = error.path === "" ? "" : `${visible(error.path)}: `;
    const why =
      kind === "resource" ? "A resource file refers only to resources that it lists." : error.reason;
    throw new Failure(place + (error.hint ?? why), exitCode.usage);
  }
}

/** Whether bytes are text, or should be according to what was detected. */
function isText(bytes: Uint8Array, container: ContainerName | undefined): boolean {
  if (textContainers.has(container)) return true;
  // The header of a Variant, a length and the magic number of a container hold a zero byte, or are no text at all.
  return !bytes.includes(0) && storedText(bytes) !== undefined;
}
