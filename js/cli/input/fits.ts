// Finds the dialects and framings that read an input, for messages about a wrong one.
import {
  type DialectName,
  decodeFrames,
  dialectDescriptions,
  type Framing,
  type Options,
  tryDecode,
} from "../../index.js";
import { likelyReadings } from "../../table/rare-dialects.js";

/** A dialect and a framing that read all bytes of an input. */
export interface Fit {
  readonly dialect: DialectName;
  readonly framing: Framing;
}

/** Larger inputs are not tried, because reading them in every dialect takes time. */
const largestTried = 1 << 20;

/**
 * Tries every dialect without frames, in those of `store_var` and in the framing that is given; undefined for inputs above 1 MiB, which
 * are not tried, and for `mixed`, in which any bytes may stand between the values.
 */
export function fitsOf(
  bytes: Uint8Array,
  { limits, badUtf8, real }: Options,
  given: Framing = "none",
): Fit[] | undefined {
  if (bytes.length > largestTried || given === "mixed") return undefined;
  const framings = new Set<Framing>(["none", "store_var", given]);
  const fits = Array.from(framings).flatMap((framing) =>
    dialectDescriptions
      .filter(({ name: dialect }) =>
        isWhole(bytes, framing, { limits, badUtf8, real, dialect, allowObjects: true }),
      )
      .map(({ name, rare }) => ({ dialect: name, framing, rare })),
  );
  return likelyReadings(fits).map(({ dialect, framing }) => ({ dialect, framing }));
}

function isWhole(bytes: Uint8Array, framing: Framing, options: Options): boolean {
  if (framing === "none") return tryDecode(bytes, options).ok;
  try {
    return decodeFrames(bytes, { ...options, framing }).length > 0;
  } catch {
    return false;
  }
}

/** The ways of reading the same bytes other than `read`, as text. */
export function fitsText(fits: readonly Fit[], read?: Fit): string {
  const others = fits.filter(({ dialect, framing }) => dialect !== read?.dialect || framing !== read.framing);
  return Array.from(new Set(others.map(({ framing }) => framing)), (framing) => {
    const names = others.filter((other) => other.framing === framing).map(({ dialect }) => dialect);
    return `${framing === "none" ? "" : `with --framing ${framing} `}as ${names.join(", ")}`;
  }).join("; ");
}
