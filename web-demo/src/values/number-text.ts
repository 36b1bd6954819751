/** A number with all its digits; a `single` is a 32-bit float and gets the fewest digits that identify it. */
export function numberText(value: number | bigint, single: boolean): string {
  if (typeof value === "bigint" || Number.isSafeInteger(value))
    return Object.is(value, -0) ? "-0" : String(value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const rounded = [6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return String((single && rounded.find((one) => Math.fround(one) === value)) || value);
}
