// The content of a file: its top-level values, each opened as a document, and the bytes as they are after edits.
import {
  type Document,
  decodeFrames,
  encode,
  encodeFrames,
  locateFrames,
  type Options,
  open,
  type Variant,
  type Warning,
} from "godot-variant";
import type { Format, IndexedRange } from "../../protocol/calls.js";

/** A content whose values are not plain Variants in binary form. The page encodes the values itself and shows the result. */
export interface Transcription {
  readonly values: readonly Variant[];
  /** Writes the content with other values. */
  toContent(values: readonly Variant[]): Uint8Array<ArrayBuffer>;
}

type PlacedRange = Omit<IndexedRange, "index">;

/** A top-level value: a document, and its range in the opened content. */
export interface TopValue extends PlacedRange {
  readonly document: Document;
}

interface Given {
  /** The places of the values, if they are known already. */
  readonly ranges?: readonly IndexedRange[] | undefined;
  readonly transcription?: Transcription | undefined;
  readonly onWarning?: (warning: Warning, start: number) => void;
}

export class Content {
  readonly values: readonly TopValue[];
  readonly format: Format;
  readonly #transcription: Transcription | undefined;
  /** The opened content, without edits. */
  readonly #content: Uint8Array<ArrayBuffer>;
  /** The bytes that the page shows: the content itself, unless it is transcribed. */
  readonly #original: Uint8Array<ArrayBuffer>;
  #isEdited = false;
  /** The content in parts. Before each value come the bytes since the previous one, and after the last value the rest. */
  readonly #pieces: Uint8Array<ArrayBuffer>[];
  /** Where each value starts in the edited content. */
  starts: readonly number[] = [];
  /** Size of the edited content. */
  size = 0;

  /** Throws the errors of `open` if the content does not have this format. */
  constructor(
    content: Uint8Array<ArrayBuffer>,
    format: Format,
    { ranges: known, transcription, onWarning }: Given = {},
  ) {
    this.format = format;
    const { dialect } = format;
    const options: Options = { dialect, mode: "exact", allowObjects: true, fullObjects: true };
    this.#transcription = transcription ?? transcribed(content, format, options);
    this.#content = content;
    let ranges: readonly PlacedRange[];
    if (this.#transcription === undefined) {
      this.#original = content;
      ranges = known ?? rangesOf(content, format);
    } else {
      const encoded = this.#transcription.values.map((value) => encode(value, options));
      this.#original = join(encoded);
      let start = 0;
      ranges = encoded.map(({ length }) => {
        const range = { start, end: start + length, bigEndian: false };
        start += length;
        return range;
      });
    }
    this.values = ranges.map(({ start, end, bigEndian }, i) => {
      const warn = (warning: Warning) => onWarning?.(warning, start);
      const bytes = this.#original.subarray(start, end);
      const index = known?.[i]?.index;
      return { start, end, bigEndian, document: open(bytes, { ...options, onWarning: warn, index }) };
    });
    this.#pieces = this.values.flatMap(({ start, end }, i) => [
      this.#original.subarray(this.values[i - 1]?.end ?? 0, start),
      this.#original.subarray(start, end),
    ]);
    this.#pieces.push(this.#original.subarray(this.values.at(-1)?.end ?? 0));
    this.#measure();
  }

  /** The ranges of the values, with their indexes; undefined for a transcribed content. */
  get ranges(): IndexedRange[] | undefined {
    if (this.#transcription !== undefined) return undefined;
    return this.values.map(({ start, end, bigEndian, document }) => ({
      start,
      end,
      bigEndian,
      index: document.index,
    }));
  }

  /** Bytes of the edited content. */
  slice(from: number, to: number): Uint8Array<ArrayBuffer> {
    const found: Uint8Array[] = [];
    let start = 0;
    for (const piece of this.#pieces) {
      const end = start + piece.length;
      if (end > from && start < to) found.push(piece.subarray(Math.max(0, from - start), to - start));
      start = end;
    }
    return join(found);
  }

  /** The bytes of a value after edits. */
  bytesOf(value: number): Uint8Array<ArrayBuffer> {
    return this.#pieces[value * 2 + 1] as Uint8Array<ArrayBuffer>;
  }

  /** The bytes to wrap into the layers of the file. */
  toBytes(): Uint8Array<ArrayBuffer> {
    if (!this.#isEdited) return this.#content;
    if (this.#transcription !== undefined)
      return this.#transcription.toContent(this.values.map(({ document }) => document.root.value("exact")));
    return this.#pieces.length === 3 && this.#pieces[0]?.length === 0 ? this.bytesOf(0) : join(this.#pieces);
  }

  /** Takes over the bytes of an edited document, and writes their number into the length in front of them. */
  update(value: number): void {
    const { document, start, bigEndian } = this.values[value] as TopValue;
    const bytes = document.toBytes();
    this.#isEdited = true;
    this.#pieces[value * 2 + 1] = bytes;
    const before = this.#original.slice(this.values[value - 1]?.end ?? 0, start);
    if (before.length >= 4)
      new DataView(before.buffer).setUint32(before.length - 4, bytes.length, !bigEndian);
    this.#pieces[value * 2] = before;
    this.#measure();
  }

  #measure(): void {
    let size = 0;
    const ends = this.#pieces.map(({ length }) => (size += length));
    this.starts = this.values.map((_, i) => ends[i * 2] as number);
    this.size = size;
  }
}

/** Transcribes RPC arguments and project settings, which have names and other bytes between the values. */
function transcribed(
  content: Uint8Array<ArrayBuffer>,
  { framing }: Format,
  options: Options,
): Transcription | undefined {
  if (framing !== "rpc" && framing !== "ecfg") return undefined;
  return {
    values: decodeFrames(content, { ...options, framing }),
    toContent: (values) => encodeFrames(values, { ...options, framing }),
  };
}

function rangesOf(content: Uint8Array<ArrayBuffer>, format: Format): PlacedRange[] {
  return locateFrames(content, format).map(({ offset, length, bigEndian }) => ({
    start: offset,
    end: offset + length,
    bigEndian,
  }));
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
