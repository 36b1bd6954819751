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

/**
 * The strings of a pool of UTF-8 texts, which begins at `poolAt`: each part of it is decoded at once and cut. `units` are
 * the lengths of the texts, -1 for one that is not in the pool; `parts` has the end of each part and the number of the
 * first text after it.
 */
export function cutPool(
  bytes: Uint8Array,
  poolAt: number,
  units: Int32Array,
  parts: Int32Array,
): (string | undefined)[] {
  const strings = new Array<string | undefined>(units.length);
  let start = 0;
  let number = 0;
  for (let part = 0; part < parts.length; part += 2) {
    const end = parts[part] as number;
    const text = decodeText(bytes, poolAt + start, end - start);
    for (let at = 0; number < (parts[part + 1] as number); number++) {
      const length = units[number] as number;
      if (length < 0) continue;
      strings[number] = text.slice(at, at + length);
      at += length;
    }
    start = end;
  }
  return strings;
}

const chunk = 4096;

/**
 * The text of bytes that are not valid UTF-8. Encoded surrogates become code units, and a pair of them one character; but
 * where anything else is wrong too, each byte that belongs to no valid sequence becomes U+FFFD, as in C++.
 */
export function decodeRawText(bytes: Uint8Array, start: number, length: number): string {
  const raw = bytes.subarray(start, start + length);
  const broken = isBroken(raw);
  const units: number[] = [];
  let text = "";
  for (let i = 0; i < length; ) {
    const size = broken && isSurrogate(raw, i) ? 0 : sequenceLength(raw, i);
    if (size === 0) units.push(0xfffd);
    else pushCodePoint(units, raw, i, size);
    i += size || 1;
    if (units.length < chunk) continue;
    text += String.fromCharCode(...units);
    units.length = 0;
  }
  return text + String.fromCharCode(...units);
}

function isBroken(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; ) {
    const size = sequenceLength(bytes, i);
    if (size === 0) return true;
    i += size;
  }
  return false;
}

function isSurrogate(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xed && (bytes[at + 1] as number) > 0x9f;
}

/** Length of the sequence at `at`, also of an encoded surrogate; 0 when it is broken. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < size; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  const outside =
    (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f);
  return outside ? 0 : size;
}

/** Reads the code point at `at`, which has `size` bytes, as UTF-16 units. */
function pushCodePoint(units: number[], bytes: Uint8Array, at: number, size: number): void {
  const lead = bytes[at] as number;
  let code = size === 1 ? lead : lead & (0x7f >> size);
  for (let i = 1; i < size; i++) code = (code << 6) | ((bytes[at + i] as number) & 0x3f);
  if (code < 0x10000) units.push(code);
  else units.push(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
}

/** Whether a string is well-formed UTF-16: no half of a surrogate pair stands alone. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
