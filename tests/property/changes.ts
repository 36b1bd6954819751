// Arbitrary changes to bytes, made of what the format is made of: words, and runs of words.
import fc from "fast-check";

/** One change; `at` and `to` are fractions of the length, so that they fit any bytes. */
interface ByteChange {
  readonly kind:
    | "cut"
    | "word"
    | "flag"
    | "byte"
    | "bit"
    | "insert"
    | "remove"
    | "repeat"
    | "swap"
    | "append";
  readonly at: number;
  readonly to: number;
  readonly word: number;
}

const words = [
  0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x10000, 0x20000, 0x40000, 0x00ffffff,
  0x00bfbbef,
];
const place = fc.nat(999).map((thousandths) => thousandths / 1000);
const change: fc.Arbitrary<ByteChange> = fc.record({
  kind: fc.constantFrom(
    "cut",
    "word",
    "word",
    "flag",
    "byte",
    "bit",
    "insert",
    "remove",
    "repeat",
    "swap",
    "append",
  ),
  at: place,
  to: place,
  word: fc.oneof(fc.constantFrom(...words), fc.nat(64), fc.nat(0xffffffff)),
});

export const changesOf = fc.array(change, { minLength: 1, maxLength: 3 });

const bytesOfWord = (word: number) => new Uint8Array(new Uint32Array([word]).buffer);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function changedOnce(bytes: Uint8Array, { kind, at, to, word }: ByteChange): Uint8Array<ArrayBuffer> {
  const count = bytes.length >> 2;
  const [from, until] = [Math.floor(at * count) * 4, Math.floor(to * count) * 4].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [head, run, tail] = [bytes.subarray(0, from), bytes.subarray(from, until), bytes.subarray(until)];
  const place = Math.floor(at * bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  switch (kind) {
    case "cut":
      return bytes.slice(0, place);
    case "word":
      return count === 0 ? bytes.slice() : joined(head, bytesOfWord(word), bytes.subarray(from + 4));
    case "flag":
      if (count === 0) return bytes.slice();
      return joined(
        head,
        bytesOfWord(view.getUint32(from, true) ^ (1 << (16 + (word % 16)))),
        bytes.subarray(from + 4),
      );
    case "byte":
      return bytes.map((byte, index) => (index === place ? word & 255 : byte)) as Uint8Array<ArrayBuffer>;
    case "bit":
      return bytes.map((byte, index) =>
        index === place ? byte ^ (1 << (word & 7)) : byte,
      ) as Uint8Array<ArrayBuffer>;
    case "insert":
      return joined(head, bytesOfWord(word), run, tail);
    case "remove":
      return joined(head, tail);
    case "repeat":
      return joined(head, run, run, tail);
    case "swap":
      return joined(run, head, tail);
    case "append":
      return joined(bytes, bytesOfWord(word).subarray(0, 1 + (word & 3)));
  }
}

/** The bytes after all changes. */
export function changed(bytes: Uint8Array, changes: readonly ByteChange[]): Uint8Array<ArrayBuffer> {
  return changes.reduce<Uint8Array<ArrayBuffer>>(changedOnce, bytes.slice());
}
