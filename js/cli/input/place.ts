// Finds the place that a path on the command line means.

import { suggestion } from "../../base/similar.js";
import { counted } from "../../describe/amounts.js";
import { type Document, type DocumentNode, formatPath, parsePath, type Variant } from "../../index.js";
import { Failure } from "../output/failure.js";
import { visible } from "../output/text.js";

/** A place in a file: the Document of one of its values, and the keys that lead into it. */
export interface Place {
  readonly document: Document;
  readonly keys: readonly Variant[];
  /** The number of the value if the path began with one, otherwise empty. */
  readonly start: readonly Variant[];
}

/**
 * Finds the place of a path. In a file of several values, the path begins with the number of one, also where they are lines in a single
 * Document. Throws `bad-path`.
 */
export function placeIn(documents: readonly Document[], path: string, lines?: number): Place {
  const keys = parsePath(path);
  const [first, ...others] = documents;
  const [frame, ...rest] = keys;
  const isNumbered = lines === undefined || keys.length === 0 || typeof frame === "number";
  if (first !== undefined && others.length === 0 && isNumbered) return { document: first, keys, start: [] };
  const document = typeof frame === "number" ? documents[frame] : undefined;
  if (document !== undefined) return { document, keys: rest, start: [frame as number] };
  const count = counted(lines ?? documents.length, "value");
  if (typeof frame === "number")
    throw new Failure(`There is no value ${frame}. The file has ${count}, numbered from 0.`);
  const example = visible(formatPath([0, ...keys]));
  throw new Failure(`The file has ${count}. Begin the path with the number of one, as in ${example}.`);
}

/** A path in the Document of a place, as a path in the file. */
export function pathInside({ start }: Place, path: string): string {
  const isStep = start.length === 0 || path === "" || path.startsWith("[");
  return `${formatPath(start)}${isStep ? "" : "."}${path}`;
}

/** The node of the value at a place. Throws a Failure that says how far the path leads. */
export function nodeAt(place: Place): DocumentNode {
  checkPlace(place);
  return place.document.node(place.keys) as DocumentNode;
}

const isContainer = (type: string | undefined) => /^(?:Array|Dictionary|Object|Packed)/.test(type ?? "");

/** The container at a place. Throws a Failure if its value holds no others. */
export function containerAt(place: Place): DocumentNode {
  const node = nodeAt(place);
  if (isContainer(node.type)) return node;
  throw new Failure(`--records is for values that hold others. This one is of type ${node.type}.`);
}

/** Throws a Failure if there is no value at a place. It says how far the path leads, and which path may be meant. */
export function checkPlace({ document, keys, start }: Place): void {
  if (document.has(keys)) return;
  let known = keys.length - 1;
  while (!document.has(keys.slice(0, known))) known--;
  const node = document.node(keys.slice(0, known));
  const parent = formatPath([...start, ...keys.slice(0, known)]);
  const rest = visible(formatPath([...start, ...keys]).slice(parent.length));
  const place = parent === "" ? "the value" : visible(parent);
  const problem = `There is no ${rest} in ${place}`;
  if (!isContainer(node?.type)) throw new Failure(`${problem}, which holds no other values.`);
  if (typeof keys[known] === "number" && node?.type !== "Dictionary")
    throw new Failure(`${problem}, which has ${counted(node?.childCount ?? 0, "element")}.`);
  const others = (node?.children(0, mostCompared) ?? []).map(({ key }) => key);
  const names = others.filter((key) => typeof key === "string");
  const pathOf = (key: string) => visible(formatPath([...start, ...keys.slice(0, known), key]));
  throw new Failure(`${problem}.${suggestion(String(keys[known]), names, pathOf)}`);
}

/** Keys that a mistyped one is compared with. */
const mostCompared = 10_000;
