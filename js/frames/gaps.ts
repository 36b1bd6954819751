// The bytes outside frames. Imports no codec, so that the command line can use it beside the package.

/** @internal Size of the length field in bytes. */
export const lengthSize = 4;

/** A range of bytes outside all frames. */
export interface Gap {
  /** Byte offset of its beginning. */
  readonly offset: number;
  /** Size in bytes. */
  readonly length: number;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** @internal The ranges outside of frames, whose lengths belong to them. */
export function gapsBetween(frames: readonly Place[], size: number): Gap[] {
  const ends = [0, ...frames.map(({ offset, length }) => offset + length)];
  const begins = [...frames.map(({ offset }) => offset - lengthSize), size];
  return ends.flatMap((offset, i) => {
    const length = (begins[i] as number) - offset;
    return length > 0 ? [{ offset, length }] : [];
  });
}
