// All kinds of sources as one sequence of inputs.
import { copyOf } from "../../base/bytes.js";
import { bytesOf } from "../../base/options.js";
import { isObject } from "../../table/type-kinds.js";
import type { BatchInput, BatchSource } from "../task/api.js";
import { isArchive } from "./archive-names.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Found, Section } from "./found.js";
import { matching } from "./globs.js";
import { inMemory } from "./in-memory.js";
import { fromNdjson, listed } from "./lines.js";

/** The inputs of all sources, one after the other. */
export async function* inputsOf(
  sources: readonly BatchSource[],
  walk: Walk,
  limit: number,
): AsyncGenerator<Section> {
  for (const source of sources) {
    if (typeof source === "string")
      yield* isArchive(source) ? oneByOne(filesIn(source, limit)) : walkFrom(source, walk);
    else if ("glob" in source) yield* matching(source.glob, walk);
    else if ("list" in source) yield* listed(source.list, walk);
    else if ("ndjson" in source) yield* oneByOne(fromNdjson(source.ndjson, limit));
    else if (Symbol.iterator in source || Symbol.asyncIterator in source)
      yield* oneByOne(givenInputs(source));
    else throw notASource();
  }
}

const notASource = () =>
  new TypeError("A source is a path, a glob, a list, NDJSON, or an iterable of inputs.");

/** Throws a TypeError for what cannot be a source. */
export function checkSource(source: unknown): void {
  if (typeof source === "string") return;
  if (!isObject(source) || ArrayBuffer.isView(source)) throw notASource();
  const kind = (["glob", "list", "ndjson"] as const).find((name) => name in source);
  if (kind === undefined) return;
  const given = (source as Record<typeof kind, unknown>)[kind];
  const areChunks = isObject(given) && (Symbol.asyncIterator in given || Symbol.iterator in given);
  if (typeof given !== "string" && (kind === "glob" || !areChunks)) throw notASource();
}

/** What reads archives loads only now, because zlib takes 4 ms. */
async function* filesIn(archive: string, limit: number): AsyncGenerator<Found> {
  const { inArchive } = await import("./archives.js");
  yield* inArchive(archive, limit);
}

/** Nobody waits for the second input of such a source to get the first. */
async function* oneByOne(inputs: AsyncGenerator<Found>): AsyncGenerator<Section> {
  for await (const found of inputs) yield [found];
}

async function* givenInputs(source: Iterable<BatchInput> | AsyncIterable<BatchInput>): AsyncGenerator<Found> {
  for await (const input of source) {
    if (typeof input?.id !== "string")
      throw new TypeError("An input must be { id, bytes }, with a text as id.");
    // Inputs are read ahead, and the next one may stand in the same memory.
    yield inMemory(input.id, copyOf(bytesOf(input.bytes)));
  }
}
