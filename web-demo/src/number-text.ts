/** A number in full; a `single`, which is a 32-bit float, with the fewest digits that tell it from all others. */
export function numberText(value: number | bigint, single: boolean): string {
  if (typeof value === "bigint" || Number.isSafeInteger(value))
    return Object.is(value, -0) ? "-0" : String(value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const rounded = [6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return String((single && rounded.find((one) => Math.fround(one) === value)) || value);
}
