// The command `find`.
import { joinedPath } from "../../base/path.js";
import { type Document, type DocumentNode, type SearchOptions, search, type TypeName } from "../../index.js";
import { escaped } from "../../table/quoted.js";
import { openPlaced } from "../input/reading.js";
import { type Given, textTargetOf } from "../input/settings.js";
import { textOfEach } from "../input/several.js";
import { exitCode, Failure } from "../output/failure.js";
import { summaryOf } from "../output/preview.js";
import { writeText } from "../output/targets.js";
import { visible } from "../output/text.js";

export interface FindFlags extends Omit<Given, "json"> {
  regex?: boolean;
  case?: boolean;
  in?: "keys" | "values";
  type?: readonly TypeName[];
  from?: string;
  to?: string;
  json?: boolean;
  full?: boolean;
}

/** Prints the values that match, one a line. The exit code is 1 if there are none, and 2 after a failure. */
export async function runFind(
  text: string,
  files: readonly string[],
  { json = false, full = false, ...given }: FindFlags,
): Promise<void> {
  const query = queryOf(text, given);
  let count = 0;
  async function* textOf(file: string, isAlone: boolean) {
    const documents = await openPlaced(file, given);
    for (const [frame, { document, start }] of documents.entries()) {
      const prefix = documents.length > 1 ? `[${frame}]` : "";
      for (const node of found(document, query)) {
        count++;
        if (given.quiet === true) return;
        const path = joinedPath(prefix, node.path);
        if (!json) yield line(node, path, full);
        else yield jsonLine(isAlone ? { path } : { file, path }, node, start);
      }
    }
  }
  try {
    await writeText(textOfEach(files, textOf, json), await textTargetOf(given, files));
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.message, exitCode.usage) : error;
  }
  if (process.exitCode === exitCode.input) process.exitCode = exitCode.usage;
  else if (count === 0) process.exitCode = exitCode.input;
}

function* found(document: Document, query: SearchOptions): Generator<DocumentNode> {
  try {
    for (const nodes of search(document, query)) yield* nodes;
  } catch (error) {
    throw error instanceof TypeError ? new Failure(error.message, exitCode.usage) : error;
  }
}

function queryOf(text: string, given: FindFlags): SearchOptions {
  const isEmpty = text === "";
  if (given.in === "keys" && (given.from ?? given.to) !== undefined)
    throw new Failure("--from and --to look for values, not for keys.", exitCode.usage);
  return {
    text: isEmpty ? undefined : given.regex === true ? patternOf(text, given.case === true) : text,
    matchCase: given.case,
    keys: given.in !== "values",
    values: given.in !== "keys",
    types: given.type,
    from: numberOf(given.from),
    to: numberOf(given.to),
    elements: true,
  };
}

function patternOf(text: string, matchCase: boolean): RegExp {
  try {
    return new RegExp(text, matchCase ? "u" : "iu");
  } catch (error) {
    throw new Failure((error as Error).message, exitCode.usage);
  }
}

function numberOf(text: string | undefined): number | bigint | undefined {
  if (text === undefined) return undefined;
  if (/^[-+]?\d+$/.test(text)) return BigInt(text.replace("+", ""));
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new Failure(`${visible(text)} is not a number.`, exitCode.usage);
  return number;
}

function line(node: DocumentNode, path: string, full: boolean): string {
  return `${visible(path) || "(the value itself)"}: ${summaryOf(node.value("exact"), full)}\n`;
}

/**
 * `text` is what a person reads; `godot-variant get` prints the value as JSON. `start` is where the Document begins in the
 * content; without it, the content does not have the bytes of the value.
 */
function jsonLine(
  place: { file?: string; path: string },
  node: DocumentNode,
  start: number | undefined,
): string {
  const { type, offset, byteLength } = node;
  const bytes = start !== undefined && { offset: start + offset, byteLength };
  const text = summaryOf(node.value("exact"), true);
  return `${escaped(JSON.stringify({ ...place, type, ...bytes, text }))}\n`;
}
