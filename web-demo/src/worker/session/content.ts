// The content of a file: its top-level values, each with an index, and the bytes as they are after edits.
import { locateFrames, type Options, type Variant, type Warning } from "godot-variant";
import { join } from "../../../../js/base/bytes.js";
import { formatPath, joinedPath } from "../../../../js/base/path.js";
// Imported directly: Document would load all code of edits and comparisons.
import { DocumentNode } from "../../../../js/document/read/node.js";
import { openReader } from "../../../../js/document/read/open-reader.js";
import type { Reader } from "../../../../js/document/read/reader.js";
import type { Format, IndexedRange, Lost, NotedPlace } from "../../protocol/opening.js";
import type { PlacedRange, TopValue } from "./top-value.js";
import type { Transcribed, Transcription } from "./transcription.js";

/** Writing a text of so many bytes takes too long to do it at each edit; what does not fit is then an error when it is saved. */
export const largeText = 1 << 17;

/** A text that holds values. */
export interface TextContent extends Transcription {
  /** The kind of text, in words. */
  readonly name: string;
  /** Lines that are damaged. They stay in the text. */
  readonly lost: readonly Lost[];
}

export const rootOf = ({ reader }: TopValue): DocumentNode => new DocumentNode(reader, reader.root);

interface Given {
  /** The places of the values, if they are known already. */
  readonly ranges?: readonly IndexedRange[] | undefined;
  /** Whether another dialect is as probable, which is worth a warning. */
  readonly isDoubtful?: boolean;
  readonly onWarning?: (warning: Warning, place: () => NotedPlace) => void;
}

export class Content {
  readonly values: readonly TopValue[];
  readonly format: Format;
  readonly #transcribed: Transcribed | undefined;
  /** The opened content, without edits. */
  readonly #content: Uint8Array<ArrayBuffer>;
  /** The bytes that the page shows: the content itself, unless it is transcribed. */
  readonly #original: Uint8Array<ArrayBuffer>;
  /** Also after edits that were undone. */
  isEdited = false;
  /** The bytes before each value, since the previous one, and those after the last value. */
  readonly #between: Uint8Array<ArrayBuffer>[];
  /** Where each value starts in the edited content. */
  starts: readonly number[] = [];
  /** Size of the edited content. */
  size = 0;

  /** Rejects with the errors of `open` if the content does not have this format. */
  static async open(
    content: Uint8Array<ArrayBuffer>,
    format: Format,
    given: Given & { readonly transcription?: Transcription | undefined } = {},
  ): Promise<Content> {
    const { transcription } = given;
    const isPlain = transcription === undefined && format.framing !== "rpc" && format.framing !== "ecfg";
    if (isPlain) return new Content(content, format, undefined, given);
    const { transcribed } = await import("./transcribed.js");
    const options = optionsOf(format);
    return new Content(content, format, transcribed(content, format, options, transcription), given);
  }

