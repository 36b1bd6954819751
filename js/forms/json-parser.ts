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
   * Also take what engines write or read besides JSON: control characters and `\v` in strings, control characters as blanks, `inf` and
   * `nan`, numbers such as `03` and `1.`, a comma after the last item. Floats are numbers, as in the form of `exact` mode, and so are whole numbers beyond 64 bits.
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

/** Short texts without escapes, as most names are. V8 copies such a part of a text, while a longer one would keep the whole text in memory. */
const simpleString = /"[ !#-[\]-~]{0,12}"/y;
/** Ints that a number holds. */
const simpleInt = /(?:0|-?[1-9]\d{0,14})(?![\d.eE])/y;
const numeral = /-?(?:0|[1-9]\d{0,400})(?!\d)(?:\.\d{1,1000}(?!\d))?(?:[eE][+-]?\d{1,20}(?!\d))?/y;
/** Engines read zeros before a number, and no digits behind a point. In exponents of more digits, they read other numbers. */
const lenientNumeral = /-?\d{1,400}(?!\d)(?:\.\d{0,1000}(?!\d))?(?:[eE][+-]?0*\d{1,9}(?!\d))?/y;
const floatMark = /[.eE]/;
/** What Godot 3 writes for numbers that JSON lacks. */
const noNumeral = /(-?)(inf|nan)(?![\w.])/y;
const pending: unique symbol = Symbol("a container is open");
const nothing: Builder = { array: () => null, object: () => null };

/**
 * Parses a JSON text. A number without point and exponent is an int, read as a bigint with all its digits. Any other number
 * is a float. Throws `bad-text` with an offset, and a hint that names line and column, and `too-large`.
 */
export function parseJson(text: string, builder: Builder, limits: Limits = defaultLimits): Variant {
  const reader = new JsonReader(text, builder, limits);
  const value = reader.value();
  if (!reader.isAtEnd()) throw reader.tokens.failure("json-leftover");
  return value;
}

