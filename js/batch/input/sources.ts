// All kinds of sources as one sequence of inputs.
import { bytesOf } from "../../base/options.js";
import { safeName } from "../files/names.js";
import type { BatchInput, BatchSource } from "../task/api.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Found } from "./found.js";

/** The inputs of all sources, one after the other. */
export async function* inputsOf(sources: readonly BatchSource[], walk: Walk): AsyncGenerator<Found> {
  for (const source of sources) {
    if (typeof source === "string") yield* walkFrom(source, walk);
    else if (Symbol.iterator in source || Symbol.asyncIterator in source) yield* givenInputs(source);
    else throw new TypeError("A source is a path, a glob, a list, NDJSON, or an iterable of inputs.");
  }
}

async function* givenInputs(source: Iterable<BatchInput> | AsyncIterable<BatchInput>): AsyncGenerator<Found> {
  for await (const input of source) yield inMemory(input.id, bytesOf(input.bytes));
}

/** An input with a name that somebody else chose. */
export function inMemory(id: string, bytes: Uint8Array): Found {
  const found = { id, from: bytes, isFile: false, size: bytes.length };
  try {
    return { ...found, name: safeName(id) };
  } catch (error) {
    return { ...found, name: id, problem: { error, outcome: "failed" } };
  }
}
