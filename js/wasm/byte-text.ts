// Bytes that a module holds as text, such as the WebAssembly.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { TextEncoder } from "../base/text-coders.js";

/** Bytes as text, written by scripts/byte-text.mjs. */
interface ByteText {
  readonly size: number;
  readonly text: string;
  readonly order: string;
}

/**
 * A text that a generated script stores in a global: see scripts/wasm.mjs. Throws `wasm-unavailable` if the script is of another
 * version, because a cache kept it.
 */
export function textNamed(name: string): ByteText {
  const text = (globalThis as Record<symbol, unknown>)[Symbol.for(name)] as ByteText | undefined;
  if (text !== undefined) return text;
  throw new VariantError("wasm-unavailable", { hints: [hint("other-build")] });
}

const singles = 90;
const pairStep = 91;

export function bytesOfText({ size, text, order }: ByteText): Uint8Array<ArrayBuffer> {
  const ranks = new Uint8Array(128);
  for (let code = 32, rank = 0; code < 127; code++) {
    if (code !== 0x22 && code !== 0x3c && code !== 0x5c) ranks[code] = rank++;
  }
  const values = Uint8Array.from({ length: 256 }, (_, i) =>
    Number.parseInt(order.slice(i * 2, i * 2 + 2), 16),
  );
  const codes = new TextEncoder().encode(text);
  const bytes = new Uint8Array(size);
  for (let i = 0, at = 0; i < size; i++) {
    let rank = ranks[codes[at++] as number] as number;
    if (rank >= singles) rank += (rank - singles) * pairStep + (ranks[codes[at++] as number] as number);
    bytes[i] = values[rank] as number;
  }
  return bytes;
}
