// Undoes the layers of a file and finds the values inside. Uses a second worker for a large file, because WebAssembly's memory
// is freed only by garbage collection, which never runs in an idle worker.
import { load, type Unwrapped, VariantError } from "godot-variant";
// Imported directly, because the entry of the package would load all code about files, such as recovery.
import { readings } from "../../../../js/files/readings.js";
import { unwrap } from "../../../../js/files/unwrap.js";
import type { Format, Noted, OpenRequest, Unpacked } from "../../protocol/opening.js";
import type { Task } from "../../protocol/serve.js";
import { unchanged } from "../../protocol/unchanged.js";
import { Content } from "./content.js";
import { note } from "./noted.js";
import { secretsOf } from "./secrets.js";

/** A file of at least this many bytes is unpacked in a second worker. */
const largeFile = 1 << 23;

/** Rejects with the errors of `load`. */
export async function unpack(task: Task, request: OpenRequest): Promise<Unpacked> {
  if (request.blob.size < largeFile || typeof Worker !== "function") return unpackHere(task, request);
  const { Client } = await import("../../protocol/client.js");
  const client = new Client(new Worker(location.href, { type: "module" }));
  return client.call("unpack", [request], task.progress).finally(() => client.end());
}

/** Errors of damaged layers, which may still be readable in part. */
const damages = /^(bad-|unexpected-end)/;

/** Everything but the copy of the file. */
type Found = Omit<Unpacked, "copy">;

export async function unpackHere(task: Task, request: OpenRequest): Promise<Unpacked> {
  const { blob } = request;
  const file = new Uint8Array(await unchanged(blob, (file) => file.arrayBuffer()));
  // Before its buffer is transferred. Only files on the disk change.
  const copy = blob instanceof File ? new Blob([file]) : blob;
  return { ...(await unpackBytes(task, file, request)), copy };
}

async function unpackBytes(task: Task, file: Uint8Array<ArrayBuffer>, request: OpenRequest): Promise<Found> {
  const { dialect, framing } = request;
  const options = { ...secretsOf(request), dialect };
  const unwrapped = await unwrap(file, options).catch((error: unknown) => error);
  if (unwrapped instanceof Error) {
    if (!(unwrapped instanceof VariantError) || !damages.test(unwrapped.code)) throw unwrapped;
    const readable = await readableOf(task, file, request, undefined);
    if (readable === undefined) throw unwrapped;
    return readable;
  }
  const whole = unwrapped as Unwrapped;
  const found = (await valuesOf(whole, request)) ?? (await textOf(whole));
  if (found !== undefined) return found;
  const kind = whole.candidates[0]?.container ?? "none";
  const readable = kind === "none" ? await readableOf(task, file, request, whole) : undefined;
  if (readable !== undefined) return readable;
  // Rejects with an error that names the actual format of the file.
  await load(file, { ...options, framing });
  throw new VariantError("bad-container");
}

async function valuesOf(unwrapped: Unwrapped, request: OpenRequest): Promise<Found | undefined> {
  const { content, layers, candidates } = unwrapped;
  for (const { dialect, framing, named } of readings(candidates, request)) {
    try {
      const read = await indexed(content, { dialect, framing }, named === undefined);
      return { layers, candidates, original: content, lost: [], ...read };
    } catch (error) {
      if (!(error instanceof VariantError) || /^too-/.test(error.code)) throw error;
    }
  }
  return undefined;
}

async function textOf({ content, layers, candidates }: Unwrapped): Promise<Found | undefined> {
  const kind = candidates[0]?.container;
  if (kind === undefined || kind === "none") return undefined;
  const { transcribedContent } = await import("./text-content.js");
  const found = await transcribedContent(content, kind);
  if (found === undefined) return undefined;
  const text = { content, original: content, format: formatOfText, kind, lost: found.lost };
  return { ...text, layers, candidates, noted: [], buffers: [] };
}

async function readableOf(
  task: Task,
  file: Uint8Array<ArrayBuffer>,
  request: OpenRequest,
  unwrapped: Unwrapped | undefined,
): Promise<Found | undefined> {
  task.progress({ stage: "Recovering" });
  const { rescued } = await import("./rescue.js");
  const found = await rescued(file, request, unwrapped);
  if (found === undefined) return undefined;
  return {
    candidates: unwrapped?.candidates ?? [],
    ...found,
    ...(await indexed(found.content, found.format)),
  };
}

/** The format in which the values of a text are shown. */
const formatOfText: Format = { dialect: "godot-4.4", framing: "none" };

async function indexed(
  content: Uint8Array<ArrayBuffer>,
  format: Format,
  isDoubtful = false,
): Promise<Pick<Unpacked, "content" | "format" | "ranges" | "noted" | "buffers">> {
  const noted: Noted[] = [];
  const { ranges } = await Content.open(content, format, {
    isDoubtful,
    onWarning: (warning, place) => note(noted, warning, place),
  });
  const indexes = ranges?.map(({ index }) => index.index.buffer) ?? [];
  return { content, format, ranges, noted, buffers: [content.buffer, ...indexes] };
}
