// Replaces some of the numbers of a vector or of a packed array.
import type { TypeName, Variant } from "godot-variant";
import { typeTraits } from "../../values/types.js";
import { withComponents } from "../edit/input.js";

type IsChosen = (number: number | bigint) => boolean;
type Numbers = Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

/** A value of the same type and width; undefined if it has no numbers, or `by` is none of its kind. */
export function replacedNumbers(
  value: Variant,
  type: TypeName,
  isChosen: IsChosen,
  by: number,
): Variant | undefined {
  const { view, areInts = false } = typeTraits[type];
  if (view === "components") {
    const numbers = (value as unknown as { toArray(): number[] }).toArray();
    if (areInts && !fits(by, Int32Array)) return undefined;
    return withComponents(
      value,
      numbers.map((number) => (isChosen(number) ? by : number)),
    );
  }
  if (view !== "numbers" && view !== "bytes") return undefined;
  if (ArrayBuffer.isView(value)) return replacedIn(value as Numbers, isChosen, by) as Variant | undefined;
  const packed = value as unknown as { data: Numbers; constructor: new (data: Numbers) => Variant };
  const made = replacedIn(packed.data, isChosen, by);
  return made && new packed.constructor(made);
}

/** Whether an array of this kind can hold a number. */
function fits(number: number, kind: Int32ArrayConstructor | Uint8ArrayConstructor): boolean {
  return kind.of(number)[0] === number;
}

function replacedIn(numbers: Numbers, isChosen: IsChosen, by: number): Numbers | undefined {
  if (numbers instanceof BigInt64Array)
    return Number.isSafeInteger(by)
      ? numbers.map((number) => (isChosen(number) ? BigInt(by) : number))
      : undefined;
  if (numbers instanceof Int32Array && !fits(by, Int32Array)) return undefined;
  if (numbers instanceof Uint8Array && !fits(by, Uint8Array)) return undefined;
  return (numbers as Float64Array).map((number) => (isChosen(number) ? by : number));
}
