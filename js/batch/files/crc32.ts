// CRC-32 as zip files have it.
import * as zlib from "node:zlib";

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC-32 of bytes. */
export function crc32(bytes: Uint8Array): number {
  // Node has it since 20.15.
  return (zlib as { crc32?: (bytes: Uint8Array) => number }).crc32?.(bytes) ?? slowCrc32(bytes);
}

/** The same without the platform. */
export function slowCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}
