// The command `extract`.
import { counted } from "../../describe/amounts.js";
import { notationNames } from "../../describe/files.js";
import { type Document, encode, locateFrames, type Options, unwrap, type Variant } from "../../index.js";
import type { Input } from "../input/files.js";
import { nodeAt, type Place, placeIn } from "../input/place.js";
import { openInput, openLoudly, openSettings } from "../input/reading.js";
import type { Given } from "../input/settings.js";
import { writeEach } from "../input/several.js";
import { openTranscribed } from "../input/transcribed.js";
import { exitCode, Failure } from "../output/failure.js";
import { kindOf } from "../output/types.js";

type ExtractFlags = Given & { frame?: number; path?: string; raw?: boolean };

/** Writes a part of files: a frame, a value in a frame, or the content inside all layers. */
export async function runExtract(files: readonly string[], given: ExtractFlags): Promise<void> {
  const make = async (file: string) => partOf(await openInput(file, given), given);
  await writeEach(files, given, make, { original: undefined });
}

async function partOf(input: Input, { frame, path, raw }: ExtractFlags): Promise<Uint8Array> {
  if (frame === undefined && path === undefined && raw !== true) return contentOf(input);
  const options = { ...input.options, allowObjects: true };
  const transcribed = await openTranscribed(input);
  if (transcribed !== undefined) {
    const place = placeOf(transcribed.documents, frame, path);
    if (raw === true) return rawBytes(nodeAt(place).value("exact"));
    // Of one of these kinds there are several.
    const kind = notationNames[transcribed.kind].replace(/^(?=resource|Config)/, "a ");
    throw new Failure(`The file is ${kind}, which holds no bytes of Variants. Use get.`, exitCode.usage);
  }
  const opened = await openLoudly({ ...input, options });
  // A path into a project.binary begins with the name of a setting, as for other commands.
  const isInSettings = opened.framing === "ecfg" && frame === undefined && path !== undefined;
  const { documents } = isInSettings ? await openSettings(input, opened) : opened;
  const place = placeOf(documents, frame, path);
  if (path === undefined && raw !== true) {
    const found = locateFrames(opened.content, opened)[frame ?? 0];
    if (found !== undefined) return opened.content.subarray(found.offset, found.offset + found.length);
  }
  const node = nodeAt(place);
  if (raw === true) return rawBytes(node.value("exact"));
  const { offset, byteLength, parent } = node;
  if (!parent?.type.startsWith("Packed")) return place.document.slice(offset, offset + byteLength);
  // An element of a packed array has no header.
  return encode(node.value("exact"), { ...options, dialect: opened.dialect, framing: "none" } as Options);
}

async function contentOf({ bytes, options, progress }: Input): Promise<Uint8Array> {
  const { content, layers } = await unwrap(bytes, options).finally(() => progress.end());
  if (layers.length > 0) return content;
  throw new Failure(
    "The file has no layers to remove. Use --frame or --path to choose what to extract.",
    exitCode.usage,
  );
}

/** Finds the value that the options name. In a file of several values, a path may begin with the number of one. */
function placeOf(documents: readonly Document[], frame: number | undefined, path: string | undefined): Place {
  const count = counted(documents.length, "value");
  if (frame === undefined && path === undefined && documents.length > 1)
    throw new Failure(`The file has ${count}. Choose one with --frame.`, exitCode.usage);
  const document = documents[frame ?? 0];
  if (document === undefined) throw new Failure(`There is no frame ${frame ?? 0}. The file has ${count}.`);
  return placeIn(frame === undefined ? documents : [document], path ?? "");
}

/** The bytes of a PackedByteArray, or the UTF-8 of a String. */
function rawBytes(value: Variant): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return Buffer.from(value);
  throw new Failure(`--raw needs a PackedByteArray or a String, not a value of type ${kindOf(value)}.`);
}
