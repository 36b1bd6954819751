const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Texts up to this many bytes are read here when they are ASCII: cheaper than a call of TextDecoder. */
const shortText = 16;

/** The text of UTF-8 bytes; ill-formed parts become U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  const end = start + length;
  if (length <= shortText) {
    let text = "";
    for (let i = start; i < end; i++) {
      const code = bytes[i] as number;
      if (code > 0x7f) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(code);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}

const chunk = 4096;

/** The text of UTF-8 bytes in which surrogates are encoded one by one; a pair of them becomes one character. */
export function decodeRawText(bytes: Uint8Array, start: number, length: number): string {
  const units: number[] = [];
  let text = "";
  for (let i = start; i < start + length; ) {
    i += pushCodePoint(units, bytes, i);
    if (units.length < chunk) continue;
    text += String.fromCharCode(...units);
    units.length = 0;
  }
  return text + String.fromCharCode(...units);
}

/** Reads one code point as UTF-16 units; gives the count of its bytes. */
function pushCodePoint(units: number[], bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let code = size === 1 ? lead : lead & (0x7f >> size);
  for (let i = 1; i < size; i++) code = (code << 6) | ((bytes[at + i] as number) & 0x3f);
  if (code < 0x10000) units.push(code);
  else units.push(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
  return size;
}

/** Whether a string is well-formed UTF-16: no half of a surrogate pair stands alone. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
