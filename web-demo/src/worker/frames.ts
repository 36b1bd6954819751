// The frames of a content, each a document, and the content as it is after edits.
import {
  type DialectName,
  type Document,
  type DocumentIndex,
  decodeFrames,
  encode,
  encodeFrames,
  type Framing,
  type Options,
  open,
  scanFrames,
  type Variant,
  VariantError,
  type Warning,
} from "godot-variant";

/** A content in which values do not stand as they are: they are shown as bytes of their own. */
export interface ApartContent {
  readonly values: readonly Variant[];
  /** The content with other values. */
  toContent(values: readonly Variant[]): Uint8Array<ArrayBuffer>;
}

/** A frame, and where the values in it stand. */
export interface IndexedPlace extends FramePlace {
  readonly index: DocumentIndex;
}

interface Given {
  /** What was found before, so that nothing is looked for. */
  readonly places?: readonly IndexedPlace[] | undefined;
  readonly text?: ApartContent | undefined;
  readonly onWarning?: (warning: Warning, start: number) => void;
}

type FramePlace = Pick<Frame, "start" | "end" | "bigEndian">;

/** A frame: a document that stands in the content from one byte on. */
export interface Frame {
  readonly document: Document;
  /** Where the document begins and ends in the content as it was opened. */
  readonly start: number;
  readonly end: number;
  readonly bigEndian: boolean;
}

/** How a content is read. */
export interface Reading {
  readonly dialect: DialectName;
  readonly framing: Framing;
}

export class Frames {
  readonly list: readonly Frame[];
  readonly reading: Reading;
  readonly #apart: ApartContent | undefined;
  /** The content as it was opened, and what is shown of it. */
  readonly #content: Uint8Array<ArrayBuffer>;
  readonly #original: Uint8Array<ArrayBuffer>;
  #isEdited = false;
  /** The content in pieces: what stands before each document, the document, and the rest. */
  readonly #parts: Uint8Array<ArrayBuffer>[];
  /** Where each document begins in the content as it is now. */
  starts: readonly number[] = [];
  /** Bytes of the content as it is now. */
  size = 0;

  /** Throws what `open` throws when the content cannot be read so. */
  constructor(
    content: Uint8Array<ArrayBuffer>,
    reading: Reading,
    { places: known, text, onWarning }: Given = {},
  ) {
    const { dialect, framing } = reading;
    this.reading = reading;
    const options: Options = { dialect, mode: "exact", allowObjects: true, fullObjects: true };
    this.#apart = text ?? apartContent(content, framing, options);
    this.#content = content;
    const places = this.#apart ? [] : (known ?? placesOf(content, framing, dialect)).slice();
    this.#original = content;
    if (this.#apart !== undefined) {
      const parts = this.#apart.values.map((value) => encode(value, options));
      this.#original = join(parts);
      for (const { length } of parts) {
        const start = places.at(-1)?.end ?? 0;
        places.push({ start, end: start + length, bigEndian: false });
      }
    }
    this.list = places.map(({ start, end, bigEndian }, i) => {
      const warn = (warning: Warning) => onWarning?.(warning, start);
      const bytes = this.#original.subarray(start, end);
      const index = known?.[i]?.index;
      return { start, end, bigEndian, document: open(bytes, { ...options, onWarning: warn, index }) };
    });
    this.#parts = this.list.flatMap(({ start, end }, i) => [
      this.#original.subarray(this.list[i - 1]?.end ?? 0, start),
      this.#original.subarray(start, end),
    ]);
    this.#parts.push(this.#original.subarray(this.list.at(-1)?.end ?? 0));
    this.#measure();
  }

  /** What finds these frames again; undefined where they do not stand in the content. */
  get places(): IndexedPlace[] | undefined {
    if (this.#apart !== undefined) return undefined;
    return this.list.map(({ start, end, bigEndian, document }) => ({
      start,
      end,
      bigEndian,
      index: document.index,
    }));
  }

  /** Bytes of the content as it is now. */
  slice(from: number, to: number): Uint8Array<ArrayBuffer> {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (const part of this.#parts) {
      const end = start + part.length;
      if (end > from && start < to) pieces.push(part.subarray(Math.max(0, from - start), to - start));
      start = end;
    }
    return join(pieces);
  }

  /** The bytes of a document as it is now. */
  bytesOf(frame: number): Uint8Array<ArrayBuffer> {
    return this.#parts[frame * 2 + 1] as Uint8Array<ArrayBuffer>;
  }

  /** What is to be put into the layers of the file. */
  toContent(): Uint8Array<ArrayBuffer> {
    if (!this.#isEdited) return this.#content;
    if (this.#apart !== undefined)
      return this.#apart.toContent(this.list.map(({ document }) => document.root.value("exact")));
    return this.#parts.length === 3 && this.#parts[0]?.length === 0 ? this.bytesOf(0) : join(this.#parts);
  }

  /** Takes over what an edit made of a document, and the length before it. */
  update(frame: number): void {
    const { document, start, bigEndian } = this.list[frame] as Frame;
    const bytes = document.toBytes();
    this.#isEdited = true;
    this.#parts[frame * 2 + 1] = bytes;
    const before = this.#original.slice(this.list[frame - 1]?.end ?? 0, start);
    if (before.length >= 4)
      new DataView(before.buffer).setUint32(before.length - 4, bytes.length, !bigEndian);
    this.#parts[frame * 2] = before;
    this.#measure();
  }

  #measure(): void {
    let size = 0;
    const ends = this.#parts.map(({ length }) => (size += length));
    this.starts = this.list.map((_, i) => ends[i * 2] as number);
    this.size = size;
  }
}

/** Arguments of calls and project settings have values between names and numbers. */
function apartContent(
  content: Uint8Array<ArrayBuffer>,
  framing: Framing,
  options: Options,
): ApartContent | undefined {
  if (framing !== "rpc" && framing !== "ecfg") return undefined;
  return {
    values: decodeFrames(content, { ...options, framing }),
    toContent: (values) => encodeFrames(values, { ...options, framing }),
  };
}

function placesOf(content: Uint8Array<ArrayBuffer>, framing: Framing, dialect: DialectName): FramePlace[] {
  if (framing === "none") return [{ start: 0, end: content.length, bigEndian: false }];
  if (framing === "mixed") {
    const certain = scanFrames(content).frames.filter((frame) => frame.certain);
    const same = certain.filter((frame) => frame.dialect === dialect);
    return (same.length > 0 ? same : certain).map(({ offset, length, bigEndian }) => ({
      start: offset + 4,
      end: offset + length,
      bigEndian,
    }));
  }
  const bigEndian = framing === "store_var_big_endian";
  const lengths = new DataView(content.buffer, content.byteOffset, content.length);
  const places = [];
  for (let at = 0; at < content.length; ) {
    if (content.length - at < 4) throw new VariantError("unexpected-end", { offset: at });
    const start = at + 4;
    at = start + lengths.getUint32(at, !bigEndian);
    places.push({ start, end: at, bigEndian });
  }
  return places;
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
