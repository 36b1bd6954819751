import { bytesOfBase64 } from "../../base/base64.js";
import { floatOf, NotationError } from "../../forms/json-parser.js";
import { Float, type Variant } from "../../index.js";

/** The numbers of vectors. */
export type Floats = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** A JSON array that a tag takes. */
export function listValue(value: Variant): Variant[] {
  if (Array.isArray(value)) return value;
  throw new NotationError("expected an array");
}

/** A text that a tag takes. */
export function textValue(value: Variant): string {
  if (typeof value === "string") return value;
  throw new NotationError("expected a string");
}

/** An integer of any size: a number or, for those that other programs would round, a string of its digits. */
export function idValue(value: Variant): bigint {
  if (typeof value === "bigint") return checked(value);
  if (typeof value === "string" && /^-?\d{1,20}$/.test(value)) return checked(BigInt(value));
  throw new NotationError("expected an integer");
}

function checked(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value) return value;
  throw new NotationError(`${value} needs more than 64 bits`);
}

/** An integer of 32 bits. */
export function integerValue(value: Variant): number {
  const number = idValue(value);
  if (BigInt.asIntN(32, number) === number || BigInt.asUintN(32, number) === number) return Number(number);
  throw new NotationError(`${number} needs more than 32 bits`);
}

/** Base64, the usual alphabet with its padding. */
export function byteValue(value: Variant): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfBase64(textValue(value));
  if (bytes === undefined) throw new NotationError("expected base64");
  return bytes;
}

const named: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  "-inf": -Infinity,
  "-0": -0,
  "-0.0": -0,
};
const nanBits = /^nan:([0-9a-f]{8}|[0-9a-f]{16})$/;

/** A float: a number, or the text of one that JSON cannot write. */
export function floatValue(value: Variant): number | Float {
  if (typeof value === "string" && nanBits.test(value))
    return new Float(Number.NaN, BigInt(`0x${value.slice(4)}`));
  return floatOf(numberValue(value));
}

function numberValue(value: Variant): number {
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) return Number(value);
  const number = typeof value === "string" ? named[value] : undefined;
  if (number === undefined) throw new NotationError("expected a number");
  return number;
}

/** Writes numbers, and the bits of those that are a NaN with bits. */
export function numbersInto(target: Floats, list: readonly Variant[]): Floats {
  const single = target.BYTES_PER_ELEMENT === 4;
  const words = single ? new Uint32Array(target.buffer) : new BigUint64Array(target.buffer);
  for (const [index, value] of list.entries()) {
    if (typeof value === "string" && nanBits.test(value)) setBits(words, index, value.slice(4));
    else target[index] = numberValue(value);
  }
  return target;
}

function setBits(words: Uint32Array | BigUint64Array, index: number, hex: string): void {
  const digits = words.BYTES_PER_ELEMENT * 2;
  if (hex.length !== digits) throw new NotationError(`the bits of a NaN have ${digits} digits here`);
  if (words instanceof Uint32Array) words[index] = Number.parseInt(hex, 16);
  else words[index] = BigInt(`0x${hex}`);
}
