// Parses JSON without recursion.
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import type { Limits } from "../base/options.js";
import { Foresight } from "../codec/encode/foresight.js";
import { type KeyNode, KeyTree } from "../codec/encode/key-tree.js";
import { defaultLimits } from "../table/table.gen.js";
import type { KeyList } from "../values/key-list.js";
import type { Variant } from "../values/variant.js";
import { colon, comma, JsonTokens, quote } from "./json-tokens.js";
import { takeMemory } from "./text-scanner.js";

/** Builds values from JSON, the innermost first. Without recursion, no depth can overflow the call stack. */
export interface Builder {
  array(items: Variant[]): Variant;
  /** Builds an object. Throws a NotationError to refuse it. */
  object(members: JsonMembers): Variant;
  /**
   * Also take what engines write or read besides JSON: control characters and `\v` in strings, control characters as blanks, `inf` and
   * `nan`, numbers such as `03` and `1.`, a comma after the last item. Floats are numbers, as in the form of `exact` mode, and so are whole numbers beyond 64 bits.
   */
  readonly lenient?: boolean;
}

/** The members of an object in text order, including duplicate names. */
export interface JsonMembers {
  readonly names: readonly string[];
  readonly values: Variant[];
  /** The names, if objects with the same ones have come before, and no two are equal. */
  readonly keyList: KeyList | undefined;
}

/** The members as pairs. */
export const memberPairs = ({ names, values }: JsonMembers): [name: string, value: Variant][] =>
  names.map((name, i) => [name, values[i] as Variant]);

/** The reason why a Builder refuses an object. The parser adds the place. */
export class NotationError extends Error {}

