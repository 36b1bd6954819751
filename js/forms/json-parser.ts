// Parses JSON without recursion, with all digits of numbers and the places of errors.
import { VariantError } from "../base/errors.js";
import { type HintArgs, type HintCode, hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import type { Limits } from "../base/options.js";
import { endOfQuotes } from "../base/quotes.js";
import { defaultLimits } from "../table/table.gen.js";
import { Float } from "../values/small-values.js";
import type { Variant } from "../values/variant.js";

/** Builds values from JSON, the innermost first. Without recursion, no depth can overflow the call stack. */
export interface Builder {
  array(items: Variant[]): Variant;
  /** Builds an object from its members in text order, including duplicate names. Throws a NotationError to refuse it. */
  object(members: [name: string, value: Variant][]): Variant;
  /**
   * Also take what engines write or read besides JSON: control characters and `\v` in strings, `inf` and `nan`, a comma after the last
   * item. Floats are numbers, as in the form of `exact` mode, and so are whole numbers beyond 64 bits.
   */
  readonly lenient?: boolean;
}

/** The reason why a Builder refuses an object. The parser adds the place. */
export class NotationError extends Error {}

/** Wraps whole numbers and -0 in a Float, because as Dictionary keys they could mean ints, and a Map stores -0 as 0. */
export function floatOf(number: number): number | Float {
  return Number.isSafeInteger(number) ? new Float(number) : number;
}

interface OpenContainer {
  readonly start: number;
  readonly items: Variant[] | undefined;
  readonly members: [name: string, value: Variant][];
  name: string;
}

const numeral = /-?(?:0|[1-9]\d{0,400})(?![\d])(\.\d{1,1000})?([eE][+-]?\d{1,20})?/y;
/** What Godot 3 writes for numbers that JSON lacks. */
const noNumeral = /(-?)(inf|nan)(?![\w.])/y;
const pending: unique symbol = Symbol("a container is open");
const nothing: Builder = { array: () => null, object: () => null };

/**
 * Parses a JSON text. A number without point and exponent is an int, read as a bigint with all its digits. Any other number
 * is a float. Throws `bad-text` with an offset, and a hint that names line and column, and `too-large`.
 */
export function parseJson(text: string, builder: Builder, limits: Limits = defaultLimits): Variant {
  const { isAtEnd, readValue, failure } = readerOf(text, builder, limits);
  const value = readValue();
  if (!isAtEnd()) throw failure("json-leftover");
  return value;
}

/** Parses JSON texts that follow each other, such as JSON lines. Throws `bad-text`. */
export function parseJsonSequence(text: string, builder: Builder): Variant[] {
  const { isAtEnd, readValue } = readerOf(text, builder);
  const values: Variant[] = [];
  while (!isAtEnd()) values.push(readValue());
  return values;
}

/** A value, and its range in the text. */
export interface PlacedValue {
  readonly start: number;
  readonly end: number;
  readonly value: Variant;
}

/** Parses JSON texts that follow each other, with their places. Throws `bad-text` and `too-large`. */
export function placedJson(text: string, builder: Builder, limits: Limits = defaultLimits): PlacedValue[] {
  const { isAtEnd, readValue, position } = readerOf(text, builder, limits);
  const values: PlacedValue[] = [];
  while (!isAtEnd()) {
    const start = position();
    values.push({ value: readValue(), start, end: position() });
  }
  return values;
}

/** Splits JSON values that follow each other into their texts. Throws `bad-text`. */
export const splitJson = (text: string): string[] =>
  placedJson(text, nothing).map(({ start, end }) => text.slice(start, end));

/** A string as JSON has it. Engines leave control characters as they are, and Godot escapes a vertical tab as no other does. */
function escaped(quoted: string): string {
  return quoted.replace(/\\.|[^\P{Cc}\x7f-\x9f]/gsu, (found) =>
    found === "\\v" ? "\\u000b" : found.startsWith("\\") ? found : JSON.stringify(found).slice(1, -1),
  );
}

function readerOf(text: string, builder: Builder, limits: Limits = defaultLimits) {
  const budget = new MemoryBudget(limits);
  const open: OpenContainer[] = [];
  let at = 0;

  function readValue(): Variant {
    for (;;) {
      let value = begin();
      while (value !== pending) {
        const container = open.at(-1);
        if (container === undefined) return value;
        value = place(value, container);
      }
    }
  }

  /** Reads a scalar or an empty container, or opens a container. */
  function begin(): Variant | typeof pending {
    switch (next()) {
      case "{":
        return enter(undefined, "}");
      case "[":
        return enter([], "]");
      case '"':
        return readString();
      case "t":
        return readWord("true", true);
      case "f":
        return readWord("false", false);
      case "n":
        return text.startsWith("nan", at) ? readNumber() : readWord("null", null);
      default:
        return readNumber();
    }
  }

  function enter(items: Variant[] | undefined, close: string): Variant | typeof pending {
    budget.take(items === undefined ? memoryOf.dictionary : memoryOf.list, at);
    const container: OpenContainer = { start: at, items, members: [], name: "" };
    at++;
    if (next() === close) return finish(container);
    open.push(container);
    if (items === undefined) container.name = readName();
    return pending;
  }

  /** Adds a value to its container; returns the container if this was its last value. */
  function place(value: Variant, container: OpenContainer): Variant | typeof pending {
    const { items, members } = container;
    budget.take(memoryOf.value, at);
    if (items === undefined) members.push([container.name, value]);
    else items.push(value);
    const close = items === undefined ? "}" : "]";
    const character = next();
    if (character === close) {
      open.pop();
      return finish(container);
    }
    if (character !== ",") throw failure("json-expected", `, or ${close}`);
    at++;
    if (builder.lenient === true && next() === close) {
      open.pop();
      return finish(container);
    }
    if (items === undefined) container.name = readName();
    return pending;
  }

  function finish({ start, items, members }: OpenContainer): Variant {
    at++;
    try {
      return items === undefined ? builder.object(members) : builder.array(items);
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      at = start;
      throw failure("json-notation", error.message);
    }
  }

  function readName(): string {
    if (next() !== '"') throw failure("json-expected", "a name in double quotes");
    const name = readString();
    if (next() !== ":") throw failure("json-expected", ": after the name");
    at++;
    return name;
  }

  function readString(): string {
    const end = endOfQuotes(text, at);
    if (end < 0) throw failure("json-open-string");
    const quoted = text.slice(at, end);
    try {
      const value = JSON.parse(builder.lenient === true ? escaped(quoted) : quoted) as string;
      at = end;
      return value;
    } catch {
      throw failure("json-string");
    }
  }

  function readNumber(): Variant {
    numeral.lastIndex = at;
    const [digits, fraction, exponent] = numeral.exec(text) ?? [];
    if (digits === undefined && builder.lenient === true) {
      noNumeral.lastIndex = at;
      const [word, sign, name] = noNumeral.exec(text) ?? [];
      at += word?.length ?? 0;
      if (word !== undefined) return name === "nan" ? Number.NaN : Number(`${sign}Infinity`);
    }
    if (digits === undefined) throw next() === "" ? failure("json-cut") : failure("json-expected", "a value");
    at += digits.length;
    // JSON allows -0, which no int can hold.
    const isFloat = fraction !== undefined || exponent !== undefined || digits === "-0";
    if (builder.lenient !== true) return isFloat ? floatOf(Number(digits)) : BigInt(digits);
    const int = isFloat ? undefined : BigInt(digits);
    return int === undefined || int !== BigInt.asIntN(64, int) ? Number(digits) : int;
  }

  function readWord(word: string, value: Variant): Variant {
    if (!text.startsWith(word, at)) throw failure("json-expected", "a value");
    at += word.length;
    return value;
  }

  /** Skips white space; returns the character after it, or an empty string at the end. */
  function next(): string {
    while (" \t\n\r".includes(text[at] ?? "x")) at++;
    return text[at] ?? "";
  }

  function failure<Code extends HintCode>(code: Code, ...args: HintArgs<Code>): VariantError {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    return new VariantError("bad-text", {
      offset: at,
      hints: [hint(code, ...args), hint("line-column", line, column)],
    });
  }

  return { isAtEnd: () => next() === "", readValue, position: () => at, failure };
}
