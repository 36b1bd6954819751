import { VariantError } from "../base/errors.js";
import { Float } from "../values/small-values.js";
import type { Variant } from "../values/variant.js";

/** Builds values from JSON, innermost first, so that depth cannot overflow the call stack. */
export interface Builder {
  array(items: Variant[]): Variant;
  /** Receives the members in the order of the text, duplicate names included. Throws a NotationError for an unknown object. */
  object(members: [name: string, value: Variant][]): Variant;
}

/** Says why a Builder refuses an object. The parser adds the place. */
export class NotationError extends Error {}

/** A float that stays a float as a Dictionary key, where a whole number could mean an int and a Map stores -0 as 0. */
export function floatOf(number: number): number | Float {
  return Number.isSafeInteger(number) ? new Float(number) : number;
}

interface OpenContainer {
  readonly start: number;
  readonly items: Variant[] | undefined;
  readonly members: [name: string, value: Variant][];
  name: string;
}

const number = /-?(?:0|[1-9]\d{0,400})(?![\d])(\.\d{1,1000})?([eE][+-]?\d{1,20})?/y;
const pending: unique symbol = Symbol("a container is open");

/**
 * Reads a JSON text. A number without point and exponent is an int: a bigint with all its digits; any other number is a
 * float. Throws `bad-text` with its offset, and a hint that names line and column.
 */
export function parseJson(text: string, builder: Builder): Variant {
  return new JsonReader(text, builder).read();
}

/** Reads JSON texts that follow each other, as in lines of JSON. Throws `bad-text`. */
export function parseJsonSequence(text: string, builder: Builder): Variant[] {
  return new JsonReader(text, builder).readAll().map(({ value }) => value);
}

/** The texts of JSON values that follow each other. Throws `bad-text`. */
export function splitJson(text: string): string[] {
  return new JsonReader(text, nothing).readAll().map((found) => found.text);
}

const nothing: Builder = { array: () => null, object: () => null };

class JsonReader {
  private readonly text: string;
  private readonly builder: Builder;
  private readonly open: OpenContainer[] = [];
  private at = 0;

  constructor(text: string, builder: Builder) {
    this.text = text;
    this.builder = builder;
  }

  read(): Variant {
    const value = this.value();
    if (this.next() !== "") throw this.failure("something is left over after the value");
    return value;
  }

  readAll(): { value: Variant; text: string }[] {
    const found: { value: Variant; text: string }[] = [];
    while (this.next() !== "") {
      const start = this.at;
      const value = this.value();
      found.push({ value, text: this.text.slice(start, this.at) });
    }
    return found;
  }

  private value(): Variant {
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
    const character = this.next();
    switch (character) {
      case "{":
        return this.enter(undefined, "}");
      case "[":
        return this.enter([], "]");
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  private enter(items: Variant[] | undefined, close: string): Variant | typeof pending {
    const container: OpenContainer = { start: this.at, items, members: [], name: "" };
    this.at++;
    if (this.next() === close) return this.finish(container);
    this.open.push(container);
    if (items === undefined) container.name = this.name();
    return pending;
  }

  /** Puts a value into its container; returns the container when that was its last value. */
  private place(value: Variant, container: OpenContainer): Variant | typeof pending {
    const { items, members } = container;
    if (items === undefined) members.push([container.name, value]);
    else items.push(value);
    const character = this.next();
    if (character === (items === undefined ? "}" : "]")) {
      this.open.pop();
      return this.finish(container);
    }
    if (character !== ",") throw this.failure(`expected , or ${items === undefined ? "}" : "]"}`);
    this.at++;
    if (items === undefined) container.name = this.name();
    return pending;
  }

  private finish({ start, items, members }: OpenContainer): Variant {
    this.at++;
    try {
      return items === undefined ? this.builder.object(members) : this.builder.array(items);
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      this.at = start;
      throw this.failure(error.message);
    }
  }

  private name(): string {
    if (this.next() !== '"') throw this.failure("expected a name in double quotes");
    const name = this.string();
    if (this.next() !== ":") throw this.failure("expected : after the name");
    this.at++;
    return name;
  }

  private string(): string {
    const end = this.endOfString();
    const token = this.text.slice(this.at, end);
    try {
      const value = JSON.parse(token) as string;
      this.at = end;
      return value;
    } catch {
      throw this.failure("the string holds a control character or an escape that JSON does not know");
    }
  }

  private endOfString(): number {
    for (let at = this.at + 1; ; at++) {
      at = this.text.indexOf('"', at);
      if (at < 0) throw this.failure("the string has no end");
      let slashes = 0;
      while (this.text[at - 1 - slashes] === "\\") slashes++;
      if (slashes % 2 === 0) return at + 1;
    }
  }

  private number(): Variant {
    number.lastIndex = this.at;
    const match = number.exec(this.text);
    if (match === null)
      throw this.failure(this.next() === "" ? "the text ends too early" : "expected a value");
    this.at = number.lastIndex;
    return match[1] === undefined && match[2] === undefined
      ? this.integer(match[0])
      : floatOf(Number(match[0]));
  }

  /** JSON allows -0, which only a float can hold. */
  private integer(text: string): Variant {
    return text === "-0" ? floatOf(-0) : BigInt(text);
  }

  private word<T extends Variant>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.failure("expected a value");
    this.at += word.length;
    return value;
  }

  /** Skips white space; returns the character after it, or an empty string at the end. */
  private next(): string {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
    return this.text[this.at] ?? "";
  }

  private failure(message: string): VariantError {
    const before = this.text.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - before.lastIndexOf("\n");
    return new VariantError("bad-text", {
      offset: this.at,
      hint: `${message} (line ${line}, column ${column})`,
    });
  }
}
