// What can be read of a damaged content.
import { type DialectName, type Document, recover, type Variant, VariantError } from "godot-variant";
import type { Address, Lost, OpenRequest } from "../protocol.js";
import { failureOf } from "./describe.js";
import type { Reading } from "./frames.js";
import { addressOf } from "./model.js";

type Octets = Uint8Array<ArrayBuffer>;

/** What is left of a content, and what is not. */
export interface Rescued {
  readonly content: Octets;
  readonly reading: Reading;
  readonly lost: readonly Lost[];
}

/** Damaged bytes say less about who wrote them: these are tried where nobody says it, the likely ones first. */
const dialects: readonly DialectName[] = ["godot-4.4", "godot-3", "godot-2"];
const framings = ["store_var", "none"] as const;
/** By so much a less likely reading must be better. */
const clearly = 1.1;
/** Less than this part of a file is more likely chance than what is left of values. */
const leastPart = 1 / 8;

/** The reading that keeps most of the bytes; undefined when none keeps enough to be values and no chance. */
export function rescued(content: Octets, request: OpenRequest): Rescued | undefined {
  const readings = (request.dialect === undefined ? dialects : [request.dialect]).flatMap((dialect) =>
    framings
      .filter((framing) => request.framing === undefined || framing === request.framing)
      .map((framing) => ({ dialect, framing })),
  );
  const attempts = readings.map((reading) => ({ reading, found: recover(content, reading) }));
  const best = attempts.reduce<(typeof attempts)[number] | undefined>(
    (best, one) => (one.found.bytes.length > (best?.found.bytes.length ?? 0) * clearly ? one : best),
    undefined,
  );
  if (best === undefined || best.found.bytes.length < Math.max(16, content.length * leastPart))
    return undefined;
  const { values, lost, bytes } = best.found;
  if (!values.some(({ document }) => document.root.childCount > 0)) return undefined;
  return {
    content: bytes,
    reading: best.reading,
    lost: lost.map(({ offset, length, code, path, keys }) => {
      // The number of the value: the last one that begins before the bytes.
      const after = values.findIndex(({ ranges }) => (ranges[0]?.from ?? 0) > offset);
      const frame = Math.max(0, (after < 0 ? values.length : after) - 1);
      const { text } = failureOf(new VariantError(code));
      const around = values[frame]?.document;
      const address = around === undefined ? [0] : [frame, ...addressAround(around, keys)];
      return { range: [offset, offset + length], text, path, address };
    }),
  };
}

function addressAround(document: Document, keys: readonly Variant[]): Address {
  for (let length = keys.length; length > 0; length--) {
    const node = document.node(keys.slice(0, length));
    if (node !== undefined) return addressOf(node);
  }
  return [];
}
