// Contents that the page does not show as they are: it encodes their values itself. Loaded only for such a content.
import { decodeFrames, encode, encodeFrames, type Options } from "godot-variant";
import type { Format } from "../../protocol/opening.js";
import type { Transcribed, Transcription } from "./transcription.js";

/** The values of a content and their bytes; without `transcription`, those of RPC arguments or of project settings. */
export function transcribed(
  content: Uint8Array<ArrayBuffer>,
  { framing }: Format,
  options: Options,
  transcription: Transcription = {
    values: decodeFrames(content, { ...options, framing }),
    // They have names and other bytes between the values.
    toContent: (values) => encodeFrames(values, { ...options, framing }),
  },
): Transcribed {
  return { transcription, encoded: transcription.values.map((value) => encode(value, options)) };
}
