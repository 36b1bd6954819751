// Numbers and ids in exact JSON.
import { NotationError } from "../../forms/json-parser.js";
import { floatOf } from "../../forms/json-tokens.js";
import { Float, type Variant } from "../../index.js";
import { componentText, floatText, usualNaN } from "../../table/numbers.js";

/** Floats of a vector or a packed array. */
export type Floats = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const usualNarrowNaN = 0x7fc00000n;
const nanBits = /^nan:([0-9a-f]{8}|[0-9a-f]{16})$/;
const named: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  "-inf": -Infinity,
  "-0": -0,
  "-0.0": -0,
};

/** A number with a point or, because JSON has no such number, a string for NaN, infinities and -0. */
export function floatContent(value: number | Float): string {
  const number = Number(value);
  if (Number.isNaN(number))
    return `"${nanText(typeof value === "object" ? value.bits : usualNaN, usualNaN, 16)}"`;
  const isString = Object.is(number, -0) || !Number.isFinite(number);
  return isString ? `"${floatText(number)}"` : floatText(number);
}

/** `nan`, with its bits unless they are the usual ones. */
function nanText(bits: bigint, usual: bigint, digits: number): string {
  return bits === usual ? "nan" : `nan:${bits.toString(16).padStart(digits, "0")}`;
}

/** Writes the floats of a vector or a packed array. Their tag gives the type, so 1.0 may be written as 1. `words` hold the bits of NaNs. */
export function* floatTexts(
  numbers: ArrayLike<number>,
  wide: boolean,
  words: Int32Array | undefined,
): Generator<string> {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number;
    if (Number.isNaN(number)) yield `"${nanOf(words, i, wide)}"`;
    else if (Object.is(number, -0)) yield '"-0"';
    else yield Number.isFinite(number) ? componentText(number, wide) : `"${floatText(number)}"`;
  }
}

function nanOf(words: Int32Array | undefined, index: number, wide: boolean): string {
  if (words === undefined) return "nan";
  const word = (at: number) => BigInt((words[at] ?? 0) >>> 0);
  return wide
    ? nanText((word(index * 2 + 1) << 32n) | word(index * 2), usualNaN, 16)
    : nanText(word(index), usualNarrowNaN, 8);
}

/** An integer of up to 64 bits: a number or, because other programs round large ones, a string of its digits. */
export function idValue(value: Variant): bigint {
  const isDigits = typeof value === "string" && /^-?\d{1,20}$/.test(value);
  if (typeof value !== "bigint" && !isDigits) throw new NotationError("Expected an integer.");
  return fitting(BigInt(value as bigint | string), 64);
}

/** An integer of up to 32 bits. */
export function integerValue(value: Variant): number {
  return Number(fitting(idValue(value), 32));
}

/** A signed integer. One that does not fit would become another number in a packed array. */
export function signedValue(value: Variant, bits: 32 | 64): bigint {
  const id = idValue(value);
  if (BigInt.asIntN(bits, id) === id) return id;
  throw new NotationError(`${id} is not a ${bits}-bit integer.`);
}

function fitting(value: bigint, bits: number): bigint {
  if (BigInt.asIntN(bits, value) === value || BigInt.asUintN(bits, value) === value) return value;
  throw new NotationError(`${value} needs more than ${bits} bits.`);
}

/** A float: a number, or the string that `floatContent` writes. */
export function floatValue(value: Variant): number | Float {
  if (typeof value === "string" && nanBits.test(value))
    return new Float(Number.NaN, BigInt(`0x${value.slice("nan:".length)}`));
  return floatOf(numberValue(value));
}

function numberValue(value: Variant): number {
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) return Number(value);
  const number = typeof value === "string" ? named[value] : undefined;
  if (number === undefined) throw new NotationError("Expected a number.");
  return number;
}

/** The numbers of a list, including the bits of unusual NaNs. */
export function floatsOf(list: readonly Variant[], wide: boolean): Floats {
  const floats = wide ? new Float64Array(list.length) : new Float32Array(list.length);
  const words = wide ? new BigUint64Array(floats.buffer) : new Uint32Array(floats.buffer);
  const digits = wide ? 16 : 8;
  for (const [index, value] of list.entries()) {
    if (typeof value !== "string" || !nanBits.test(value)) {
      floats[index] = numberValue(value);
      continue;
    }
    const hex = value.slice("nan:".length);
    if (hex.length !== digits) throw new NotationError(`The bits of a NaN have ${digits} digits here.`);
    words[index] = wide ? BigInt(`0x${hex}`) : Number.parseInt(hex, 16);
  }
  return floats;
}
