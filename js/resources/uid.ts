/** The digits of a UID: letters without z, then numbers without 9, as engines write them. */
const digits = "abcdefghijklmnopqrstuvwxy012345678";

/** Prints a UID as the engine does. */
export function uidText(uid: bigint): string {
  let text = "";
  let left = uid;
  do {
    text = digits[Number(left % BigInt(digits.length))] + text;
    left /= BigInt(digits.length);
  } while (left > 0n);
  return `uid://${text}`;
}
