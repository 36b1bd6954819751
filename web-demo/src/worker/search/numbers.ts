// Replaces some of the numbers of a vector or of a packed array.
import type { TypeName, Variant } from "godot-variant";
import type { Components } from "../../../../js/table/components.js";
import { requireExact } from "../../values/exact-number.js";
import { typeTraits } from "../../values/types.js";
import { withComponents } from "../edit/input.js";

type IsChosen = (number: number | bigint) => boolean;
type Numbers = Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

/**
 * The value with other numbers, of the same type and width. Undefined if it has no numbers, or if `by` is not a number of its kind. Throws
 * for a number that `requireExact` refuses.
 * @param by A number in decimal digits.
 */
export function replacedNumbers(
  value: Variant,
  type: TypeName,
  isChosen: IsChosen,
  by: string,
): Variant | undefined {
  const { view, areInts = false } = typeTraits[type];
  if (view === "components") {
    const components = value as unknown as Components;
    const made = Number(by);
    if (!areInts) requireExact(by, made, !components.wide);
    else if (!fits(made, Int32Array)) return undefined;
    return withComponents(
      value,
      components.toArray().map((number) => (isChosen(number) ? made : number)),
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

function replacedIn(numbers: Numbers, isChosen: IsChosen, by: string): Numbers | undefined {
  const made = Number(by);
  if (numbers instanceof BigInt64Array)
    return Number.isSafeInteger(made)
      ? numbers.map((number) => (isChosen(number) ? BigInt(made) : number))
      : undefined;
  if (numbers instanceof Int32Array && !fits(made, Int32Array)) return undefined;
  if (numbers instanceof Uint8Array && !fits(made, Uint8Array)) return undefined;
  const isSingle = numbers instanceof Float32Array;
  if (isSingle || numbers instanceof Float64Array) requireExact(by, made, isSingle);
  return (numbers as Float64Array).map((number) => (isChosen(number) ? made : number));
}
