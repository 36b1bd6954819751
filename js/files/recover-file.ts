import type { Framing } from "../base/framings.js";
import { checkFraming } from "../base/option-names.js";
import type { Bytes, Options, WriteOptions } from "../base/options.js";
import { recoverKnown } from "../document/recover/recover.js";
import type { Recovered } from "../document/recover/recovered.js";
import { type DialectName, guessedFromHints } from "../table/table.gen.js";
import type { Damage, Layer } from "./layers.js";
import type { LoadOptions } from "./load.js";
import { unwrap, wrap } from "./unwrap.js";

/** Options of `recoverFile`. */
export interface RecoverFileOptions extends LoadOptions, Pick<WriteOptions, "iv"> {}

/** The result of `recoverFile`. Offsets count from the start of the content inside all layers. */
export interface RecoveredFile extends Recovered {
  readonly dialect: DialectName;
  readonly framing: Framing;
  readonly layers: readonly Layer[];
  /** The recovered values as a complete file, in the same layers. */
  readonly file: Uint8Array<ArrayBuffer>;
}

export async function recoverFile(file: Bytes, options: RecoverFileOptions = {}): Promise<RecoveredFile> {
  checkFraming(options.framing);
  const damage: Damage = { holes: [], errors: [] };
  const { content, layers, candidates } = await unwrap(file, options, damage);
  const likely = candidates.find(({ dialect }) => dialect !== undefined);
  const known = options.dialect ?? likely?.dialect;
  const dialects: readonly DialectName[] = known === undefined ? guessedFromHints : [known];
  const readings = framingsOf(options.framing, likely?.framing).flatMap((framing) =>
    dialects.map((dialect) => {
      const given = { ...options, dialect, framing: framing === "none" ? framing : "store_var" } as Options;
      const isBigEndian = framing === "store_var_big_endian";
      return { ...recoverKnown(content, given, damage.holes, isBigEndian), dialect, framing };
    }),
  );
  const withRoot = readings.filter(keepsRoot);
  const best = (withRoot.length > 0 ? withRoot : readings).reduce((one, other) =>
    worthOf(other) > worthOf(one) ? other : one,
  );
  const [error] = damage.errors;
  // Decryption with a wrong key yields noise, which is hardly readable.
  if (error?.code === "wrong-password" && worthOf(best) < content.length / 2) throw error;
  const lost = [
    ...damage.errors.map(({ code }) => ({ offset: 0, length: 0, code, path: "", keys: [] })),
    ...best.lost,
  ];
  const made = await wrap(best.bytes, layers, options);
  return { ...best, lost, complete: lost.length === 0, layers, file: made };
}

/** The framings to try. */
function framingsOf(given: Framing | undefined, found: Framing | undefined): readonly Framing[] {
  const framing = given ?? found;
  if (framing === "store_var" || framing === "store_var_big_endian") return [framing];
  if (given === undefined) return ["store_var", "none"];
  return [given === "none" ? given : "store_var"];
}

/**
 * Whether a reading has the type of the whole first value. In the wrong framing, the values inside may be found all the
 * same, but a container has to be made up around them.
 */
function keepsRoot({ lost, framing }: Recovered & { readonly framing: Framing }): boolean {
  const root = framing === "none" ? 0 : 4;
  return !lost.some(({ offset, keys }) => offset === root && keys.length === 0);
}

/** Scores a reading: bytes that were recovered, minus a penalty for each damaged place. */
function worthOf({ values, lost }: Recovered): number {
  let saved = 0;
  for (const { ranges } of values) for (const { range } of ranges) saved += range[1];
  return saved - 64 * lost.length;
}
