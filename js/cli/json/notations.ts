// Both notations of JSON, by the name that `--json` takes.
import { joinedPath } from "../../base/path.js";
import { parseJson, parseJsonSequence, placesOfJson } from "../../forms/json-parser.js";
import { print } from "../../forms/json-printer.js";
import { plainNotation } from "../../forms/plain-json-writer.js";
import {
  type DocumentNode,
  fromPlainJSON,
  type Limits,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { quoted } from "../../table/quoted.js";
import { withFloats } from "../../values/path-key.js";
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

/** How much JSON may take, and who hears of names that an object has twice, with indices of the text as offsets. */
interface ReadOptions {
  readonly limits?: Limits | undefined;
  readonly onWarning?: ((warning: Warning) => void) | undefined;
}

/** Reads one JSON value. Throws a Failure. */
export function readJson(text: string, notation: NotationName, options: ReadOptions = {}): Variant {
  return explained(() => {
    if (notation === "exact") return parseJson(text, exactBuilder, options.limits);
    return fromPlainJSON(text, { mode: "exact", ...options });
  });
}

/**
 * Reads JSON values that follow each other. In the plain notation, they keep the types of `old`, the values that they replace. Throws a
 * Failure.
 */
export function readJsonSequence(
  text: string,
  notation: NotationName,
  old: readonly Variant[],
  { limits, onWarning }: ReadOptions = {},
): Variant[] {
  return explained(() => {
    if (notation === "exact") return parseJsonSequence(text, exactBuilder, limits).map(withFloats);
    return placesOfJson(text, limits).map(({ start, end }, i) => {
      const part = text.slice(start, end);
      const inPart = ({ offset, path, ...warning }: Warning) =>
        onWarning?.({ ...warning, offset: start + offset, path: joinedPath(`[${i}]`, path) });
      try {
        const one = old[i];
        if (one === undefined) return fromPlainJSON(part, { mode: "exact", limits, onWarning: inPart });
        return fromPlainJSON(part, { mode: "exact", limits, like: { value: one } });
      } catch (error) {
        if (!isMisfit(error)) throw error;
        throw new Failure(`Value ${i} does not fit. ${error.hint} Use --json exact.`);
      }
    });
  });
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
