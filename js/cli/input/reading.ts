// Opens an input for a command, and says what was assumed about it.
import { totalLength } from "../../base/bytes.js";
import { type Hint, hint } from "../../base/hints.js";
import { counted } from "../../describe/amounts.js";
import { framingText } from "../../describe/files.js";
import { gapsBetween } from "../../frames/gaps.js";
import {
  type Candidate,
  type DialectName,
  type Document,
  decode,
  type Loaded,
  type LoadOptions,
  load,
  locateFrames,
  type OpenedFile,
  type Options,
  open,
  openFile,
  save as saveFile,
  tryDecode,
  type Unwrapped,
  unwrap,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { defaultDialect, dialectNumbers, guessedFromHints } from "../../table/table.gen.js";
import { Progress } from "../output/progress.js";
import { say, sayWarnings } from "../output/report.js";
import { type Sliced, sliceBytes } from "../output/whole-file.js";
import { type Input, nameOf, readInput } from "./files.js";
import { type Fit, fitsOf } from "./fits.js";
import { checkOneStandardInput, secretsOf } from "./secrets.js";
import { type Given, optionsOf } from "./settings.js";
import { documentsIn, type Editable, openTranscribed } from "./transcribed.js";

/** A score from which on a reading counts as certain. */
export const proof = 0.9;

/** How a file was interpreted. */
export type Reading = Pick<Loaded, "candidates" | "content" | "dialect" | "framing">;

/** Reads a file and, if the options say so, asks for its password. */
export async function openInput(file: string, given: Given): Promise<Input> {
  const name = nameOf(file);
  checkOneStandardInput(given, file);
  const progress = new Progress(name);
  const options = { ...optionsOf(given), ...(await secretsOf(given, name)), framing: given.framing };
  return { bytes: await readInput(file, progress), options, progress };
}

/** Loads a file and prints its warnings. If its interpretation is uncertain, prints a note about it. */
export function loadLoudly(input: Input): Promise<Loaded> {
  return loudly(input, loadFile);
}

/** Opens a file in the same way, but as Documents instead of decoded values. */
export function openLoudly(input: Input): Promise<OpenedFile> {
  return loudly(input, async (bytes, options) => {
    if (options.allowTrailing !== true) return explaining(bytes, options, () => openFile(bytes, options));
    const first = await loadFirst(bytes, options);
    return { ...first, documents: [open(first, { allowTrailing: true })] };
  });
}

/** A Document of a file. */
interface PlacedDocument {
  readonly document: Document;
  /** Where its bytes begin in the content; undefined if the content does not have them, as in a text. */
  readonly start: number | undefined;
}

/** The Documents of any file. */
export async function openDocuments(file: string, given: Given): Promise<readonly Document[]> {
  return (await openPlaced(file, given)).map(({ document }) => document);
}

/** The Documents of any file, and where they begin. */
export async function openPlaced(file: string, given: Given): Promise<readonly PlacedDocument[]> {
  const input = await openInput(file, { ...given, allowObjects: true });
  const { documents, starts } = (await openTranscribed(input)) ?? (await openVariants(input));
  return documents.map((document, i) => ({ document, start: starts?.[i] }));
}

/** Opens any file to edit it. */
export async function openEditable(input: Input): Promise<Editable> {
  return (await openTranscribed(input))?.editable() ?? openVariants(input);
}

async function openVariants(input: Input): Promise<Editable> {
  const opened = await openLoudly(input);
  const { documents, layers, framing } = opened;
  if (framing === "ecfg") return openSettings(input, opened);
  const isBare = layers.length === 0 && framing === "none";
  const save = async (document: Document) => keptIfSame(await document.save(input.options), input, opened);
  const frames = locateFrames(opened.content, { ...opened, limits: input.options.limits });
  return {
    kind: "variants",
    documents,
    starts: frames.map(({ offset }) => offset),
    save: async (document) => (isBare ? slices(document) : save(document)),
  };
}

/** Opens a project.binary as one Dictionary, whose keys its paths name, as `decode` prints it. */
export async function openSettings(input: Input, { dialect, framing }: OpenedFile): Promise<Editable> {
  const { bytes, options } = input;
  const loaded = await load(bytes, { ...options, mode: "exact", dialect, framing });
  const { opened, read } = documentsIn(dialect, options);
  const document = opened(loaded.values[0] as Variant);
  const save = async () => {
    const made = await saveFile([read(document)], loaded, options);
    return keptIfSame(made, input, loaded);
  };
  return { kind: "variants", documents: [document], save };
}

/** The old file instead of the new one if both have the same content, because compression and encryption may give other bytes. */
export async function keptIfSame(
  made: Uint8Array,
  { bytes, options }: Input,
  { content, layers }: Pick<Unwrapped, "content" | "layers">,
): Promise<Uint8Array> {
  if (layers.length === 0) return made;
  const again = await unwrap(made, options);
  return Buffer.compare(again.content, content) === 0 ? bytes : made;
}

/** The bytes of a Document, which are never all in memory besides those that it was opened from. */
function slices(document: Document): Sliced {
  const { size: length } = document;
  return {
    length,
    *[Symbol.iterator]() {
      for (let at = 0; at < length; at += sliceBytes) yield document.slice(at, at + sliceBytes);
    },
  };
}

/** Reads a file, prints its warnings and, if its interpretation is uncertain, a note about it. */
export async function loudly<File extends Reading>(
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
    sayWarnings(warnings);
  }
}

