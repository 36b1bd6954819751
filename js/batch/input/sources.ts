// All kinds of sources as one sequence of inputs.
import { bytesOf } from "../../base/options.js";
import type { BatchInput, BatchSource } from "../task/api.js";
import { inArchive, isArchive } from "./archives.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Found } from "./found.js";
import { matching } from "./globs.js";
import { inMemory } from "./in-memory.js";
import { fromNdjson, listed } from "./lines.js";

/** The inputs of all sources, one after the other. */
export async function* inputsOf(
  sources: readonly BatchSource[],
  walk: Walk,
  limit: number,
): AsyncGenerator<Found> {
  for (const source of sources) {
    if (typeof source === "string")
      yield* isArchive(source) ? inArchive(source, limit) : walkFrom(source, walk);
    else if ("glob" in source) yield* matching(source.glob, walk);
    else if ("list" in source) yield* listed(source.list, walk);
    else if ("ndjson" in source) yield* fromNdjson(source.ndjson, limit);
    else if (Symbol.iterator in source || Symbol.asyncIterator in source) yield* givenInputs(source);
    else throw new TypeError("A source is a path, a glob, a list, NDJSON, or an iterable of inputs.");
  }
}

async function* givenInputs(source: Iterable<BatchInput> | AsyncIterable<BatchInput>): AsyncGenerator<Found> {
  for await (const input of source) yield inMemory(input.id, bytesOf(input.bytes));
}
