// The ways to read a content. The page needs them without the rest of `load`.
import type { Framing } from "../base/framings.js";
import { type DialectName, defaultDialect } from "../table/table.gen.js";
import { type Candidate, isDamaged } from "./detect.js";

/** @internal A way to read a content. */
export interface Reading {
  readonly framing: Framing;
  readonly dialect: DialectName;
  /** Undefined where another dialect is as probable: a warning says so then. */
  readonly named: DialectName | undefined;
}

/** @internal The ways to read a content, most probable first. */
export function readings(
  all: readonly Candidate[],
  {
    framing,
    dialect,
  }: { readonly framing?: Framing | undefined; readonly dialect?: DialectName | undefined },
): Reading[] {
  if (framing !== undefined) {
    const like = all.find((candidate) => candidate.framing === framing) ?? all[0];
    const found = like?.dialect;
    return [{ framing, dialect: dialect ?? found ?? defaultDialect, named: dialect ?? found }];
  }
  const fitting = all.filter(({ framing }) => framing !== undefined);
  // Where the bytes are rather cut or damaged values, what else they may be is chance.
  const isCut = dialect === undefined && fitting[0] !== undefined && isDamaged(fitting[0]);
  const candidates = isCut ? fitting.filter(isDamaged) : fitting;
  return candidates.flatMap((candidate) => {
    const { framing, dialect: found, score } = candidate;
    if (framing === undefined || found === undefined) return [];
    const isRival = (other: Candidate) =>
      other !== candidate && other.framing === framing && other.score === score;
    const isOpen = dialect === undefined && found === defaultDialect && candidates.some(isRival);
    return { framing, dialect: dialect ?? found, named: isOpen ? undefined : (dialect ?? found) };
  });
}
