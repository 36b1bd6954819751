// `like` for packed arrays and vectors: their type, and the width of their numbers.
import { type Components, fillNumbers, widenedCopy } from "../../table/components.js";
import { widenedReals } from "../../table/numbers.js";
import { components } from "../../table/table.gen.js";
import {
  brandOf,
  isIntegerType,
  isPackedComponentsType,
  packedNames,
  typedArrayName,
  typeOfBrand,
} from "../../table/type-kinds.js";
import { packedClasses } from "../../values/classes.gen.js";
import type { Floats } from "../../values/packed.js";
import { PackedStringArray } from "../../values/packed.js";
import type { PackedValue, Variant } from "../../values/variant.js";

interface PackedComponents {
  readonly data: ArrayLike<number>;
  readonly wide: boolean;
}

interface Packer {
  /** Whether the packed array can hold an element. */
  fits(element: unknown): boolean;
  pack(elements: readonly unknown[]): PackedValue;
}

const isNumber = (element: unknown) => typeof element === "number";
/** Whether an element is a number or a bigint that narrowing to an int leaves as it is. */
const isIntIn = (element: unknown, narrow: (number: number) => number) =>
  (isNumber(element) || typeof element === "bigint") && narrow(Number(element)) === Number(element);
/** Rounding is expected of 32 bits, but not infinity. */
const isSingle = (element: unknown) =>
  typeof element === "number" && Number.isFinite(Math.fround(element)) === Number.isFinite(element);
const toInt32 = (number: number) => number | 0;
const isInt32 = (element: unknown) => isNumber(element) && isIntIn(element, toInt32);
const isInt64 = (element: unknown) =>
  typeof element === "bigint" ? BigInt.asIntN(64, element) === element : Number.isSafeInteger(element);

const packers: Readonly<Record<string, Packer>> = {
  Uint8Array: {
    fits: (element) => isIntIn(element, (number) => number & 0xff),
    pack: (elements) => Uint8Array.from(elements as number[], Number),
  },
  Int32Array: {
    fits: (element) => isIntIn(element, toInt32),
    pack: (elements) => Int32Array.from(elements as number[], Number),
  },
  BigInt64Array: { fits: isInt64, pack: (elements) => BigInt64Array.from(elements as number[], BigInt) },
  Float32Array: { fits: isSingle, pack: (elements) => Float32Array.from(elements as number[]) },
  Float64Array: { fits: isNumber, pack: (elements) => Float64Array.from(elements as number[]) },
  PackedStringArray: {
    fits: (element) => typeof element === "string",
    pack: (elements) => new PackedStringArray([...elements] as string[]),
  },
  ...vectorPackers(),
};

function vectorPackers(): Readonly<Record<string, Packer>> {
  const entries = Object.entries(packedClasses).map(([name, owner]): [string, Packer] => {
    const type = name.slice("Packed".length, -"Array".length);
    const number = typeOfBrand(type) as number;
    const fitsPart = isIntegerType(number) ? isInt32 : isNumber;
    const fits = (element: unknown) => {
      if (brandOf(element) !== type) return false;
      const numbers: number[] = [];
      fillNumbers(element as Components, numbers, 0);
      return numbers.length === components[number] && numbers.every(fitsPart);
    };
    return [name, { fits, pack: (elements) => owner.from(elements as never) }];
  });
  return Object.fromEntries(entries);
}

/** Names of typed arrays by the packed array type that they represent. */
const typedArrays: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(packedNames).map(([array, packed]) => [packed, array]),
);

/** Whether a brand names a packed array of vectors or colors. */
export function isPackedComponents(name: string): boolean {
  return isPackedComponentsType(typeOfBrand(name));
}

/** Makes a packed array of the same type as `old`; undefined if an element does not fit or `old` is not a packed array. */
export function packedLike(elements: readonly unknown[], old: Variant): PackedValue | undefined {
  if (typeof old !== "object" || old === null) return undefined;
  const name = typedArrayName(old) ?? brandOf(old) ?? "";
  const packer = Object.hasOwn(packers, name) ? packers[name] : undefined;
  // Unlike every(), this also asks holes, which would become 0 or NaN.
  if (packer === undefined || elements.findIndex((element) => !packer.fits(element)) >= 0) return undefined;
  const isWide = isPackedComponents(name) && (old as unknown as PackedComponents).wide;
  const packed = packer.pack(
    isWide ? elements.map((element) => widenedCopy(element as Components)) : elements,
  );
  if (packed instanceof Float32Array || packed instanceof Float64Array) keepNaNs(packed, old as Floats);
  return packed;
}

/** Gives each NaN the bits of the NaN that stood at its index, because a number does not keep them. */
function keepNaNs(numbers: Floats, old: Floats): void {
  for (let i = 0; i < Math.min(numbers.length, old.length); i++)
    if (Number.isNaN(numbers[i]) && Number.isNaN(old[i])) numbers.set(old.subarray(i, i + 1), i);
}

/** Widens the vectors to 64 bits if the old ones had 64 bits. */
export function wideLike<Value extends PackedComponents>(value: Value, old: Value): Value {
  if (value.wide || !old.wide) return value;
  const owner = old.constructor as new (data: Float64Array) => Value;
  return new owner(widenedReals(value.data as Float32Array));
}

/** An empty packed array of a Godot type; undefined for any other type. */
export function emptyPacked(type: string): PackedValue | undefined {
  return packers[typedArrays[type] ?? type]?.pack([]);
}
