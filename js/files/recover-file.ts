// `recoverFile`: the readable part of a damaged file, inside its layers.
import { VariantError } from "../base/errors.js";
import type { Framing } from "../base/framings.js";
import { checkFraming, checkOptions } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  type Options,
  type Settings,
  settingsOf,
  type WrapOptions,
} from "../base/options.js";
import { formatOf } from "../document/read/source.js";
import { rescueArguments } from "../document/recover/arguments.js";
import type { Content } from "../document/recover/parts.js";
import { budgetFor } from "../document/recover/probe.js";
import { recoverKnown } from "../document/recover/recover.js";
import type { Lost, Recovered } from "../document/recover/recovered.js";
import { type Rescued, SavedValue } from "../document/recover/salvage.js";
import { rescueSettings } from "../document/recover/settings.js";
import { type Frames, framesOf, placeOf } from "../frames/content-frames.js";
import { readFrames } from "../frames/frames.js";
import { gapsBetween } from "../frames/gaps.js";
import { assemble } from "../frames/write-frames.js";
import { type DialectName, defaultDialect, guessedFromHints } from "../table/table.gen.js";
import { type Candidate, isDamaged } from "./detect.js";
import type { Damage, Layer, Unwrapped } from "./layers.js";
import { type LoadOptions, notValues, refuseImprobable, warnOfGaps } from "./load.js";
import { unwrap, wrap } from "./unwrap.js";

/** A reading is tried when its score is at least this part of the best one. */
const closeScore = 0.75;
/** Fewer bytes could be values by chance. */
const leastPart = 16;

/** Options of `recoverFile`. */
export interface RecoverFileOptions
  extends Omit<LoadOptions, "schema" | "allowTrailing" | "allowObjects">,
    WrapOptions {}

/** The result of `recoverFile`. Offsets count from the start of the content inside all layers. */
export interface RecoveredFile extends Recovered {
  /** The dialect in which the values were read. */
  readonly dialect: DialectName;
  /** How the values follow each other. */
  readonly framing: Framing;
  /** The layers around the content, the outermost first. */
  readonly layers: readonly Layer[];
  /** The possible readings of the content, most probable first, with how certain each is. */
  readonly candidates: readonly Candidate[];
  /**
   * What stands between the values of a content whose framing is `mixed`: data of the game, or damage; nothing tells. `file` keeps these
   * bytes. Where no framing was named, `onWarning` hears `bytes-between`.
   */
  readonly skipped: readonly { readonly offset: number; readonly length: number }[];
  /** The recovered values as a complete file, in the same layers. */
  readonly file: ByteArray;
}

export async function recoverFile(file: Bytes, options: RecoverFileOptions = {}): Promise<RecoveredFile> {
  checkOptions(options);
  checkFraming(options.framing, options);
  const damage: Damage = { holes: [], errors: [] };
  const unwrapped = await unwrap(file, options, damage);
  const { content, layers, candidates } = unwrapped;
  const best = wholeOf(unwrapped, options, damage) ?? bestOf(unwrapped, options, damage);
  const [error] = damage.errors;
  // Decryption with a wrong key yields noise, which is hardly readable.
  if (error?.code === "wrong-password" && worthOf(best) < content.length / 2) throw error;
  const lost = [
    ...damage.errors.map(({ code, offset = 0 }) => ({ offset, length: 0, code, path: "", keys: [] })),
    ...best.lost,
  ];
  const made = await wrap(best.bytes, layers, options);
  return { ...best, candidates, lost, complete: lost.length === 0, layers, file: made };
}

type Reading = Recovered & Pick<RecoveredFile, "dialect" | "framing" | "skipped">;

/** The values of a content without damage, or what is left of settings and arguments; undefined for other damage. */
function wholeOf(unwrapped: Unwrapped, options: RecoverFileOptions, damage: Damage): Reading | undefined {
  const { content, candidates } = unwrapped;
  const [hole] = damage.holes;
  const [likely] = candidates;
  const { framing = likely?.framing, dialect = likely?.dialect ?? defaultDialect } = options;
  // Their values are not frames, which is what recovery looks for.
  const isApart = framing === "ecfg" || framing === "rpc";
  if (framing === undefined) return undefined;
  if (!isApart && (likely === undefined || isDamaged(likely) || hole !== undefined)) return undefined;
  if (hole === undefined) refuseImprobable(candidates, options);
  const settings = settingsOf({ ...options, framing: "none", dialect, allowObjects: true });
  const { bare } = formatOf(settings);
  try {
    if (hole !== undefined) throw new VariantError("bad-container", { offset: hole[0] });
    // Its error has the path of the damaged value.
    if (isApart) readFrames(content, framing, { ...options, dialect, allowObjects: true });
    const { bytes, frames } = framesOf(content, framing, {
      ...options,
      framing: "none",
      dialect,
      allowObjects: true,
    });
    const values = frames.map((frame) => {
      const { offset, length } = frame;
      const { error, end } = bare.attempt(bytes.subarray(offset, offset + length));
      if (error !== undefined || end < length) throw new VariantError("bad-container");
      const ranges = frame.isExpanded === true ? [] : placeOf(frame);
      return new SavedValue(bare, { bytes }, offset, length, ranges);
    });
    const skipped = framing === "mixed" ? gapsBetween(frames, content.length) : [];
    warnOfGaps(() => skipped, options);
    return { values, lost: [], complete: true, bytes: content.slice(), dialect, framing, skipped };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    if (!isApart) return undefined;
    const { holes } = damage;
    const parts: Content = { format: bare, input: content, holes, budget: budgetFor(content) };
    const saved = framing === "ecfg" ? settingsIn(parts, dialect) : argumentsIn(parts, settings);
    if (saved !== undefined) return saved;
    throw refusal(unwrapped, { dialect }, damage, error);
  }
}

