import type { Variant } from "../../index.js";
import { Failure, NotationError } from "../output/failure.js";
import { floatOf } from "./values.js";

/** Makes values of what a JSON text holds, from the inside out: no call stack grows with the depth. */
export interface Builder {
  array(items: Variant[]): Variant;
  /** Throws a NotationError for an object that is no value of its notation. */
  object(members: [name: string, value: Variant][]): Variant;
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
 * The value of a JSON text. A number without point and exponent is an int and comes as a bigint with all its digits,
 * the others are floats; the members of an object keep their order. Throws a Failure with line and column.
 */
export function parseJson(text: string, builder: Builder): Variant {
  return new JsonReader(text, builder).read();
}

/** The values of JSON texts that follow each other, as lines of JSON do. Throws a Failure with line and column. */
export function parseJsonSequence(text: string, builder: Builder): Variant[] {
  return new JsonReader(text, builder).readAll();
}

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

  readAll(): Variant[] {
    const values: Variant[] = [];
    while (this.next() !== "") values.push(this.value());
    return values;
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

  /** Reads a scalar or an empty container; opens any other container. */
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

  /** Puts a value into its container; gives the container when that was its last value. */
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

  /** JSON has a -0, ints have none. */
  private integer(text: string): Variant {
    return text === "-0" ? floatOf(-0) : BigInt(text);
  }

  private word<T extends Variant>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.failure("expected a value");
    this.at += word.length;
    return value;
  }

  /** The next character that is no white space; empty at the end. */
  private next(): string {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
    return this.text[this.at] ?? "";
  }

  private failure(message: string): Failure {
    const before = this.text.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - before.lastIndexOf("\n");
    return new Failure(`not the JSON that is expected: ${message} (line ${line}, column ${column})`);
  }
}