  private constructor(
    content: Uint8Array<ArrayBuffer>,
    format: Format,
    transcribed: Transcribed | undefined,
    { ranges: known, isDoubtful, onWarning }: Given,
  ) {
    this.format = format;
    const options = optionsOf(format);
    this.#transcribed = transcribed;
    this.#content = content;
    let ranges: readonly PlacedRange[];
    if (transcribed === undefined) {
      this.#original = content;
      ranges = known ?? rangesOf(content, format);
    } else {
      const { encoded } = transcribed;
      this.#original = join(encoded);
      let start = 0;
      ranges = encoded.map(({ length }) => {
        const range = { start, end: start + length, bigEndian: false };
        start += length;
        return range;
      });
    }
    const { warnings } = transcribed?.transcription ?? {};
    const isSingle = ranges.length === 1;
    for (const warning of warnings ?? []) onWarning?.(warning, () => ({ path: warning.path }));
    const hear = (warning: Warning, i: number, start: number) =>
      onWarning?.(warning, () => {
        if (transcribed !== undefined) return { path: warning.path };
        const path = isSingle ? warning.path : joinedPath(formatPath([i]), warning.path);
        return { path, offset: start + warning.offset };
      });
    const isHeard = onWarning !== undefined && warnings === undefined;
    this.values = ranges.map(({ start, end, bigEndian }, i) => {
      const bytes = this.#original.subarray(start, end);
      const reader = openReader(bytes, {
        ...options,
        ...(isDoubtful && { dialect: undefined }),
        index: known?.[i]?.index,
        onWarning: isHeard ? (warning) => hear(warning, i, start) : undefined,
      });
      return { start, end, bigEndian, reader };
    });
    this.#between = this.values.map(({ start }, i) =>
      this.#original.subarray(this.values[i - 1]?.end ?? 0, start),
    );
    this.#between.push(this.#original.subarray(this.values.at(-1)?.end ?? 0));
    this.#measure();
  }

  /** The ranges of the values, with their indexes; undefined for a transcribed content. */
  get ranges(): IndexedRange[] | undefined {
    if (this.#transcription !== undefined) return undefined;
    return this.values.map(({ start, end, bigEndian, reader: { source } }) => ({
      start,
      end,
      bigEndian,
      index: { index: source.index, end: source.end },
    }));
  }

  /** Whether the ranges of values are those of the page's own encoding, not of the file. */
  get isTranscribed(): boolean {
    return this.#transcription !== undefined;
  }

  /** Whether int and float are one type in this content. */
  get hasOneNumber(): boolean {
    return this.#transcription?.hasOneNumber ?? false;
  }

  /** Size of the bytes to show: of the edited content or, if it is transcribed, of the opened one. */
  get ownSize(): number {
    return this.isTranscribed ? this.#content.length : this.size;
  }

  /** Bytes of the edited content. A transcribed one is not written again for each edit, and shows what was opened. */
  ownSlice(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.isTranscribed ? this.#content.slice(from, to) : this.slice(from, to);
  }

  /** Bytes of the values as the page encodes them. */
  slice(from: number, to: number): Uint8Array<ArrayBuffer> {
    const found: Uint8Array[] = [];
    let start = 0;
    for (const part of this.#parts()) {
      const length = part instanceof Uint8Array ? part.length : part.size;
      if (start + length > from && start < to)
        found.push(part.slice(Math.max(0, from - start), Math.min(length, to - start)));
      start += length;
    }
    return join(found);
  }

  /** The content in order: values, and the bytes between them. */
  *#parts(): Generator<Uint8Array<ArrayBuffer> | Reader> {
    for (const [i, between] of this.#between.entries()) {
      yield between;
      const value = this.values[i];
      if (value !== undefined) yield value.reader;
    }
  }

  /** The bytes to wrap into the layers of the file. */
  async toBytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.isEdited) return this.#content;
    const transcribed = this.#transcribed;
    if (transcribed === undefined) return this.slice(0, this.size);
    return transcribed.transcription.toContent(this.#edited(transcribed), this.values);
  }

  /** Throws if the values as edited do not fit into a transcribed content. */
  check(): void {
    const transcribed = this.#transcribed;
    if (transcribed === undefined) return;
    const { transcription } = transcribed;
    if (transcription.check !== undefined) transcription.check(this.#edited(transcribed));
    else if (this.#content.length < largeText)
      transcription.toContent(this.#edited(transcribed), this.values);
  }

  get #transcription(): Transcription | undefined {
    return this.#transcribed?.transcription;
  }

  #edited({ read }: Transcribed): Variant[] {
    return this.values.map(({ reader }) => read(reader.slice(0, reader.size)));
  }

  /** Takes over the edits of a value, and writes its new size into the length in front of it. */
  update(value: number): void {
    const { reader, start, bigEndian } = this.values[value] as TopValue;
    this.isEdited = true;
    const before = this.#original.slice(this.values[value - 1]?.end ?? 0, start);
    if (before.length >= 4) new DataView(before.buffer).setUint32(before.length - 4, reader.size, !bigEndian);
    this.#between[value] = before;
    this.#measure();
  }

  #measure(): void {
    this.size = 0;
    const starts: number[] = [];
    for (const part of this.#parts()) {
      const isGap = part instanceof Uint8Array;
      if (!isGap) starts.push(this.size);
      this.size += isGap ? part.length : part.size;
    }
    this.starts = starts;
  }
}

const optionsOf = ({ dialect }: Format): Options => ({
  dialect,
  mode: "exact",
  allowObjects: true,
  fullObjects: true,
});

function rangesOf(content: Uint8Array<ArrayBuffer>, format: Format): PlacedRange[] {
  return locateFrames(content, format).map(({ offset, length, bigEndian }) => ({
    start: offset,
    end: offset + length,
    bigEndian,
  }));
}