/** The settings of a damaged project.binary; undefined if none can be read. */
function settingsIn(content: Content, dialect: DialectName): Reading | undefined {
  const { input } = content;
  if (!/^ECFG/.test(String.fromCharCode(...input.subarray(0, 4)))) return undefined;
  const lost: Lost[] = [];
  const saved = rescueSettings(content, lost);
  const names = saved.map(({ name }) => ({ offset: 0, length: 0, name }));
  const values = saved.map(({ value }) => value);
  return partsRead(content, values, lost, { dialect, framing: "ecfg" }, { bytes: input, frames: names });
}

/** The arguments of a damaged call; undefined if none can be read. */
function argumentsIn(content: Content, settings: Settings): Reading | undefined {
  // The first byte is the number of arguments.
  if (content.holes[0]?.[0] === 0) return undefined;
  const lost: Lost[] = [];
  const saved = rescueArguments(content, settings, lost);
  return partsRead(content, saved, lost, { dialect: settings.dialectName, framing: "rpc" });
}

/** What was recovered part by part; undefined if nothing was. */
function partsRead(
  { format }: Content,
  saved: readonly Rescued[],
  lost: Lost[],
  how: Pick<Reading, "dialect" | "framing">,
  before?: Frames,
): Reading | undefined {
  if (saved.length === 0) return undefined;
  const values = saved.map(({ bytes, from, ranges }) => {
    return new SavedValue(format, { bytes }, 0, bytes.length, ranges ?? from);
  });
  const bytes = assemble(
    saved.map(({ bytes }) => bytes.slice()),
    how.framing,
    before,
  );
  return { ...how, values, lost, complete: false, bytes, skipped: [] };
}

/** The error for a content of which nothing can be recovered. */
function refusal(
  unwrapped: Unwrapped,
  options: Pick<RecoverFileOptions, "dialect">,
  { errors: [first] }: Damage,
  failure?: VariantError,
): VariantError {
  return first?.code === "wrong-password" ? first : notValues(unwrapped, options, failure);
}

/** The reading that recovers most. Throws `bad-container` for bytes that are no values. */
function bestOf(unwrapped: Unwrapped, options: RecoverFileOptions, damage: Damage): Reading {
  const { content, candidates } = unwrapped;
  const [likely] = candidates;
  const { framing, dialect } = options;
  // Named by its first bytes or its text, so it holds no values.
  if (likely !== undefined && likely.framing === undefined && framing === undefined)
    throw refusal(unwrapped, options, damage);
  const readings = readingsOf(candidates, framing, dialect).map((reading): Reading => {
    const given = {
      ...options,
      dialect: reading.dialect,
      framing: reading.framing === "none" ? "none" : "store_var",
    };
    const isBigEndian = reading.framing === "store_var_big_endian";
    return { ...recoverKnown(content, given as Options, damage.holes, isBigEndian), ...reading, skipped: [] };
  });
  const withRoot = readings.filter(keepsRoot);
  const best = (withRoot.length > 0 ? withRoot : readings).reduce((one, other) =>
    worthOf(other) > worthOf(one) ? other : one,
  );
  const isNamed = framing !== undefined || dialect !== undefined;
  if (likely === undefined && !isNamed && !isCredible(best, content.length))
    throw refusal(unwrapped, options, damage);
  return best;
}

/** The readings to try: those that detection finds about as good as the best one. What is left of frames between other data has no such data. */
function readingsOf(
  candidates: readonly Candidate[],
  named: Framing | undefined,
  dialect: DialectName | undefined,
): Pick<Reading, "dialect" | "framing">[] {
  const [best] = candidates;
  const framing = named === "mixed" ? "store_var" : named;
  const found = candidates.flatMap(({ framing: one, dialect: of, score }) =>
    one === undefined || of === undefined || one !== best?.framing || score < best.score * closeScore
      ? []
      : { framing: framing ?? (one === "mixed" ? "store_var" : one), dialect: dialect ?? of },
  );
  if (found.length > 0) return found;
  const framings = framing === undefined ? (["store_var", "none"] as const) : [framing];
  const dialects = dialect === undefined ? guessedFromHints : [dialect];
  return framings.flatMap((one) => dialects.map((of) => ({ framing: one, dialect: of })));
}

/** Whether a part of the bytes is too large to look like values by chance. */
function isCredible(reading: Reading, size: number): boolean {
  const isContainer = reading.values.some(({ document }) => document.root.childCount > 0);
  return isContainer && worthOf(reading) >= Math.max(leastPart, size / 8);
}

/**
 * Whether a reading has the type of the whole first value. In the wrong framing, the values inside may be found all the
 * same, but a container has to be made up around them.
 */
function keepsRoot({ lost, framing }: Reading): boolean {
  const root = framing === "none" ? 0 : 4;
  return !lost.some(({ offset, keys }) => offset === root && keys.length === 0);
}

/** Scores a reading: bytes that were recovered, minus a penalty for each damaged place. */
function worthOf({ values, lost }: Recovered): number {
  let saved = 0;
  for (const { ranges } of values) for (const { range } of ranges) saved += range[1];
  return saved - 64 * lost.length;
}
