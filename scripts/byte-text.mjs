// Bytes as text in a program: js/wasm/byte-text.ts reads it. Of hexadecimal or base64, which hide where bytes begin, gzip
// makes a tenth to a third more than of the bytes; of this text it makes the same.

/** Printable characters but those that a string or a script element would have to escape. */
const alphabet = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'"<\\'.includes(character),
);
/** The last two characters begin a pair. */
const singles = alphabet.length - 2;

/** `text`: a character for a frequent byte, two for others. `order`: all bytes in hexadecimal, the most frequent first. */
export function textOf(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  const texts = new Array(256);
  for (const [rank, byte] of order.entries()) {
    const rest = rank - singles;
    const first = rest < 0 ? rank : singles + Math.floor(rest / alphabet.length);
    texts[byte] = alphabet[first] + (rest < 0 ? "" : alphabet[rest % alphabet.length]);
  }
  return {
    size: bytes.length,
    text: Array.from(bytes, (byte) => texts[byte]).join(""),
    order: Buffer.from(order).toString("hex"),
  };
}
