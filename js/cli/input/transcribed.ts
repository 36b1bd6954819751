// Files of other notations than Variants: JSON, var_to_str, ConfigFile, resources. An edit keeps all bytes that it need not change.
import {
  type Document,
  decode,
  encode,
  type Layer,
  open,
  unwrap,
  type Variant,
  VariantError,
  wrap,
} from "../../index.js";
import { readSavedText, type SavedText } from "../../texts/index.js";
import { exitCode, Failure } from "../output/failure.js";
import { visible } from "../output/text.js";
import type { Sliced } from "../output/whole-file.js";
import type { Input } from "./files.js";

/** A file whose values can be edited. */
export interface Editable {
  readonly documents: readonly Document[];
  /** The bytes of the whole file, with the edits of a Document. */
  readonly save: (document: Document) => Promise<Sliced>;
}

/** A file of another notation, opened to edit it. */
export interface Transcribed extends Editable {
  readonly kind: SavedText["kind"] | "resource";
  readonly values: readonly Variant[];
  /** The text, unless it is a resource. */
  readonly text?: SavedText;
  /** The bytes of the whole file, with another content. */
  readonly saveContent: (content: Uint8Array) => Promise<Uint8Array>;
}

/** The content of a file as values, and how to write it. */
interface Notation extends Pick<Transcribed, "kind" | "values" | "text"> {
  readonly write: (values: readonly Variant[]) => Uint8Array | Promise<Uint8Array>;
}

/** The dialect in which values of other notations are edited: the one with all types. */
const dialect = "godot-4.4";

/** The values of a file of another notation; undefined for a file of Variants. Layers around it are undone, and kept by `save`. */
export async function openTranscribed(input: Input): Promise<Transcribed | undefined> {
  const { bytes, options } = input;
  if (options.framing !== undefined || options.allowTrailing === true) return undefined;
  const nothing = { content: bytes, layers: [] as readonly Layer[], candidates: [] };
  const { content, layers, candidates } = await unwrap(bytes, options).catch(() => nothing);
  const notation = await notationOf(content, candidates[0]?.container, input);
  if (notation === undefined) return undefined;
  const { kind, values, text, write } = notation;
  const whole = {
    mode: "exact",
    fullObjects: true,
    allowObjects: true,
    dialect,
    limits: options.limits,
  } as const;
  const documents = values.map((value) => open(encode(value, whole), whole));
  const saveContent = (edited: Uint8Array) => wrap(edited, layers, options);
  const save = async (edited: Document) => {
    const place = documents.indexOf(edited);
    const made = values.map((value, i) => (i === place ? decode(edited.toBytes(), whole) : value));
    return saveContent(await fitting(async () => write(made)));
  };
  return { documents, save, saveContent, kind, values, ...(text && { text }) };
}

async function notationOf(
  content: Uint8Array,
  container: string | undefined,
  { options: { limits, dialect } }: Input,
): Promise<Notation | undefined> {
  if (container === "rsrc" || container === "tres" || container === "tscn") {
    const { readResource, resourceValue, takeValue, writeResource } = await import(
      "../../resources/index.js"
    );
    const file = await readResource(content, { mode: "exact", limits });
    const write = ([value]: readonly Variant[]) => {
      takeValue(file, value as Variant);
      return writeResource(file);
    };
    return { kind: "resource", values: [resourceValue(file)], write };
  }
  const written = textOf(content);
  const text = written === undefined ? undefined : readSavedText(written, { dialect, limits });
  if (text === undefined) return undefined;
  const { kind, values } = text;
  return { kind, values, text, write: (made) => Buffer.from(text.write(made)) };
}

/** What the notation cannot hold is a wrong argument of the command. */
async function fitting(write: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof VariantError) || error.code !== "unsupported-value") throw error;
    const place = error.path === "" ? "" : `${visible(error.path)}: `;
    throw new Failure(place + (error.hint ?? error.reason), exitCode.usage);
  }
}

/** Bytes as a text; undefined if they hold a zero byte, or are not valid UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  // The header of a Variant, a length and the magic number of a container hold a zero byte, or are no text at all.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
