import { type Framing, type Loaded, scanFrames } from "../../index.js";

/** The bytes of a value in the content of a file. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** Size of the length in front of each value. */
export const lengthBytes = 4;

/** Locates the values of a file, without their lengths; empty when the content has them in another order. */
export function placesOf({ content, framing }: Pick<Loaded, "content" | "framing">, count: number): Range[] {
  switch (framing) {
    case "none":
      return [{ offset: 0, length: content.length }];
    case "store_var":
    case "store_var_big_endian":
      return placesInARow(content, framing, count);
    case "mixed":
      return placesBetween(content, count);
    default:
      return [];
  }
}

function placesInARow(content: Uint8Array, framing: Framing, count: number): Range[] {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const places: Range[] = [];
  let at = 0;
  while (places.length < count) {
    const length = view.getUint32(at, framing === "store_var");
    places.push({ offset: at + lengthBytes, length });
    at += lengthBytes + length;
  }
  return places;
}

function placesBetween(content: Uint8Array, count: number): Range[] {
  const places = scanFrames(content)
    .frames.filter(({ certain }) => certain)
    .map(({ offset, length }) => ({ offset: offset + lengthBytes, length: length - lengthBytes }));
  return places.length === count ? places : [];
}

/** Counts the bytes of the content outside of frames. */
export function bytesBetween(content: Uint8Array): number {
  const certain = scanFrames(content).frames.filter((frame) => frame.certain);
  return content.length - certain.reduce((sum, { length }) => sum + length, 0);
}
