// What `detect` says of bytes: one possible reading.
import type { ContainerName, DialectName } from "../table/table.gen.js";
import type { Framing } from "./framings.js";

/** One possible reading of bytes. */
export interface Candidate {
  /** The kind of file: a layer around the values, `none` for bare values, or a file that is only identified. */
  readonly container: ContainerName;
  /** How the values follow each other; undefined if it is not known yet, as inside a layer. */
  readonly framing: Framing | undefined;
  /** The newest dialect of its engine that reads the bytes; older ones of the same engine usually read them too. */
  readonly dialect: DialectName | undefined;
  /** Confidence from 0 to 1 in the engine (`godot-4.x`, `godot-3.x`, …) and the framing. Certain only from 0.9 on. */
  readonly score: number;
  /** The reasons, in words. */
  readonly reasons: readonly string[];
  /** Number of values. */
  readonly count: number;
  /** How many bytes before a compressed stream hold the size of its content. */
  readonly sizeBytes: number;
}
