/** The digits of a UID: letters without z, then numbers without 9, as engines write them. */
const digits = "abcdefghijklmnopqrstuvwxy012345678";

/** Prints a UID as the engine does. */
export function uidText(uid: bigint): string {
  let text = "";
  for (let left = uid; left > 0n; left /= BigInt(digits.length))
    text = digits[Number(left % BigInt(digits.length))] + text;
  return `uid://${text}`;
}
