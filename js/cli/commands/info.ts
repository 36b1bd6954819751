// The command `info`.
import { counted } from "../../describe/amounts.js";
import { certaintyText, framingText, layerText, notationNames } from "../../describe/files.js";
import {
  type Candidate,
  type DialectName,
  dialectDescriptions,
  type Frame,
  type Framing,
  type Layer,
  locateFrames,
  type Options,
  type TypeName,
  type Unwrapped,
  unwrap,
  type Warning,
} from "../../index.js";
import { escaped } from "../../table/quoted.js";
import type { Input } from "../input/files.js";
import { type Fit, fitsOf, fitsText } from "../input/fits.js";
import { openInput, sameDialect } from "../input/reading.js";
import { type Given, textTargetOf } from "../input/settings.js";
import { textFrom, textOfEach } from "../input/several.js";
import { openTranscribed, type Transcribed } from "../input/transcribed.js";
import { type FileValues, valuesOf } from "../input/values.js";
import { type Large, Survey } from "../output/file-summary.js";
import { warningLine } from "../output/report.js";
import { writeText } from "../output/targets.js";
import { visible } from "../output/text.js";
import { typeOf } from "../output/types.js";

type InfoFlags = Omit<Given, "json"> & { json?: boolean };

/** Describes files. */
export async function runInfo(files: readonly string[], { json, ...given }: InfoFlags): Promise<void> {
  const textOf = (file: string, isAlone: boolean) =>
    textFrom(async () => {
      const input = await openInput(file, { ...given, allowObjects: true });
      const info = await infoOf(input).finally(() => input.progress.end());
      if (json !== true) return infoText(info);
      return [infoJson(isAlone ? info : { file, ...info })];
    });
  const target = await textTargetOf(given, files);
  await writeText(textOfEach(files, textOf, json === true), target);
}

/** Facts about any file: its layers, and the kinds of content that it may have. */
interface Outside {
  readonly size: number;
  readonly layers: readonly Layer[];
  /** Bytes of the content inside all layers. */
  readonly contentSize: number;
  /** The possible readings of the content, most probable first. */
  readonly candidates: readonly Pick<Candidate, "container" | "framing" | "dialect" | "score" | "reasons">[];
}

/** Facts about the values of a file. */
interface Inside extends Outside {
  /** Values in total, including nested values and keys. */
  readonly values: number;
  /** Levels of nested containers. */
  readonly depth: number;
  readonly types: Readonly<Partial<Record<TypeName, number>>>;
  readonly largest: readonly Large[];
}

/** Facts about a file of another notation than Variants: text, or a resource. */
interface TranscribedInfo extends Inside {
  readonly notation: Transcribed["kind"];
  /** How many values stand one after the other. */
  readonly lines: number;
}

/** Facts about a file of values. */
interface Info extends Inside {
  readonly dialect: DialectName;
  readonly framing: Framing;
  readonly frames: readonly (Partial<Pick<Frame, "offset" | "length">> & { readonly type: TypeName })[];
  readonly warnings: readonly Warning[];
  /** The readings that reach the last byte; undefined for large contents, because trying every dialect takes time, and in `mixed`. */
  readonly parsesWholeAs: readonly Fit[] | undefined;
}

/** Describes a file; if it holds no values, only its layers and possible readings. Rejects as `load` does. */
export async function infoOf(input: Input): Promise<Info | TranscribedInfo | Outside> {
  const { bytes, options, progress } = input;
  const unwrapped = await unwrap(bytes, options);
  const outside = outsideOf(bytes, unwrapped);
  const [first] = unwrapped.candidates;
  if (first !== undefined && first.container !== "none" && options.framing === undefined)
    return transcribedInfo(outside, await openTranscribed(input));
  const warnings: Warning[] = [];
  progress.tell("decoding", bytes.length, bytes.length);
  const read = await valuesOf(bytes, { ...options, onWarning: (warning) => warnings.push(warning) });
  return {
    ...outside,
    ...insideOf(read),
    warnings,
    parsesWholeAs: fitsOf(read.content, options as Options, read.framing),
  };
}

function transcribedInfo(outside: Outside, opened: Transcribed | undefined): TranscribedInfo | Outside {
  if (opened === undefined) return outside;
  const { kind, values } = opened;
  return { ...outside, notation: kind, lines: values.length, ...surveyOf({ values, count: values.length }) };
}

