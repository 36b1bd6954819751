import { counted } from "../../describe/amounts.js";
import { framingText } from "../../describe/files.js";
import {
  type Candidate,
  type DialectName,
  decode,
  type Loaded,
  type LoadOptions,
  load,
  type OpenedFile,
  type Options,
  open,
  openFile,
  tryDecode,
  type Unwrapped,
  unwrap,
  VariantError,
  type Warning,
} from "../../index.js";
import { defaultDialect, dialectNumbers, guessedFromHints } from "../../table/table.gen.js";
import { Progress } from "../output/progress.js";
import { say, sayNotes, warningText } from "../output/report.js";
import { nameOf, readInput } from "./files.js";
import { fitsOf, fitsText } from "./fits.js";
import { bytesBetween, lengthBytes } from "./frames.js";
import { secretsOf } from "./secrets.js";
import { type Given, optionsOf } from "./settings.js";

/** A score from which on a reading is proven. */
export const proof = 0.9;

/** How a file was read. */
export type Reading = Pick<Loaded, "candidates" | "content" | "dialect" | "framing">;

/** A file, the options to read it with, and its progress. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly options: LoadOptions;
  readonly progress: Progress;
}

/** Reads the bytes of a file, and asks for its password. */
export async function openInput(file: string, given: Given): Promise<Input> {
  const name = nameOf(file);
  const progress = new Progress(name);
  const options = { ...optionsOf(given), ...(await secretsOf(given, name)), framing: given.framing };
  return { bytes: await readInput(file, progress), options, progress };
}

/** Loads a file, prints its warnings, and says what it was taken for where that is not certain. */
export function loadLoudly(input: Input): Promise<Loaded> {
  return loudly(input, loadFile);
}

/** The same without decoding its values. */
export function openLoudly(input: Input): Promise<OpenedFile> {
  return loudly(input, async (bytes, options) => {
    if (options.allowTrailing !== true) return explaining(bytes, options, () => openFile(bytes, options));
    const first = await loadFirst(bytes, options);
    return { ...first, documents: [open(first, { allowTrailing: true })] };
  });
}

async function loudly<File extends Reading>(
  { bytes, options, progress }: Input,
  read: (bytes: Uint8Array, options: LoadOptions) => Promise<File>,
): Promise<File> {
  const warnings: Warning[] = [];
  progress.tell("decoding", bytes.length, bytes.length);
  try {
    const file = await read(bytes, { ...options, onWarning: (warning) => warnings.push(warning) });
    progress.end();
    sayDoubt(file, options.dialect);
    return file;
  } finally {
    progress.end();
    sayNotes("warning", warnings, warningText);
  }
}

/** Loads a file. An error says as exactly as possible what is wrong, and how else the content may be read. */
export async function loadFile(bytes: Uint8Array, options: LoadOptions): Promise<Loaded> {
  if (options.allowTrailing === true) return loadFirst(bytes, options);
  return explaining(bytes, options, () => load(bytes, options));
}

/** Loads only the first value: nothing is known about the bytes after it. */
async function loadFirst(bytes: Uint8Array, options: LoadOptions): Promise<Loaded> {
  const unwrapped = await unwrap(bytes, options);
  const framing = options.framing === "store_var" ? "store_var" : "none";
  const dialect = options.dialect ?? defaultDialect;
  const value = decode(unwrapped.content, { ...options, framing });
  return { values: [value], dialect, framing, ...unwrapped, mode: "exact" };
}

/** Runs something that reads a file, and looks closer where that fails. */
export async function explaining<Result>(
  bytes: Uint8Array,
  options: LoadOptions,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VariantError) || error.code !== "bad-container") throw error;
    throw closestError(await unwrapped(bytes, options, error), options, error);
  }
}

async function unwrapped(bytes: Uint8Array, options: LoadOptions, error: VariantError): Promise<Unwrapped> {
  try {
    return await unwrap(bytes, options);
  } catch {
    throw error;
  }
}

/** The error of the reading that comes furthest; `error` itself where the content is known not to be values. */
function closestError(
  { content, layers, candidates }: Unwrapped,
  options: LoadOptions,
  error: VariantError,
): VariantError {
  if (candidates[0] !== undefined && candidates[0].container !== "none") return error;
  const dialects = options.dialect === undefined ? guessedFromHints : [options.dialect];
  const framings = readings.filter((name) => name === (options.framing ?? name));
  const errors = framings.flatMap((framing) =>
    dialects.flatMap((dialect) => {
      const given = { ...options, onWarning: undefined, framing: "none", dialect } as const;
      return errorIn(content, framing, given) ?? [];
    }),
  );
  const furthest = errors.sort((a, b) => distance(b) - distance(a))[0] ?? error;
  const inside = layers.map(({ container }) => container).join(", ");
  const fits = fitsOf(content, options as Options);
  const hints = [
    inside !== "" && `the place is in the content of ${inside}`,
    fits &&
      (fits.length === 0
        ? "no dialect reads these bytes whole"
        : `these bytes parse whole ${fitsText(fits)}`),
  ];
  return new VariantError(furthest.code, {
    ...furthest,
    hint: hints.filter(Boolean).join("; ") || undefined,
  });
}

const readings = ["none", "store_var", "store_var_big_endian"] as const;

/** The first error of a reading; frames are read as far as they go, also the last one when it is cut. */
function errorIn(
  content: Uint8Array,
  framing: (typeof readings)[number],
  options: Options,
): VariantError | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  let at = 0;
  while (at < content.length || at === 0) {
    const isFramed = framing !== "none" && at + lengthBytes <= content.length;
    const start = isFramed ? at + lengthBytes : at;
    const end = isFramed ? start + view.getUint32(at, framing === "store_var") : content.length;
    const result = tryDecode(content.subarray(start, end), options);
    if (!result.ok) {
      const { error } = result;
      return new VariantError(error.code, { ...error, offset: start + (error.offset ?? 0) });
    }
    at = end;
  }
  return undefined;
}

/** How much is known of a reading that an error ended; what only a limit ended may be right. */
function distance({ code, offset = 0 }: VariantError): number {
  return code.startsWith("too-") ? Number.POSITIVE_INFINITY : offset;
}

/** Says what a file was taken for, where its bytes do not prove it and no option says so. */
export function sayDoubt(loaded: Reading, named: DialectName | undefined): void {
  const { candidates, dialect, framing } = loaded;
  const sameReading = (other: Candidate) => other.framing === framing && other.dialect === dialect;
  const found = candidates.find(sameReading);
  if (named !== undefined || found === undefined || found.score >= proof) return;
  const others = candidates.filter((other) => other.dialect !== undefined && !sameReading(other));
  const names = [...new Set(others.map((other) => other.dialect))].filter((name) => name !== dialect);
  const doubt = names.length === 0 ? "" : `; it may also be ${names.join(", ")}: name it with --dialect`;
  const left = framing === "mixed" ? ` (${counted(bytesBetween(loaded.content), "byte")})` : "";
  say(`read as ${dialect}, ${framingText(framing, found.count)}${left}, which is not certain${doubt}`);
}

/** Whether two names mean the same dialect. */
export function sameDialect(one: DialectName, other: DialectName): boolean {
  return dialectNumbers[one] === dialectNumbers[other];
}
