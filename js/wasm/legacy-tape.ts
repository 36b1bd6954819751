// Image and InputEvent on a tape.
import { Type } from "../table/table.gen.js";
import { Image, InputEvent } from "../values/legacy-values.js";
import { packedValue } from "./packed-tape.js";
import type { Tape } from "./tape.js";

/** Words of an Image after its tag. */
export const imageWords = 6;
/** Words of an InputEvent after its tag, before its data. */
export const eventWords = 3;

/** The Image whose first word after the tag is at this index. */
export function imageAt({ i32, bytes }: Tape, at: number, views: boolean): Image {
  const words = i32.subarray(at, at + imageWords) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [format, mipmaps, width, height, size, offset] = words;
  const data = packedValue(Type.PackedByteArray, false, bytes, offset >>> 0, size, views);
  return new Image(format, mipmaps, width, height, data as Uint8Array);
}

/** The InputEvent whose first word after the tag is at this index. */
export function inputEventAt(i32: Int32Array, at: number): InputEvent {
  const [type, device, count] = i32.subarray(at, at + eventWords) as unknown as [number, number, number];
  return new InputEvent(type, device, i32.slice(at + eventWords, at + eventWords + count));
}
