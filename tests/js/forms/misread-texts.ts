/**
 * Texts of values that Godot 4.6.3 refuses or reads as another value, which is given as toText prints it, and where the error is said to be.
 * parseText refuses them.
 */
export const misreadTexts: readonly [text: string, inGodot4: string | undefined, place: number][] = [
  ["Array[0x1F]([])", undefined, 6],
  ["Array[1a]([])", undefined, 6],
  ["Array[é]([])", undefined, 6],
  ["Array[aé]([])", undefined, 7],
  ["Dictionary[é, int]({})", undefined, 11],
  ["Object(0x1F)", undefined, 7],
  ['Object(é,"a":1)', undefined, 7],
  ["1e4294967297", "10.0", 0],
  ["1e-4294967297", "0.1", 0],
  ["1e18446744073709551617", "10.0", 0],
  ["1e99999999999999999999", "inf", 0],
  ["1.5e", "15.0", 0],
  ['PackedByteArray("AAEC;")\n")', undefined, 21],
];

/** Texts in quotes, and what Godot 3.6 and 3.2.3 read. */
export const oldEscapes: readonly [text: string, expected: string][] = [
  ['"\\u0041\\U000041"', "AU000041"],
  ['"\\U"', "U"],
];