/** Parses JSON texts that follow each other, such as JSON lines. Throws `bad-text`. */
export function parseJsonSequence(text: string, builder: Builder): Variant[] {
  const reader = new JsonReader(text, builder);
  const values: Variant[] = [];
  while (!reader.isAtEnd()) values.push(reader.value());
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
  const reader = new JsonReader(text, builder, limits);
  const values: PlacedValue[] = [];
  while (!reader.isAtEnd()) {
    const start = reader.tokens.at;
    values.push({ value: reader.value(), start, end: reader.tokens.at });
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

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isLenientBlank = (unit: number): boolean => unit <= 0x20 && unit > 0;

/** The tokens of JSON texts, from a place that moves on. */
class JsonTokens {
  at = 0;
  readonly text: string;
  readonly lenient: boolean;
  private readonly isBlank: (unit: number) => boolean;

  constructor(text: string, lenient: boolean) {
    this.text = text;
    this.lenient = lenient;
    this.isBlank = lenient ? isLenientBlank : isBlank;
  }

  /** Skips white space; returns the character after it, or an empty string at the end. */
  next(): string {
    while (this.isBlank(this.text.charCodeAt(this.at))) this.at++;
    return this.text[this.at] ?? "";
  }

  /** The part of the text that a pattern matches here, without so many characters at both ends; undefined if it does not match. */
  private matched(pattern: RegExp, margin: number): string | undefined {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return undefined;
    const start = this.at + margin;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at - margin);
  }

  string(): string {
    return this.matched(simpleString, 1) ?? this.otherString();
  }

  private otherString(): string {
    const end = endOfQuotes(this.text, this.at);
    if (end < 0) throw this.failure("json-open-string");
    const quoted = this.text.slice(this.at, end);
    try {
      const value = JSON.parse(this.lenient ? escaped(quoted) : quoted) as string;
      this.at = end;
      return value;
    } catch {
      throw this.failure("json-string");
    }
  }

  name(): string {
    if (this.next() !== '"') throw this.failure("json-expected", "a name in double quotes");
    const name = this.string();
    if (this.next() !== ":") throw this.failure("json-expected", ": after the name");
    this.at++;
    return name;
  }

  number(): Variant {
    const int = this.matched(simpleInt, 0);
    return int === undefined ? this.otherNumber() : BigInt(Number(int));
  }

  private otherNumber(): Variant {
    const digits = this.matched(this.lenient ? lenientNumeral : numeral, 0);
    if (digits === undefined) return this.noNumeral();
    // JSON allows -0, which no int can hold.
    const isFloat = floatMark.test(digits) || /^-0+$/.test(digits);
    if (!this.lenient) return isFloat ? floatOf(Number(digits)) : BigInt(digits);
    const int = isFloat ? undefined : BigInt(digits);
    return int === undefined || int !== BigInt.asIntN(64, int) ? Number(digits) : int;
  }

  private noNumeral(): Variant {
    noNumeral.lastIndex = this.at;
    const [word, sign, name] = (this.lenient && noNumeral.exec(this.text)) || [];
    if (word === undefined)
      throw this.next() === "" ? this.failure("json-cut") : this.failure("json-expected", "a value");
    this.at += word.length;
    return name === "nan" ? Number.NaN : Number(`${sign}Infinity`);
  }

  word(word: string, value: Variant): Variant {
    if (!this.text.startsWith(word, this.at)) throw this.failure("json-expected", "a value");
    this.at += word.length;
    return value;
  }

  failure<Code extends HintCode>(code: Code, ...args: HintArgs<Code>): VariantError {
    const before = this.text.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - before.lastIndexOf("\n");
    return new VariantError("bad-text", {
      offset: this.at,
      hints: [hint(code, ...args), hint("line-column", line, column)],
    });
  }
}

/** Reads values from tokens. The containers that are open are in a list, so depth needs no call stack. */
class JsonReader {
  readonly tokens: JsonTokens;
  private readonly builder: Builder;
  private readonly budget: MemoryBudget;
  private readonly open: OpenContainer[] = [];

  constructor(text: string, builder: Builder, limits: Limits = defaultLimits) {
    this.tokens = new JsonTokens(text, builder.lenient === true);
    this.builder = builder;
    this.budget = new MemoryBudget(limits);
  }

  isAtEnd(): boolean {
    return this.tokens.next() === "";
  }

  value(): Variant {
    for (;;) {
      let value = this.begin();
      while (value !== pending) {
        const container = this.open.at(-1);
        if (container === undefined) return value;
        value = this.place(value, container);
      }
    }
  }

  /** Reads a scalar or an empty container, or opens a container. */
  private begin(): Variant | typeof pending {
    const { tokens } = this;
    switch (tokens.next()) {
      case "{":
        return this.enter(undefined, "}");
      case "[":
        return this.enter([], "]");
      case '"':
        return tokens.string();
      case "t":
        return tokens.word("true", true);
      case "f":
        return tokens.word("false", false);
      case "n":
        return tokens.text.startsWith("nan", tokens.at) ? tokens.number() : tokens.word("null", null);
      default:
        return tokens.number();
    }
  }

  private enter(items: Variant[] | undefined, close: string): Variant | typeof pending {
    const { tokens } = this;
    this.budget.take(items === undefined ? memoryOf.dictionary : memoryOf.list, tokens.at);
    const container: OpenContainer = { start: tokens.at, items, members: [], name: "" };
    tokens.at++;
    if (tokens.next() === close) return this.finish(container);
    this.open.push(container);
    if (items === undefined) container.name = tokens.name();
    return pending;
  }

  /** Adds a value to its container; returns the container if this was its last value. */
  private place(value: Variant, container: OpenContainer): Variant | typeof pending {
    const { tokens } = this;
    const { items, members } = container;
    this.budget.take(memoryOf.value, tokens.at);
    if (items === undefined) members.push([container.name, value]);
    else items.push(value);
    const close = items === undefined ? "}" : "]";
    const character = tokens.next();
    if (character === ",") tokens.at++;
    else if (character !== close) throw tokens.failure("json-expected", `, or ${close}`);
    if (character === close || (tokens.lenient && tokens.next() === close)) {
      this.open.pop();
      return this.finish(container);
    }
    if (items === undefined) container.name = tokens.name();
    return pending;
  }

  private finish({ start, items, members }: OpenContainer): Variant {
    const { tokens } = this;
    tokens.at++;
    try {
      return items === undefined ? this.builder.object(members) : this.builder.array(items);
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      tokens.at = start;
      throw tokens.failure("json-notation", error.message);
    }
  }
}