/** Loads a file. If that fails, the error names the most likely cause and the other readings that succeed. */
export async function loadFile(bytes: Uint8Array, options: LoadOptions): Promise<Loaded> {
  if (options.allowTrailing === true) return loadFirst(bytes, options);
  return explaining(bytes, options, () => load(bytes, options));
}

/** Loads only the first value, because the bytes after it may be anything. */
async function loadFirst(bytes: Uint8Array, options: LoadOptions): Promise<Loaded> {
  const unwrapped = await unwrap(bytes, options);
  const framing = options.framing === "store_var" ? "store_var" : "none";
  const dialect = options.dialect ?? defaultDialect;
  const value = decode(unwrapped.content, { ...options, framing });
  return { values: [value], dialect, framing, ...unwrapped, mode: "exact" };
}

/** Runs a function that reads a file; if it fails, finds the error that explains it best. */
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

/** The error of the interpretation that reads most bytes; `error` itself if the content is known to hold no values. */
function closestError(
  { content, layers, candidates }: Unwrapped,
  options: LoadOptions,
  error: VariantError,
): VariantError {
  if (content.length === 0) return error;
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
  const hints =
    layers.length === 0 ? [] : [hint("inside-layers", ...layers.map(({ container }) => container))];
  return new VariantError(furthest.code, {
    ...furthest,
    hints:
      furthest.code === "too-deep"
        ? [...hints, hint("raise-limit", "depth")]
        : [...hints, ...furthest.hints, ...fitHints(fitsOf(content, options as Options), furthest)],
  });
}

/** Hints at other readings that reach the last byte. */
function fitHints(fits: readonly Fit[] | undefined, { code }: VariantError): Hint[] {
  if (fits?.length === 0)
    return [hint("fits-nothing"), ...(code === "unexpected-end" ? [hint("try-recover")] : [])];
  return (["none", "store_var"] as const).flatMap((framing) => {
    const dialects = (fits ?? []).filter((fit) => fit.framing === framing).map(({ dialect }) => dialect);
    return dialects.length === 0 ? [] : hint("fits-dialects", framing, ...dialects);
  });
}

const readings = ["none", "store_var", "store_var_big_endian"] as const;

/** The first error of an interpretation. Frames are read one by one, including a truncated last one. */
function errorIn(
  content: Uint8Array,
  framing: (typeof readings)[number],
  options: Options,
): VariantError | undefined {
  for (const [i, { offset, length, missing }] of locateFrames(content, { framing }).entries()) {
    const result = tryDecode(content.subarray(offset, offset + length), options);
    if (!result.ok) {
      const { error } = result;
      const hints = missing > 0 ? [hint("frame-cut", i, missing)] : [];
      return new VariantError(error.code, { ...error, offset: offset + (error.offset ?? 0), hints });
    }
  }
  return undefined;
}

/** The number of bytes before the error. A reading that only a limit stopped may be right, so it counts as furthest. */
function distance({ code, offset = 0 }: VariantError): number {
  return code.startsWith("too-") ? Number.POSITIVE_INFINITY : offset;
}

/** Says how a file was interpreted, unless its bytes or an option leave no doubt. */
function sayDoubt(loaded: Reading, named: DialectName | undefined): void {
  const { candidates, content, dialect, framing } = loaded;
  const sameReading = (other: Candidate) => other.framing === framing && other.dialect === dialect;
  const found = candidates.find(sameReading);
  if (named !== undefined || found === undefined || found.score >= proof) return;
  const others = candidates.filter((other) => other.dialect !== undefined && !sameReading(other));
  const names = [...new Set(others.map((other) => other.dialect))].filter((name) => name !== dialect);
  const doubt = names.length === 0 ? "" : ` It may also be ${names.join(", ")}. Use --dialect to choose.`;
  const gaps =
    framing === "mixed" ? gapsBetween(locateFrames(content, { framing, dialect }), content.length) : [];
  const between = totalLength(gaps);
  const left = gaps.length > 0 ? ` (${counted(between, "byte")})` : "";
  say(`Read as ${dialect}, ${framingText(framing, found.count)}${left}. This is not certain.${doubt}`);
}

/** Whether two names, one of which may be an alias, mean the same dialect. */
export function sameDialect(one: DialectName, other: DialectName): boolean {
  return dialectNumbers[one] === dialectNumbers[other];
}
