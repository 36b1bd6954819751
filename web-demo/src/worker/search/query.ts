// What a person types into the search field, as a query of the package.
import type { SearchOptions, TypeName } from "godot-variant";
import type { SearchRequest } from "../../protocol/search.js";
import { typeTraits } from "../../values/types.js";

const number = String.raw`[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?`;
const comparison = new RegExp(`^(>=|<=|>|<|=)\\s*(${number})$`, "i");
const bothBounds = new RegExp(`^([<>]=?\\s*${number})\\s*([<>]=?\\s*${number})$`, "i");
const range = new RegExp(`^(${number})\\s*\\.\\.(?!\\.)\\s*(${number})$`, "i");
const expression = /^\/(.+)\/([dimsu]*)$/;
const ofType = /^type:(\w+)\s*/i;

const syntax = /[\\^$.*+?()[\]{}|/]/g;

/** Where a query matches within texts, for those that look for a text. */
export function patternOf({ text }: SearchOptions): RegExp | undefined {
  if (text === undefined) return undefined;
  if (typeof text === "string") return new RegExp(text.replace(syntax, "\\$&"), "giu");
  return new RegExp(text.source, `${text.flags}g`);
}

/**
 * `>= 10`, `>= 10 < 20` and `10..20` are ranges of numbers, `/expression/i` is a regular expression, and everything else a text. Before
 * each of them, or alone, `type:int` stands for values of one type. Throws for an invalid expression or type.
 */
export function queryOf({ text, keys, values, types }: SearchRequest): SearchOptions {
  const [typed = "", name] = ofType.exec(text) ?? [];
  const only = name === undefined ? {} : { types: [typeNamed(name)] };
  const rest = text.slice(typed.length);
  const given = rest.trim();
  const bounds = boundsOf(given);
  if (bounds !== undefined) return { ...only, ...bounds, elements: true };
  const places = { keys, values, typeNames: types, elements: true };
  const [, source, flags] = expression.exec(given) ?? [];
  if (source !== undefined) return { ...only, ...places, text: new RegExp(source, flags) };
  return { ...only, ...places, text: rest === "" ? undefined : rest };
}

function typeNamed(name: string): TypeName {
  const names = Object.keys(typeTraits) as TypeName[];
  const found = names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Error(`There is no type ${name}. Types are ${names.join(", ")}.`);
  return found;
}

function boundsOf(text: string): Pick<SearchOptions, "from" | "to"> | undefined {
  const [, least, most] = range.exec(text) ?? [];
  if (least !== undefined && most !== undefined) return { from: numberOf(least), to: numberOf(most) };
  const [, one, other] = bothBounds.exec(text) ?? [];
  if (one !== undefined && other !== undefined && one[0] !== other[0])
    return { ...boundsOf(one), ...boundsOf(other) };
  const [, sign, bound] = comparison.exec(text) ?? [];
  if (sign === undefined || bound === undefined) return undefined;
  const value = numberOf(bound);
  if (sign === "=") return { from: value, to: value };
  if (sign === ">=") return { from: value };
  if (sign === "<=") return { to: value };
  return sign === ">" ? { from: above(value) } : { to: below(value) };
}

/** Ints keep all digits. */
function numberOf(text: string): number | bigint {
  const digits = text.replaceAll("_", "");
  return /^[-+]?\d+$/.test(digits) ? BigInt(digits.replace("+", "")) : Number(digits);
}

const exactInts = 2n ** 53n;

/** The least bound that leaves out a number itself. Large ints are further apart than floats. */
function above(value: number | bigint): number | bigint {
  if (typeof value === "bigint" && (value >= exactInts || value <= -exactInts)) return value + 1n;
  const float = Float64Array.of(Number(value));
  if (float[0] === 0) return Number.MIN_VALUE;
  const bits = new BigInt64Array(float.buffer);
  bits[0] = (bits[0] as bigint) + ((float[0] as number) < 0 ? -1n : 1n);
  return float[0] as number;
}

function below(value: number | bigint): number | bigint {
  const bound = above(typeof value === "bigint" ? -value : -value);
  return typeof bound === "bigint" ? -bound : -bound;
}
