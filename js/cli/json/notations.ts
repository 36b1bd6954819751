// Both notations of JSON, by the name that `--json` takes.
import { parseJson, parseJsonSequence, splitJson } from "../../forms/json-parser.js";
import { print } from "../../forms/json-printer.js";
import { plainNotation } from "../../forms/plain-json-writer.js";
import { type DocumentNode, fromPlainJSON, type Variant, VariantError } from "../../index.js";
import { quoted } from "../../table/quoted.js";
import { Failure } from "../output/failure.js";
import { exactBuilder, exactNotation } from "./exact.js";

/** The notations of JSON: `plain` is the library's, for people; `exact` keeps every type. */
type NotationName = "plain" | "exact";

/** Yields the JSON of a value in parts, because it may be too long for a single string. */
export function jsonParts(value: Variant, notation: NotationName, indentation: string): Iterable<string> {
  return print(value, notation === "exact" ? exactNotation : plainNotation(true), indentation);
}

/** Yields the JSON of a value and a line end. `file` is the file that it is from, which the JSON then names. */
export function* jsonLine(
  value: Variant,
  notation: NotationName,
  indentation: string,
  file: string | undefined,
): Generator<string> {
  if (file !== undefined) yield `{"file": ${quoted(file)}, "value": `;
  yield* jsonParts(value, notation, indentation);
  yield file === undefined ? "\n" : "}\n";
}

/**
 * Yields a line of JSON for each value in a container: the value itself or, of a Dictionary or an Object, its key, too. Only one
 * of them is in memory at a time.
 */
export function* recordLines(
  container: DocumentNode,
  notation: NotationName,
  file: string | undefined,
): Generator<string> {
  const isKeyed = container.type === "Dictionary" || container.type === "Object";
  const start = file === undefined ? "" : `"file": ${quoted(file)}, `;
  for (let first = 0; first < container.childCount; first += nodesAtOnce) {
    for (const node of container.children(first, nodesAtOnce)) {
      if (isKeyed) {
        yield `{${start}"key": `;
        yield* jsonParts(node.key as Variant, notation, "");
        yield ', "value": ';
      } else if (file !== undefined) {
        yield `{${start}"value": `;
      }
      yield* jsonParts(node.value("exact"), notation, "");
      yield isKeyed || file !== undefined ? "}\n" : "\n";
    }
  }
}

const nodesAtOnce = 1000;

/** Reads one JSON value. In the plain notation, it keeps the types of `old`. Throws a Failure. */
export function readJson(text: string, notation: NotationName, old?: Variant): Variant {
  return explained(() => {
    return notation === "exact" ? parseJson(text, exactBuilder) : readPlain(text, old);
  });
}

/** Reads JSON values that follow each other; `old` are the values that they replace. Throws a Failure. */
export function readJsonSequence(text: string, notation: NotationName, old: readonly Variant[]): Variant[] {
  return explained(() => {
    if (notation === "exact") return parseJsonSequence(text, exactBuilder);
    return splitJson(text).map((part, i) => {
      try {
        return readPlain(part, old[i]);
      } catch (error) {
        if (!isMisfit(error)) throw error;
        throw new Failure(`Value ${i} does not fit. ${error.hint} Use --json exact.`);
      }
    });
  });
}

function readPlain(text: string, old: Variant | undefined): Variant {
  return fromPlainJSON(text, { mode: "exact", like: old === undefined ? undefined : { value: old } });
}

const isMisfit = (error: unknown): error is VariantError =>
  error instanceof VariantError && error.code === "unsupported-value";

function explained<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof VariantError) || error.code !== "bad-text") throw error;
    throw new Failure(`The JSON cannot be read. ${error.hint}`);
  }
}
