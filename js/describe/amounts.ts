// Words for amounts and places.

/** A whole number with a separator between thousands. To load what toLocaleString needs takes a tenth of the start of a program. */
export const grouped = (number: number, separator = ",") =>
  String(number).replace(/\B(?=(?:\d{3})+$)/g, separator);

/** `1 entry`, `2,000 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A rounded file size: `950 bytes`, `12.3 kB`, `4.5 MB`. `counted(bytes, "byte")` returns the exact size. */
export function sizeText(bytes: number): string {
  if (bytes < 10_000) return counted(bytes, "byte");
  // What rounds to 1000.0 kB is 1.0 MB.
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `byte 300 = 0x12c`. */
export function byteText(offset: number): string {
  return `byte ${offset} = 0x${offset.toString(16)}`;
}
