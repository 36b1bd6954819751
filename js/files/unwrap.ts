// `unwrap` and `wrap`: the layers around any content.
import { copyOf, join, plain } from "../base/bytes.js";
import { errorWith } from "../base/changed-errors.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { checkLayer, checkOptions, isLayer } from "../base/option-names.js";
import {
  type Bytes,
  bytesOf,
  limitsOf,
  type ReadOptions,
  type Secrets,
  type WrapOptions,
  withOwnSecrets,
} from "../base/options.js";
import { TextDecoder, TextEncoder } from "../base/text-coders.js";
import { bytesOfBase64 } from "../table/base64.js";
import { operation } from "../table/boundary.gen.js";
import { type DialectName, dialectDescriptions, dialectNumbers } from "../table/table.gen.js";
import { call } from "../wasm/file-calls.js";
import { Budget } from "./budget.js";
import { openCompressed, openStream, writeCompressed, writeStream } from "./compressed.js";
import { type Candidate, candidatesOf } from "./detect.js";
import { openEncrypted, writeEncrypted } from "./encrypted.js";
import type { Base64Layer, Damage, Layer, Look, Opened, StreamLayer, Unwrapped } from "./layers.js";

const mostLayers = 8;
const tooManyLayers = () => new VariantError("too-large", { hints: [hint("layer-limit", mostLayers)] });
/** Shorter texts may be words. */
const leastBase64 = 64;
/** Detection checks only the first values of larger inputs, because decoding checks the rest anyway. */
export const elementsLookedAt = 100_000;

/**
 * Undoes all layers. With `damage`, throws only for a layer that cannot be read at all. `look` sees growing parts of a large
 * content before the rest is decompressed. `original` gets the copy of a file with layers that was read.
 */
export async function unwrap(
  file: Bytes,
  options: ReadOptions = {},
  damage?: Damage,
  look: Look = () => {},
  original: { bytes?: Uint8Array<ArrayBuffer> } = {},
): Promise<Unwrapped> {
  checkOptions(options);
  const layers: Layer[] = [];
  let content = plain(bytesOf(file));
  const { depth } = limitsOf(options.limits);
  const budget = new Budget(content.length, options.limits);
  let generation = 0;
  for (;;) {
    const settings = { dialect: options.dialect, generation, elements: elementsLookedAt, depth };
    const candidates = candidatesOf(content, settings);
    const cut = damage && cutBase64(content, candidates[0]);
    if (cut !== undefined) {
      damage?.errors.push(new VariantError("unexpected-end", { offset: cut.length }));
      layers.push({ container: "base64" });
      content = cut;
      continue;
    }
    // The caller may change its bytes, or transfer them, while a layer is read.
    if (layers.length === 0 && isLayer(candidates[0]?.container)) content = original.bytes = copyOf(content);
    const opened = await open(content, candidates[0], options, budget, damage, (beginning, inner) =>
      look(beginning, [...layers, ...inner]),
    ).catch((error) => {
      throw error.code !== "bad-container" || error.hints.length > 0 || damage !== undefined
        ? error
        : errorWith(error, { hints: [hint("try-recover")] });
    });
    if (opened === undefined) return { content, layers, candidates };
    if (layers.push(opened.layer) > mostLayers) throw tooManyLayers();
    if (opened.layer.container === "gdec") generation = opened.layer.engine;
    content = opened.content;
    budget.left -= content.length;
  }
}

/** The content of base64 text whose end is missing, so that nothing in it is recognized. */
function cutBase64(
  text: Uint8Array<ArrayBuffer>,
  likely: Candidate | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  if (text.length < leastBase64 || (likely !== undefined && likely.container !== "text")) return undefined;
  return bytesOfBase64(new TextDecoder("latin1").decode(text.subarray(0, text.length & ~3)));
}

async function open(
  bytes: Uint8Array<ArrayBuffer>,
  candidate: Candidate | undefined,
  secrets: Secrets,
  budget: Budget,
  damage: Damage | undefined,
  look: Look,
): Promise<Opened | undefined> {
  switch (candidate?.container) {
    case "gcpf":
      return openCompressed(bytes, budget, damage, look);
    case "gdec":
      return openEncrypted(bytes, secrets, damage);
    case "zlib":
    case "gzip":
    case "zstd":
    case "fastlz":
      return openStream(bytes, candidate as StreamLayer, budget, damage, look);
    case "base64":
      return { layer: base64Layer(bytes), content: call(operation.readBase64, bytes).bytes };
    default:
      return undefined;
  }
}

/** A base64 text with the blanks behind it, which the codec skips. */
function base64Layer(bytes: Uint8Array): Layer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] as number) <= blank) end--;
  const ending = new TextDecoder().decode(bytes.subarray(end));
  return { container: "base64", ...(ending !== "" && { ending }) };
}

/** The last character that counts as a blank. */
const blank = 0x20;

function endingOf({ ending = "" }: Base64Layer): Uint8Array {
  const bytes = new TextEncoder().encode(ending);
  if (bytes.some((byte) => byte > blank)) throw new TypeError("The ending of a base64 layer must be blank.");
  return bytes;
}

export async function wrap(
  content: Bytes,
  layers: readonly Layer[],
  options: WrapOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkOptions(options);
  for (const layer of layers) checkLayer(layer);
  // What is written must be read again.
  if (layers.length > mostLayers) throw tooManyLayers();
  const own = withOwnSecrets(options);
  let bytes = plain(bytesOf(content));
  for (const layer of [...layers].reverse()) bytes = await close(bytes, layer, own);
  return bytes;
}

async function close(
  content: Uint8Array<ArrayBuffer>,
  layer: Layer,
  options: WrapOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (layer.container) {
    case "gcpf":
      return writeCompressed(content, layer);
    case "gdec":
      return writeEncrypted(content, layer.engine, options);
    case "base64":
      return join([call(operation.writeBase64, content).bytes, endingOf(layer)]);
    default:
      return writeStream(content, layer);
  }
}

/** Changes layers to their form in the engine generation of a dialect. */
export function layersFor(layers: readonly Layer[], dialect: DialectName): Layer[] {
  const generation = dialectDescriptions[dialectNumbers[dialect]]?.generation ?? 0;
  const old = generation > 0 && generation < 4;
  return layers.map((layer): Layer => {
    if (layer.container === "gdec") return { ...layer, engine: old ? 3 : 4 };
    if (old && layer.container === "gcpf" && layer.compression === "brotli") {
      return { ...layer, compression: "zstd" };
    }
    return layer;
  });
}
