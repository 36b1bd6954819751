/** A multiple of three bytes, so that no part but the last needs padding. */
const partBytes = 3 << 12;

/** Yields base64 in short parts, because a single string could become too long for JavaScript. */
export function* base64Parts(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length; at += partBytes)
    // A spread would go through an iterator, which takes ten times as long.
    yield btoa(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + partBytes)));
}

/** Decodes base64; undefined for any text that `base64Parts` would write differently. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  // atob ignores the spare bits of the last group, so comparing is the only way to reject them.
  if (btoa(binary.slice(binary.length - (binary.length % 3 || 3))) !== text.slice(-4)) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
