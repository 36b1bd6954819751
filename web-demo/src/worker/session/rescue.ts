// Finds the readable values of a damaged file.
import {
  type Document,
  type RecoveredFile,
  recoverFile,
  type Unwrapped,
  type Variant,
  VariantError,
} from "godot-variant";
import type { Lost, OpenRequest, Unpacked } from "../../protocol/opening.js";
import type { Address } from "../../protocol/places.js";
import { addressOf } from "../tree/tree-node.js";
import { secretsOf } from "./secrets.js";

type Octets = Uint8Array<ArrayBuffer>;

type Rescued = Pick<Unpacked, "content" | "original" | "layers" | "format" | "lost">;

/** A smaller part of a file that nothing identifies could look like values by chance. */
const leastPart = 1 / 8;

/**
 * Finds the readable values of a file, and the lost ranges between them. `unwrapped` is its content, if the layers are intact.
 * Undefined if so little is readable that it could be chance. Inside of a layer, which its first bytes identify, anything readable counts.
 */
export async function rescued(
  file: Octets,
  request: OpenRequest,
  unwrapped: Unwrapped | undefined,
): Promise<Rescued | undefined> {
  const { dialect: wanted, framing: wantedFraming } = request;
  const given = { ...secretsOf(request), dialect: wanted, framing: wantedFraming };
  const found = await recoverFile(file, given);
  const { values, lost, bytes, layers, framing, dialect } = found;
  const original = unwrapped?.content ?? placed(found);
  const isChance =
    bytes.length < Math.max(16, original.length * leastPart) ||
    !values.some(({ document }) => document.root.childCount > 0);
  if (values.length === 0 || (layers.length === 0 && isChance)) return undefined;
  return {
    content: bytes,
    original,
    layers,
    format: { framing, dialect },
    lost: lost.map((one) => lostOf(one, values)),
  };
}

function lostOf(
  { offset, length, code, path, keys }: RecoveredFile["lost"][number],
  values: RecoveredFile["values"],
): Lost {
  // The last value that starts before the bytes.
  const after = values.findIndex(({ ranges }) => (ranges[0]?.from ?? 0) > offset);
  const top = Math.max(0, (after < 0 ? values.length : after) - 1);
  const around = values[top]?.document;
  const address = around === undefined ? [0] : [top, ...addressAround(around, keys)];
  return { range: [offset, offset + length], reason: new VariantError(code).reason, path, address };
}

/** The content inside damaged layers: readable bytes at their old offsets, zeros in between. */
function placed({ values, lost }: RecoveredFile): Octets {
  const ranges = values.flatMap((value) =>
    value.ranges.map((one) => ({ ...one, bytes: value.document.bytes })),
  );
  const ends = ranges.map(({ from, range }) => from + range[1]);
  const size = Math.max(0, ...ends, ...lost.map(({ offset, length }) => offset + length));
  const content = new Uint8Array(size);
  for (const { from, range, bytes } of ranges)
    content.set(bytes.subarray(range[0], range[0] + range[1]), from);
  return content;
}

function addressAround(document: Document, keys: readonly Variant[]): Address {
  for (let length = keys.length; length > 0; length--) {
    const node = document.node(keys.slice(0, length));
    if (node !== undefined) return addressOf(node);
  }
  return [];
}
