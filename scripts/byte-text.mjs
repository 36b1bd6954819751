// Encodes bytes as text in a program; js/wasm/byte-text.ts decodes it. gzip compresses this text to the size of the compressed
// bytes. Hexadecimal and base64 hide where bytes begin, so they compress to a tenth to a third more.

/** Printable characters, except for those that a string or a script element would have to escape. */
const alphabet = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'"<\\'.includes(character),
);
/** This many characters stand for one byte each; the last two begin a pair. */
const singles = alphabet.length - 2;

/** `text` has one character for a frequent byte, two for any other. `order` lists all bytes in hexadecimal, most frequent first. */
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
