// The options of `search`, and the form in which the codec takes them.
import { checkNames } from "../../base/option-names.js";
import { TextEncoder } from "../../base/text-coders.js";
import { queryRecord as field } from "../../table/boundary.gen.js";
import { Type, type TypeName, typeNames } from "../../table/table.gen.js";
import { isWellFormed, surrogateBytes } from "../../wasm/utf8.js";
import { formsOf } from "./letters.js";

/** What `search` looks for. A value must have one of the types, and meet one of the other criteria if there are any. */
export interface SearchOptions {
  /** A text in keys or values, or a regular expression for them. */
  text?: string | RegExp | undefined;
  /** Whether upper and lower case differ in `text`; by default they do not. A regular expression has a flag for it. */
  matchCase?: boolean | undefined;
  /** Look for the text in keys, in names of properties and in values inside keys; true by default. */
  keys?: boolean | undefined;
  /**
   * Look for the text in values; true by default. Numbers, vectors and booleans have the text that Godot prints: `1.0`,
   * `(0.5, 2)`, `true`. Packed arrays of numbers have none.
   */
  values?: boolean | undefined;
  /** Look for the text in the names of types, and in the declared types of containers. Regular expressions do not. */
  typeNames?: boolean | undefined;
  /** The smallest number: an int, a float, or one in a vector or a packed array. */
  from?: number | bigint | undefined;
  /** The largest number. */
  to?: number | bigint | undefined;
  /** The types of the values, by default all. */
  types?: readonly TypeName[] | undefined;
  /** Yield the elements of a PackedStringArray that match instead of the array. */
  elements?: boolean | undefined;
}

/** A query in the form that the codec takes. */
export interface Query {
  /** A record `query`. */
  readonly words: Int32Array;
  /** For each character of the text the count of its forms, then the size and the bytes of each. */
  readonly needle: Uint8Array;
  /** Decides about the texts that the codec collects. */
  readonly pattern: RegExp | undefined;
  readonly elements: boolean;
}

const encoder = new TextEncoder();
const names = new Set([
  "text",
  "matchCase",
  "keys",
  "values",
  "typeNames",
  "from",
  "to",
  "types",
  "elements",
]);
/** What texts of numbers, booleans, vectors and null consist of. */
const inNumbers = /^[-+\d.,() a-z]*$/i;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** Throws a TypeError for options that do not exist or make no sense. */
export function queryOf(options: SearchOptions): Query {
  check(options);
  const { text, matchCase = false, keys = true, values = true, typeNames: inTypes = false } = options;
  const words = new Int32Array(field.length);
  const pattern = text instanceof RegExp ? withoutState(text) : undefined;
  const hasText = text !== undefined;
  const plain = typeof text === "string" ? text : "";
  const inRange = options.from !== undefined || options.to !== undefined;
  words[field.keys] = Number(hasText && Boolean(keys));
  words[field.texts] = Number(hasText && Boolean(values));
  words[field.numbers] = Number(hasText && inNumbers.test(plain));
  words[field.collects] = Number(pattern !== undefined);
  words[field.inRange] = Number(inRange);
  words[field.all] = Number(!hasText && !inRange);
  put(words, field.types, bitsOf(options.types ?? typeNames));
  const named = inTypes && plain !== "" ? typeNames.filter((name) => holds(name, plain, matchCase)) : [];
  put(words, field.named, bitsOf(named));
  putRange(words, options);
  const needle = needleOf(plain, matchCase);
  return { words, needle, pattern, elements: options.elements ?? false };
}

function check(options: SearchOptions): void {
  checkNames(options, names, "option");
  const { text, from, to, types = [] } = options;
  if (text !== undefined && typeof text !== "string" && !(text instanceof RegExp))
    throw new TypeError("The option text must be a string or a regular expression.");
  for (const number of [from, to]) {
    const isNumber = typeof number === "number" && !Number.isNaN(number);
    if (number !== undefined && !isNumber && typeof number !== "bigint")
      throw new TypeError("The options from and to must be numbers.");
  }
  if (!Array.isArray(types)) throw new TypeError("The option types must be an array.");
  const unknown = (types as readonly TypeName[]).find((name) => !typeNames.includes(name));
  if (unknown !== undefined) throw new TypeError(`There is no type ${String(unknown)}.`);
}

/** The flags g and y would make an expression remember where the last match was. */
function withoutState({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, ""));
}

function holds(name: string, text: string, matchCase: boolean): boolean {
  return matchCase ? name.includes(text) : name.toLowerCase().includes(text.toLowerCase());
}

function bitsOf(types: readonly TypeName[]): bigint {
  return types.reduce((bits, name) => bits | (1n << BigInt(Type[name])), 0n);
}

function put(words: Int32Array, at: number, value: bigint): void {
  words[at] = Number(BigInt.asIntN(32, value));
  words[at + 1] = Number(BigInt.asIntN(32, value >> 32n));
}

function putRange(words: Int32Array, { from = -Infinity, to = Infinity }: SearchOptions): void {
  const least = integerFrom(from);
  const most = -integerFrom(-to);
  const isEmpty = least > largest || most < smallest;
  put(words, field.integerFrom, isEmpty ? 1n : clamped(least));
  put(words, field.integerTo, isEmpty ? 0n : clamped(most));
  put(words, field.realFrom, floatBits(floatFrom(from)));
  put(words, field.realTo, floatBits(-floatFrom(-to)));
}

const clamped = (value: bigint) => (value < smallest ? smallest : value > largest ? largest : value);

/** The smallest integer from a bound on. */
function integerFrom(bound: number | bigint): bigint {
  if (typeof bound === "bigint") return bound;
  if (Number.isFinite(bound)) return BigInt(Math.ceil(bound));
  // Two more, so that the opposite of the bound is beyond the smallest int, too.
  return bound < 0 ? smallest : largest + 2n;
}

/** The smallest float from a bound on, which need not be a float. */
function floatFrom(bound: number | bigint): number {
  const float = Number(bound);
  return typeof bound === "bigint" && Number.isFinite(float) && BigInt(float) < bound
    ? nextFloat(float)
    : float;
}

function floatBits(value: number): bigint {
  return new BigInt64Array(Float64Array.of(value).buffer)[0] as bigint;
}

/** The next larger float of a finite one. */
function nextFloat(value: number): number {
  const bits = BigInt64Array.of(value === 0 ? 0n : floatBits(value));
  bits[0] = (bits[0] as bigint) + (value < 0 ? -1n : 1n);
  return new Float64Array(bits.buffer)[0] as number;
}

function needleOf(text: string, matchCase: boolean): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text) {
    const forms = matchCase ? [letter] : formsOf(letter);
    bytes.push(forms.length);
    for (const form of forms) {
      const encoded = bytesOf(form);
      bytes.push(encoded.length, ...encoded);
    }
  }
  return Uint8Array.from(bytes);
}

/** A character in UTF-8, also half a surrogate pair, as engines may have written it. */
const bytesOf = (letter: string): ArrayLike<number> & Iterable<number> =>
  isWellFormed(letter) ? encoder.encode(letter) : surrogateBytes(letter.charCodeAt(0));
