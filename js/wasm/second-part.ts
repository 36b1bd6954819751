// Calls of the second part of the codec: documents, text, conversion, files. Programs that use none of them leave its bytes out.
import type { Settings } from "../base/options.js";
import { flag, slot } from "../table/boundary.gen.js";
import type { Boundary } from "./boundary.js";
import { codecPart, compilePart } from "./codec-instance.js";
import type { SecondGlue } from "./glue.js";
import { embeddedSecondPart } from "./inline-second.js";
import type { Tape } from "./tape.js";
import { asciiText, decodeText, utf16Text } from "./utf8.js";

const part = /* @__PURE__ */ codecPart(embeddedSecondPart);

/** The functions of the second part, which a codec gets before the first of these calls. */
export function secondPart(codec: Boundary): SecondGlue {
  if (codec.first !== undefined) {
    // Creating the instance puts its functions into the table of the first part, where the calls go.
    new WebAssembly.Instance(compilePart(part), { primary: codec.first });
    codec.first = undefined;
  }
  return codec.glue as SecondGlue;
}

/** Indexes an input; returns the error number, or 0. */
export function index(codec: Boundary, input: Uint8Array, { dialect, flags, limits }: Settings): number {
  const glue = secondPart(codec);
  codec.load(input);
  return codec.done(glue.buildIndex(input.length, dialect, flags, limits.depth, limits.elements));
}

/**
 * Finds the values in an input that match a query: a record `query` and its text. Returns the error number, or 0.
 *
 * @param values - How many values follow each other in the input, keys included.
 */
export function search(
  codec: Boundary,
  input: Uint8Array,
  { dialect, flags }: Settings,
  values: number,
  words: Int32Array,
  needle: Uint8Array,
): number {
  const glue = secondPart(codec);
  const { tapeRoom } = codec;
  if (tapeRoom.words < words.length || tapeRoom.bytes < needle.length)
    codec.reserveTape(words.length, 0, needle.length);
  // The texts of the last tape are overwritten.
  codec.writer = undefined;
  codec.load(input);
  codec.i32.set(words, tapeRoom.wordsAt >>> 2);
  codec.u8.set(needle, tapeRoom.bytesAt);
  return codec.done(glue.search(input.length, dialect, flags, values, needle.length));
}

/** Prints the tape as text; returns the error number, or 0. */
export function print(
  codec: Boundary,
  words: number,
  texts: number,
  bytes: number,
  style: number,
  { flags, limits }: Settings,
): number {
  const glue = secondPart(codec);
  return codec.done(glue.print(words, texts, bytes, style, flags, limits.depth, limits.outputBytes));
}

/** The text of the last `print`. */
export function outputText(codec: Boundary): string {
  const { u8 } = codec;
  const ascii = codec.read(slot.asciiLength);
  const at = codec.read(ascii > 0 ? slot.asciiAt : slot.utf16At);
  if (ascii > 0) return asciiText(u8, at, at + ascii);
  const units = codec.read(slot.utf16Length);
  if (units > 0) return utf16Text(u8, at, at + units * 2);
  return decodeText(u8, codec.read(slot.outputAt), codec.read(slot.outputLength));
}

/** Parses UTF-8 text to a tape; returns the error number, or 0. */
export function parse(
  codec: Boundary,
  input: Uint8Array,
  { flags, limits }: Settings,
  asGodot3: boolean,
): number {
  const glue = secondPart(codec);
  codec.loadWhole(input);
  const all = asGodot3 ? flags | flag.asGodot3 : flags;
  return codec.done(glue.parse(input.length, all, limits.depth, limits.elements));
}

/** The tape of the last `parse`. */
export function parsedTape(codec: Boundary): Tape {
  // Its bytes are those of its texts, not the input.
  return { ...codec.tape(codec.u8.subarray(codec.read(slot.textBytesAt))), bytesAt: undefined };
}

/** Converts an input to the bytes of another dialect; returns the error number, or 0. */
export function convertBytes(codec: Boundary, input: Uint8Array, settings: Settings, to: number): number {
  const glue = secondPart(codec);
  const { dialect, flags, limits } = settings;
  const { depth, elements, outputBytes } = limits;
  codec.load(input);
  return codec.done(glue.convert(input.length, dialect, to, flags, depth, elements, outputBytes));
}
