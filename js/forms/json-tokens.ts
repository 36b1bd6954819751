// The tokens of JSON texts, with all digits of numbers and the places of errors.
import { VariantError } from "../base/errors.js";
import { type HintArgs, type HintCode, hint } from "../base/hints.js";
import { endOfQuotes } from "../base/quotes.js";
import { exactInt, powersOfTen } from "../table/numbers.js";
import { Float } from "../values/small-values.js";
import type { Variant } from "../values/variant.js";

/** Wraps whole numbers and -0 in a Float, because as Dictionary keys they could mean ints, and a Map stores -0 as 0. */
export function floatOf(number: number): number | Float {
  return Number.isSafeInteger(number) ? new Float(number) : number;
}

/** The code units of JSON's own characters. */
const space = 0x20;
export const quote = 0x22;
export const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
export const colon = 0x3a;
const backslash = 0x5c;
const lastVisible = 0x7e;

/** V8 copies so short a part of a text, while a longer one would keep the whole text in memory. */
const longestCopied = 12;
/** A double holds any whole number of so many digits, and the quotient of two of them is the float nearest to the decimal. */
const exactDigits = 15;

const numeral = /-?(?:0|[1-9]\d{0,400})(?!\d)(?:\.\d{1,1000}(?!\d))?(?:[eE][+-]?\d{1,20}(?!\d))?/y;
/** Engines read zeros before a number, and no digits behind a point. In exponents of more digits, they read other numbers. */
const lenientNumeral = /-?\d{1,400}(?!\d)(?:\.\d{0,1000}(?!\d))?(?:[eE][+-]?0*\d{1,9}(?!\d))?/y;
const floatMark = /[.eE]/;
/** What Godot 3 writes for numbers that JSON lacks. */
const noNumeral = /(-?)(inf|nan)(?![\w.])/y;

/** A string as JSON has it. Engines leave control characters as they are, and Godot escapes a vertical tab as no other does. */
function escaped(quoted: string): string {
  return quoted.replace(/\\.|[^\P{Cc}\x7f-\x9f]/gsu, (found) =>
    found === "\\v" ? "\\u000b" : found.startsWith("\\") ? found : JSON.stringify(found).slice(1, -1),
  );
}

const isDigit = (unit: number): boolean => unit >= zero && unit <= nine;

/** Reads one token after the other, from a place that moves on. */
export class JsonTokens {
  at = 0;
  readonly text: string;
  readonly lenient: boolean;

  constructor(text: string, lenient: boolean) {
    this.text = text;
    this.lenient = lenient;
  }

  /** Skips white space; returns the code unit after it, or NaN at the end. */
  next(): number {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (!(unit <= space) || !this.isBlank(unit)) return unit;
      this.at++;
    }
  }

  private isBlank(unit: number): boolean {
    if (unit === space || unit === 0x0a || unit === 0x0d || unit === 0x09) return true;
    return this.lenient && unit > 0;
  }

  /** Skips a string if it is this text, of which nothing would be escaped. */
  skipString(text: string): boolean {
    const end = this.at + 1 + text.length;
    if (this.text.charCodeAt(end) !== quote || !this.text.startsWith(text, this.at + 1)) return false;
    this.at = end + 1;
    return true;
  }

  string(): string {
    const { text } = this;
    const start = this.at + 1;
    const most = start + longestCopied;
    let at = start;
    let unit = text.charCodeAt(at);
    while (unit >= space && unit <= lastVisible && unit !== quote && unit !== backslash && at < most)
      unit = text.charCodeAt(++at);
    if (unit !== quote) return this.otherString();
    this.at = at + 1;
    return text.slice(start, at);
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

  /** Reads numbers of few digits without an exponent, which most are, digit by digit. */
  number(): Variant {
    const { text } = this;
    const isNegative = text.charCodeAt(this.at) === minus;
    const start = this.at + (isNegative ? 1 : 0);
    const most = start + exactDigits;
    let at = start;
    let unit = text.charCodeAt(at);
    let digits = 0;
    for (; isDigit(unit) && at < most; unit = text.charCodeAt(++at)) digits = digits * 10 + unit - zero;
    if (at === start || (at > start + 1 && text.charCodeAt(start) === zero)) return this.otherNumber();
    const end = at;
    if (unit === point)
      for (unit = text.charCodeAt(++at); isDigit(unit) && at <= most; unit = text.charCodeAt(++at))
        digits = digits * 10 + unit - zero;
    const places = at - end - 1;
    // A digit too many, the e of an exponent, a point without digits, -0.
    if (isDigit(unit) || (unit | space) === 0x65 || places === 0 || (isNegative && digits === 0))
      return this.otherNumber();
    this.at = at;
    if (places < 0) return exactInt(isNegative ? -digits : digits);
    const float = digits / (powersOfTen[places] as number);
    return this.float(isNegative ? -float : float);
  }

  private otherNumber(): Variant {
    const pattern = this.lenient ? lenientNumeral : numeral;
    pattern.lastIndex = this.at;
    const [digits] = pattern.exec(this.text) ?? [];
    if (digits === undefined) return this.noNumeral();
    this.at += digits.length;
    // JSON allows -0, which no int can hold.
    if (floatMark.test(digits) || /^-0+$/.test(digits)) return this.float(Number(digits));
    const int = BigInt(digits);
    return this.lenient && int !== BigInt.asIntN(64, int) ? Number(digits) : int;
  }

  private float(number: number): Variant {
    return this.lenient ? number : floatOf(number);
  }

  private noNumeral(): Variant {
    noNumeral.lastIndex = this.at;
    const [word, sign, name] = (this.lenient && noNumeral.exec(this.text)) || [];
    if (word === undefined)
      throw this.isAtEnd() ? this.failure("json-cut") : this.failure("json-expected", "a value");
    this.at += word.length;
    return name === "nan" ? Number.NaN : Number(`${sign}Infinity`);
  }

  word(word: string, value: Variant): Variant {
    if (!this.text.startsWith(word, this.at)) throw this.failure("json-expected", "a value");
    this.at += word.length;
    return value;
  }

  /** Whether this character comes next. */
  isBefore(character: string): boolean {
    this.next();
    return this.text[this.at] === character;
  }

  isAtEnd(): boolean {
    return Number.isNaN(this.next());
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
