// What is in a file, found out in one go; for a large one in a worker of its own, because the memory of WebAssembly that it
// takes comes back only when garbage is collected, and a worker that waits collects none.
import { load, type Unwrapped, unwrap, VariantError, type Warning } from "godot-variant";
import type { Answer, Note, OpenRequest } from "../protocol.js";
import { Failed } from "./describe.js";
import { Frames, type Reading } from "./frames.js";
import type { Work } from "./rpc.js";
import { secretsOf } from "./secrets.js";
import type { Unpacked } from "./unpacked.js";

/** Files from this size on are worth a worker. */
const largeFile = 1 << 23;
const mostNotes = 1000;

/** Undoes the layers of a file and finds the values inside. Rejects with the errors of `load`. */
export function unpack(work: Work, request: OpenRequest): Promise<Unpacked> {
  const isLarge = request.blob.size >= largeFile && typeof Worker === "function";
  return isLarge ? unpackElsewhere(work, request) : unpackHere(work, request);
}

function unpackElsewhere(work: Work, request: OpenRequest): Promise<Unpacked> {
  const worker = new Worker(location.href, { type: "module" });
  const done = new Promise<Unpacked>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("progress" in data) work.progress(data.progress);
      else if ("failure" in data) reject(new Failed(data.failure));
      else resolve(data.result as Unpacked);
    };
    worker.onerror = (event) => reject(new Error(event.message || "the worker stopped"));
    worker.postMessage({ id: 1, name: "unpack", args: [request] });
  });
  return done.finally(() => worker.terminate());
}

/** Errors of layers that are damaged: something of what is in them may be left. */
const damages = /^(bad-|unexpected-end)/;

/** The same without another worker. */
export async function unpackHere(work: Work, request: OpenRequest): Promise<Unpacked> {
  const file = new Uint8Array(await request.blob.arrayBuffer());
  const { dialect, framing } = request;
  const options = { ...secretsOf(request), dialect };
  const unwrapped = await unwrap(file, options).catch((error: unknown) => error);
  if (unwrapped instanceof Error) {
    if (!(unwrapped instanceof VariantError) || !damages.test(unwrapped.code)) throw unwrapped;
    const left = await leftOf(work, file, request, undefined);
    if (left === undefined) throw unwrapped;
    return left;
  }
  const whole = unwrapped as Unwrapped;
  const found = wholeOf(whole, request) ?? (await textOf(whole));
  if (found !== undefined) return found;
  const kind = whole.candidates[0]?.container ?? "none";
  const left = kind === "none" ? await leftOf(work, file, request, whole) : undefined;
  if (left !== undefined) return left;
  // It knows what to say about a file that cannot be read.
  await load(file, { ...options, framing });
  throw new VariantError("bad-container");
}

function wholeOf(unwrapped: Unwrapped, request: OpenRequest): Unpacked | undefined {
  const { content, layers, candidates } = unwrapped;
  for (const reading of readingsToTry(unwrapped, request)) {
    try {
      return { layers, candidates, original: content, lost: [], ...framesOf(content, reading) };
    } catch (error) {
      if (!(error instanceof VariantError) || /^too-/.test(error.code)) throw error;
    }
  }
  return undefined;
}

async function textOf({ content, layers, candidates }: Unwrapped): Promise<Unpacked | undefined> {
  const kind = candidates[0]?.container;
  if (kind === undefined || kind === "none") return undefined;
  const { textContent } = await import("./text-content.js");
  if (textContent(content, kind) === undefined) return undefined;
  const text = { content, original: content, reading: asText, kind };
  return { ...text, layers, candidates, warnings: [], lost: [], buffers: [] };
}

async function leftOf(
  work: Work,
  file: Uint8Array<ArrayBuffer>,
  request: OpenRequest,
  unwrapped: Unwrapped | undefined,
): Promise<Unpacked | undefined> {
  work.progress({ stage: "Looking for what can be read of" });
  const { rescued } = await import("./rescue.js");
  const left = await rescued(file, request, unwrapped);
  if (left === undefined) return undefined;
  return { candidates: unwrapped?.candidates ?? [], ...left, ...framesOf(left.content, left.reading) };
}

/** How values of a text are shown. */
const asText: Reading = { dialect: "godot-4.4", framing: "none" };

function framesOf(
  content: Uint8Array<ArrayBuffer>,
  reading: Reading,
): Pick<Unpacked, "content" | "reading" | "places" | "warnings" | "buffers"> {
  const warnings: Note[] = [];
  const onWarning = ({ code, offset, path }: Warning, start: number) => {
    if (warnings.length < mostNotes) warnings.push({ code, text: "", path, offset: start + offset });
  };
  const { places } = new Frames(content, reading, { onWarning });
  const indexes = places?.map(({ index }) => index.index.buffer) ?? [];
  return { content, reading, places, warnings, buffers: [content.buffer, ...indexes] };
}

function readingsToTry({ candidates }: Unwrapped, { dialect, framing }: OpenRequest): Reading[] {
  if (dialect !== undefined && framing !== undefined) return [{ dialect, framing }];
  return candidates.flatMap(({ dialect, framing }) =>
    dialect === undefined || framing === undefined ? [] : { dialect, framing },
  );
}