/** The number of values, their types and sizes. */
function surveyOf({ values, count }: Pick<FileValues, "count" | "values">) {
  const survey = new Survey();
  let index = 0;
  for (const value of values) survey.addFrame(value, count > 1 ? index++ : undefined);
  return {
    values: survey.values,
    depth: survey.depth,
    types: Object.fromEntries(Array.from(survey.counts).sort(([, a], [, b]) => b - a)),
    largest: survey.largest,
  };
}

function outsideOf({ length }: Uint8Array, { content, layers, candidates }: Unwrapped): Outside {
  const named = candidates.map(({ container, framing, dialect, score, reasons }) => ({
    container,
    framing,
    dialect,
    score,
    reasons,
  }));
  return { size: length, layers, contentSize: content.length, candidates: named };
}

function insideOf(read: FileValues) {
  const { framing, dialect } = read;
  const places = locateFrames(read.content, { framing, dialect });
  return {
    dialect: canonical(dialect),
    framing,
    frames: Array.from(read.values, (value, i) => {
      const { offset, length } = places[i] ?? {};
      return { ...(offset !== undefined && { offset, length }), type: typeOf(value) };
    }),
    ...surveyOf(read),
  };
}

/** Replaces an alias with the name of its dialect. */
function canonical(name: DialectName): DialectName {
  return dialectDescriptions.find((dialect) => sameDialect(dialect.name, name))?.name ?? name;
}

/** A description as JSON, without characters that a terminal obeys. */
const infoJson = (info: (Info | TranscribedInfo | Outside) & { file?: string }) =>
  `${escaped(JSON.stringify(info, undefined, 2))}\n`;

const mostFrames = 20;

const row = (name: string, text: string) => `${name.padEnd(10)} ${text}\n`;

/** Yields the lines of a description for people. */
export function* infoText(info: Info | TranscribedInfo | Outside): Generator<string> {
  yield row("size", counted(info.size, "byte"));
  for (const layer of info.layers) yield row("layer", layerText(layer));
  if (info.layers.length > 0) yield row("content", counted(info.contentSize, "byte"));
  if ("framing" in info) yield* insideText(info);
  else if ("notation" in info) yield* transcribedText(info);
  else yield row("kind", info.candidates[0]?.reasons[0]?.replace(/^it is /, "") ?? "unknown");
}

function* insideText(info: Info): Generator<string> {
  yield row("dialect", info.dialect);
  yield* certainty(info);
  yield row("framing", `${info.framing}: ${framingText(info.framing, info.frames.length)}`);
  yield* framesText(info);
  yield* surveyText(info);
  for (const warning of info.warnings) yield row("warning", warningLine(warning));
  if (info.parsesWholeAs === undefined) return;
  yield row("also whole", fitsText(info.parsesWholeAs, info) || "as no other dialect");
}

function* transcribedText(info: TranscribedInfo): Generator<string> {
  yield row("kind", notationNames[info.notation]);
  if (info.notation === "json-lines") yield row("lines", String(info.lines));
  yield* surveyText(info);
}

function* surveyText(info: Inside): Generator<string> {
  yield row("values", `${counted(info.values, "value")}, ${counted(info.depth, "level")} of containers`);
  yield row("types", "");
  for (const [type, count] of Object.entries(info.types)) yield row("", `${type.padEnd(20)} ${count}`);
  if (info.largest.length > 0) yield row("largest", "");
  for (const { path, type, bytes } of info.largest) {
    yield row("", `${visible(path) || "(the value itself)"}  ${type}, ${counted(bytes, "byte")}`);
  }
}

function* certainty({ candidates, dialect, framing }: Info): Generator<string> {
  const found = candidates.find((other) => other.dialect === dialect && other.framing === framing);
  if (found === undefined) return;
  yield row("certainty", certaintyText(found));
}

function* framesText({ frames }: Info): Generator<string> {
  if (frames.length === 1) return;
  yield row("frames", String(frames.length));
  for (const [index, { offset, length, type }] of frames.slice(0, mostFrames).entries()) {
    const place = offset === undefined ? "" : `, ${counted(length ?? 0, "byte")} at ${offset}`;
    yield row("", `${String(index).padEnd(6)} ${type}${place}`);
  }
  if (frames.length > mostFrames) yield row("", `… and ${counted(frames.length - mostFrames, "more frame")}`);
}
