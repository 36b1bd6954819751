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

let strict: TextDecoder | undefined;

/** Decodes UTF-8 and keeps a byte order mark; undefined for other bytes. */
export function strictText(bytes: Uint8Array): string | undefined {
  strict ??= new Decoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
