// Finds the dialects and framings that read an input, for messages about a wrong one.
import { type DialectName, dialectDescriptions, type Options, tryDecode } from "../../index.js";
import { likelyReadings } from "../../table/rare-dialects.js";

/** A dialect and a framing that read all bytes of an input. */
export interface Fit {
  readonly dialect: DialectName;
  readonly framing: "none" | "store_var";
}

/** Larger inputs are not tried, because reading them in every dialect takes time. */
const largestTried = 1 << 20;

/** Tries every dialect and framing; undefined for inputs above 1 MiB, which are not tried. */
export function fitsOf(bytes: Uint8Array, { limits, badUtf8, real }: Options): Fit[] | undefined {
  if (bytes.length > largestTried) return undefined;
  const framings = ["none", "store_var"] as const;
  const fits = framings.flatMap((framing) =>
    dialectDescriptions
      .filter(
        ({ name: dialect }) =>
          tryDecode(bytes, { limits, badUtf8, real, dialect, framing, allowObjects: true }).ok,
      )
      .map(({ name, rare }) => ({ dialect: name, framing, rare })),
  );
  return likelyReadings(fits).map(({ dialect, framing }) => ({ dialect, framing }));
}

/** The ways of reading the same bytes other than `read`, as text. */
export function fitsText(fits: readonly Fit[], read?: { dialect: DialectName; framing: string }): string {
  const others = fits.filter(({ dialect, framing }) => dialect !== read?.dialect || framing !== read.framing);
  const names = (wanted: Fit["framing"]) =>
    others
      .filter(({ framing }) => framing === wanted)
      .map(({ dialect }) => dialect)
      .join(", ");
  const [bare, framed] = [names("none"), names("store_var")];
  const texts = [bare && `as ${bare}`, framed && `with --framing store_var as ${framed}`];
  return texts.filter(Boolean).join("; ");
}
