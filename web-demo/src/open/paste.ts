/** Reads a list of bytes or hexadecimal digits. Encodes any other text as UTF-8 (base64 is undone later, as a layer). */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const list = text.trim().replace(/^PackedByteArray\(|\)$|^\[|\]$/g, "");
  if (/^\d{1,3}(\s*,\s*\d{1,3})+\s*,?$/.test(list)) {
    const numbers = list
      .split(",")
      .filter((part) => part.trim() !== "")
      .map(Number);
    if (numbers.every((number) => number < 256)) return Uint8Array.from(numbers);
  }
  const digits = text.replace(/0x|\\x|[\s,:;]/gi, "");
  if (/^([0-9a-f]{2})+$/i.test(digits) && digits.length >= 8) {
    return Uint8Array.from(digits.match(/../g) as string[], (pair) => Number.parseInt(pair, 16));
  }
  return new TextEncoder().encode(text.trim());
}
