// TextEncoder and TextDecoder, also where the globals lack them, as in jsdom.
import { builtin } from "./platform-modules.js";

interface TextCoders {
  readonly TextDecoder: typeof TextDecoder;
  readonly TextEncoder: typeof TextEncoder;
}

// The globals of jsdom (tests with Jest) have neither class, but jsdom runs in Node, whose module util has both.
const coders: TextCoders =
  typeof globalThis.TextDecoder === "function" ? globalThis : (builtin<TextCoders>("util") ?? globalThis);

const { TextDecoder: Decoder, TextEncoder: Encoder } = coders;

export { Decoder as TextDecoder, Encoder as TextEncoder };
