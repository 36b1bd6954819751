// Contents that the page does not show as they are: it encodes their values itself. Loaded only for such a content.
import { convert, decode, decodeFrames, encode, encodeFrames, type Options } from "godot-variant";
import { decodeApart } from "../../../../js/forms/apart-keys.js";
import type { Format } from "../../protocol/opening.js";
import type { Transcribed, Transcription } from "./transcription.js";

/** The values of a content and their bytes; without `given`, those of RPC arguments or of project settings. */
export function transcribed(
  content: Uint8Array<ArrayBuffer>,
  { framing }: Format,
  options: Options,
  given?: Transcription,
): Transcribed {
  const transcription = given ?? {
    values: decodeFrames(content, { ...options, framing }),
    // They have names and other bytes between the values.
    toContent: (values) => encodeFrames(values, { ...options, framing }),
  };
  return {
    transcription,
    encoded: transcription.values.map((value) => encode(value, options)),
    read: (bytes) =>
      given === undefined
        ? decode(bytes, options)
        : decodeApart({ decode, convert }, bytes, { mode: "exact" }),
  };
}
