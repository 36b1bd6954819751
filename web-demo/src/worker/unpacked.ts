import type { Candidate, ContainerName, Layer } from "godot-variant";
import type { Lost, Note, Reading } from "../protocol.js";
import type { IndexedPlace } from "./frames.js";

/** What a worker tells the one that asked it to unpack a file. */
export interface Unpacked {
  readonly layers: readonly Layer[];
  readonly candidates: readonly Candidate[];
  /** What is inside the layers, and what of it is shown: the same, unless it is damaged. */
  readonly original: Uint8Array<ArrayBuffer>;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly reading: Pick<Reading, "dialect" | "framing">;
  readonly places?: readonly IndexedPlace[] | undefined;
  /** What kind of text it is, when it is one. */
  readonly kind?: ContainerName | undefined;
  readonly warnings: readonly Note[];
  readonly lost: readonly Lost[];
  /** What is handed over instead of copied. */
  readonly buffers: ArrayBuffer[];
}