/** The names of objects in all texts, as far as they come again and again. */
const knownNames = new KeyTree();
const foresight = new Foresight();
/** Names that stand in a text as they are. */
const plainName = /^[^"\\\p{Cc}]*$/u;

/** An array or object whose end has not been read. */
class OpenContainer implements JsonMembers {
  readonly start: number;
  readonly close: "]" | "}";
  /** The last name of an object and those before it; undefined for an array, and from the first name on that is not known. */
  node: KeyNode | undefined;
  /** The known name under which this container or the one around it stands. */
  readonly place: KeyNode;
  readonly values: Variant[] = [];
  /** All names, once one of them is not known. */
  private listed: string[] | undefined;
  /** Whether names are compared with those that came before. */
  private readonly foresees: boolean;
  /** How many names were not foreseen. */
  private searched = 0;

  constructor(start: number, close: "]" | "}", place: KeyNode) {
    this.start = start;
    this.close = close;
    this.place = place;
    this.foresees = close === "}" && foresight.begin();
    this.node = this.foresees ? knownNames.root : undefined;
  }

  /** Notes whether most names were foreseen. */
  end(): void {
    if (this.foresees) foresight.end(this.values.length, this.searched);
  }

  get names(): readonly string[] {
    return this.listed ?? this.keyList?.names ?? this.knownNames;
  }

  get keyList(): KeyList | undefined {
    return this.node?.keyList;
  }

  private get knownNames(): string[] {
    return this.node?.path().map(({ key }) => key) ?? [];
  }

  /** The known name that probably comes next. */
  get foreseen(): KeyNode | undefined {
    const { node } = this;
    return node?.depth === 0 ? this.place.follower : node?.last;
  }

  add(name: string): void {
    const { node } = this;
    this.searched++;
    const child = node !== undefined && plainName.test(name) ? knownNames.child(node, name) : undefined;
    if (child === undefined) {
      this.listed ??= this.knownNames;
      this.listed.push(name);
    } else if (child.depth === 1) this.place.follower = child;
    this.node = child;
  }
}

const pending: unique symbol = Symbol("a container is open");
const nothing: Builder = { array: () => null, object: () => null };

/**
 * Parses a JSON text. A number without point and exponent is an int, read as a bigint with all its digits. Any other number
 * is a float. Throws `bad-text` with an offset, and a hint that names line and column, and `too-large`.
 */
export function parseJson(text: string, builder: Builder, limits: Limits = defaultLimits): Variant {
  const reader = new JsonReader(text, builder, limits);
  const value = reader.value();
  if (!reader.tokens.isAtEnd()) throw reader.tokens.failure("json-leftover");
  return value;
}

/** Parses JSON texts that follow each other, such as JSON lines. Throws `bad-text`. */
export function parseJsonSequence(text: string, builder: Builder, limits?: Limits): Variant[] {
  return placedJson(text, builder, limits).map(({ value }) => value);
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
  const { tokens } = reader;
  const values: PlacedValue[] = [];
  while (!tokens.isAtEnd()) {
    const start = tokens.at;
    values.push({ value: reader.value(), start, end: tokens.at });
  }
  return values;
}

/** Where JSON values that follow each other begin and end. Throws `bad-text`. */
export const placesOfJson = (text: string, limits?: Limits): Omit<PlacedValue, "value">[] =>
  placedJson(text, nothing, limits);

/** Reads values from tokens. The containers that are open are in a list, so depth needs no call stack. */
class JsonReader {
  readonly tokens: JsonTokens;
  private readonly builder: Builder;
  private readonly budget: MemoryBudget;
  private readonly open: OpenContainer[] = [];

  constructor(text: string, builder: Builder, limits: Limits) {
    this.tokens = new JsonTokens(text, builder.lenient === true);
    this.builder = builder;
    this.budget = new MemoryBudget(limits);
  }

  value(): Variant {
    for (;;) {
      let value = this.begin();
      while (value !== pending) {
        const container = this.innermost;
        if (container === undefined) return value;
        value = this.place(value, container);
      }
    }
  }

  private get innermost(): OpenContainer | undefined {
    return this.open[this.open.length - 1];
  }

  /** Reads a scalar or an empty container, or opens a container. */
  private begin(): Variant | typeof pending {
    const { tokens } = this;
    const unit = tokens.next();
    if (unit === quote) return tokens.string();
    switch (tokens.text[tokens.at]) {
      case "{":
        return this.enter("}");
      case "[":
        return this.enter("]");
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

  private enter(close: "]" | "}"): Variant | typeof pending {
    const { tokens, innermost } = this;
    const isArray = close === "]";
    takeMemory(this.budget, isArray ? memoryOf.list : memoryOf.dictionary, tokens.text, tokens.at);
    const place = innermost === undefined ? knownNames.root : (innermost.node ?? innermost.place);
    const container = new OpenContainer(tokens.at, close, place);
    tokens.at++;
    if (tokens.isBefore(close)) return this.finish(container);
    this.open.push(container);
    if (!isArray) this.name(container);
    return pending;
  }

  /** Reads the name before a value. */
  private name(container: OpenContainer): void {
    const { tokens } = this;
    if (tokens.next() !== quote) throw tokens.failure("json-expected", "a name in double quotes");
    const { foreseen } = container;
    if (foreseen !== undefined && tokens.skipString(foreseen.key)) container.node = foreseen;
    else container.add(tokens.string());
    if (tokens.next() !== colon) throw tokens.failure("json-expected", ": after the name");
    tokens.at++;
  }

  /** Adds a value to its container; returns the container if this was its last value. */
  private place(value: Variant, container: OpenContainer): Variant | typeof pending {
    const { tokens } = this;
    const { close } = container;
    takeMemory(this.budget, memoryOf.value, tokens.text, tokens.at);
    container.values.push(value);
    const isLast = tokens.next() !== comma;
    if (isLast && tokens.text[tokens.at] !== close) throw tokens.failure("json-expected", `, or ${close}`);
    if (!isLast) tokens.at++;
    if (isLast || (tokens.lenient && tokens.isBefore(close))) {
      this.open.pop();
      return this.finish(container);
    }
    if (close === "}") this.name(container);
    return pending;
  }

  private finish(container: OpenContainer): Variant {
    const { tokens, builder } = this;
    tokens.at++;
    container.end();
    try {
      return container.close === "]" ? builder.array(container.values) : builder.object(container);
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      tokens.at = container.start;
      throw tokens.failure("json-notation", error.message);
    }
  }
}
