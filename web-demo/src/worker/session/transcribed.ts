// Contents that the page does not show as they are: it encodes their values itself. Loaded only for such a content.
import {
  convert,
  decode,
  decodeFrames,
  encode,
  encodeFrames,
  type Framing,
  type Options,
  type Warning,
} from "godot-variant";
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
  const transcription = given ?? framed(content, framing, options);
  return {
    transcription,
    encoded: transcription.values.map((value) => encode(value, options)),
    read: (bytes) =>
      given === undefined
        ? decode(bytes, options)
        : decodeApart({ decode, convert }, bytes, { mode: "exact" }),
  };
}

/** RPC arguments and project settings, which have names and other bytes between the values. */
function framed(content: Uint8Array<ArrayBuffer>, framing: Framing, options: Options): Transcription {
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => warnings.push(warning);
  return {
    values: decodeFrames(content, { ...options, framing, onWarning }),
    warnings,
    toContent: (values) => encodeFrames(values, { ...options, framing }),
  };
}
