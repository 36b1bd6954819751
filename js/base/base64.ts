/** A multiple of three bytes, so that no part but the last needs padding. */
const partBytes = 3 << 12;

/** Bytes in base64, in parts that are never long. */
export function* base64Parts(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length; at += partBytes)
    yield btoa(String.fromCharCode(...bytes.subarray(at, at + partBytes)));
}

/** The bytes of a base64 text; undefined unless it is written as `base64Parts` writes it. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  // The last group may have bits beyond its bytes.
  if (btoa(binary.slice(binary.length - (binary.length % 3 || 3))) !== text.slice(-4)) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
