/** Numbers that JSON lacks, or between blanks that it lacks, and that `JSON.parse` of Godot 4.6.3, 3.6 and 3.2.3 reads. */
export const jsonNumbers: readonly [text: string, value: number | bigint][] = [
  ["03", 3n],
  ["-03", -3n],
  ["00", 0n],
  ["1.", 1],
  ["01.5", 1.5],
  ["1.e5", 100000],
  ["1e0000000000000000000001", 10],
  ["\x013", 3n],
  ["\x073", 3n],
  ["\x0b3", 3n],
  ["\x0c3", 3n],
  ["\x1f3", 3n],
];
