// Values as GDScript writes them: `Color.RED`, `Vector2(1, 2)`, `PackedInt32Array([1, 2])`, `0x10`, `1_000`, 'text', `{a = 1}`.
// They are translated to Godot's text form. Only constants and constructors are known: nothing is computed or called.
import { VariantError } from "../base/errors.js";
import { type DialectName, dialectDescriptions, type TypeName } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import { constantOf, constructed, negated, type Piece, textPiece } from "./gdscript-constructors.js";
import { type ParseOptions, parseText } from "./godot-text.js";
import { asPart } from "./text-part.js";
import { afterValue, errorInText, textError } from "./text-scanner.js";

/** Options of `parseGDScript`. */
interface GDScriptOptions extends ParseOptions {
  /** The engine whose GDScript it is: in Godot 3, `{a = 1}` has a String as its key, and `Color("#80ff0000")` starts with the alpha. */
  generation?: 3 | 4 | undefined;
}

/**
 * Reads a value in Godot's text form or as GDScript writes it.
 *
 * @param text - A constant, a constructor or a literal of GDScript, or the text form.
 * @returns The value.
 * @throws VariantError `bad-text`, with `offset` as an index of the string, and line and column in `hint`.
 */
export function parseGDScript(text: string, { generation = 4, ...options }: GDScriptOptions = {}): Variant {
  try {
    return parseText(asPart(text), options);
  } catch (error) {
    if (!(error instanceof VariantError) || /^(too|int)-/.test(error.code)) throw error;
  }
  const translated = new Expression(text, generation).translated();
  try {
    return parseText(asPart(translated), options);
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    // Its place is one of the translation.
    throw errorInText(error, text, 0);
  }
}

const quoted = /^\s*[&^@r]?["']/;
/** Godot's text form of a NodePath has no literal. */
const constructedText = /^\s*(?:StringName|NodePath)\s*\(/;

/** Whether a text typed where one belongs is meant as it stands: without quotes, it is not in GDScript's notation. */
export function isBareText(text: string, type: TypeName): boolean {
  if (type === "String") return !quoted.test(text);
  return (type === "StringName" || type === "NodePath") && !quoted.test(text) && !constructedText.test(text);
}

/** The engine whose GDScript fits values of a dialect. */
export function generationOf(dialect: DialectName): 3 | 4 {
  const { generation } = dialectDescriptions.find(({ name }) => name === dialect) ?? { generation: 4 };
  return generation > 0 && generation < 4 ? 3 : 4;
}

/** GDScript nests less than this; each level takes stack. */
const deepest = 500;

const numbers =
  /0[xX](?:_?[\da-fA-F])+_?|0[bB](?:_?[01])+_?|(?:\d(?:_?\d)*_?)?\.?(?:\d(?:_?\d)*_?)?(?:[eE][+-]?\d+)?/y;
const names = /[\p{L}_][\p{L}\p{N}_]*/uy;
const spaces = /(?:\s|#[^\n]*)*/y;
const words: Readonly<Record<string, Piece>> = {
  null: { text: "null", type: "Nil" },
  true: { text: "true", type: "bool" },
  false: { text: "false", type: "bool" },
  INF: { text: "inf", type: "float" },
  inf: { text: "inf", type: "float" },
  NAN: { text: "nan", type: "float" },
  nan: { text: "nan", type: "float" },
  PI: { text: String(Math.PI), type: "float" },
  TAU: { text: String(2 * Math.PI), type: "float" },
};
const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};
/** Their insides are in the text form, as other code reads it. */
const untouched = /^(Object|Resource|ExtResource|SubResource|RID|Signal|Callable)$/;

class Expression {
  readonly #text: string;
  readonly #generation: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, generation: number) {
    this.#text = text;
    this.#generation = generation;
  }

  /** The whole text in Godot's text form. */
  translated(): string {
    const { text } = this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#fail();
    return text;
  }

  #fail(at = this.#at, code: VariantError["code"] = "bad-text"): never {
    throw textError(at >= this.#text.length ? "unexpected-end" : code, this.#text, at);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [""];
    this.#at += found.length;
    return found;
  }

  /** Skips spaces and remarks; returns the next character. */
  #space(): string {
    this.#match(spaces);
    return this.#text[this.#at] ?? "";
  }

  #takes(character: string): boolean {
    const isNext = this.#space() === character;
    if (isNext) this.#at++;
    return isNext;
  }

  #value(): Piece {
    if (++this.#depth > deepest) this.#fail(this.#at, "too-deep");
    const first = this.#space();
    const start = this.#at;
    let piece: Piece;
    if (first === "-" || first === "+") piece = this.#signed(first);
    else if (first === "[") piece = this.#array();
    else if (first === "{") piece = this.#dictionary();
    else if (/^r?["']/.test(this.#text.slice(start, start + 2))) piece = textPiece("String", this.#quoted());
    else if ((first === "&" || first === "@" || first === "^") && ++this.#at)
      piece = textPiece(first === "^" ? "NodePath" : "StringName", this.#quoted());
    else if (/[\d.]/.test(first)) piece = this.#number();
    else piece = this.#named();
    this.#depth--;
    return piece;
  }

  #signed(sign: string): Piece {
    const start = this.#at++;
    const piece = this.#value();
    return (sign === "-" ? negated(piece) : negated(piece) && piece) ?? this.#fail(start);
  }

  #number(): Piece {
    const start = this.#at;
    const text = this.#match(numbers).replaceAll("_", "");
    if (!/\d/.test(text) || /[\w.]/.test(this.#text[this.#at] ?? "")) this.#fail(start);
    if (/^0[xb]/i.test(text)) return { text: String(BigInt(text)), type: "int" };
    if (/^\d+$/.test(text)) return { text, type: "int" };
    return { text: text.replace(/^\./, "0.").replace(/\.(?!\d)/, ".0"), type: "float" };
  }

  /** The content of a text in quotes of any kind. */
  #quoted(): string {
    const start = this.#at;
    const isRaw = this.#text[start] === "r";
    if (isRaw) this.#at++;
    const quote = this.#match(/"""|'''|"|'/y);
    if (quote === "") this.#fail(start);
    let content = "";
    while (!this.#text.startsWith(quote, this.#at)) {
      if (this.#at >= this.#text.length) this.#fail();
      const letter = this.#text[this.#at++] as string;
      if (letter !== "\\") content += letter;
      else if (isRaw) content += letter + (this.#text[this.#at++] ?? "");
      else content += this.#escaped();
    }
    this.#at += quote.length;
    return content;
  }

  #escaped(): string {
    const digits = this.#match(/u[\da-fA-F]{4}|U[\da-fA-F]{6}/y);
    const code = Number.parseInt(digits.slice(1), 16);
    if (digits !== "") return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : this.#fail();
    return escapes[this.#text[this.#at++] ?? ""] ?? this.#fail(this.#at - 1);
  }

  /** A word, a constant as in `Color.RED`, or a constructor. */
  #named(): Piece {
    const start = this.#at;
    const name = this.#match(names);
    if (name === "") this.#fail();
    const next = this.#space();
    if (next === "." && ++this.#at && this.#space()) {
      const constant = this.#match(names);
      if (name === "Color" && constant === "html") return this.#constructed("Color", start);
      return constantOf(name, constant) ?? this.#fail(start, "unknown-type");
    }
    const isTyped = next === "[" && (name === "Array" || name === "Dictionary");
    if (isTyped || (next === "(" && untouched.test(name))) return this.#asWritten(name, start);
    if (next === "(") return this.#constructed(name, start);
    return (Object.hasOwn(words, name) ? words[name] : undefined) ?? this.#fail(start, "unknown-type");
  }

  #asWritten(type: string, start: number): Piece {
    this.#at = afterValue(this.#text, start);
    return { text: this.#text.slice(start, this.#at), type };
  }

  #constructed(name: string, start: number): Piece {
    if (!this.#takes("(")) this.#fail();
    const args = this.#items(")", () => this.#value());
    return constructed(name, args, this.#generation) ?? this.#fail(start);
  }

  /** Items separated by commas; the last one may have a comma too. */
  #items<Item>(closing: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.#takes(closing)) {
      if (items.length > 0 && !this.#takes(",")) this.#fail();
      if (items.length > 0 && this.#takes(closing)) break;
      items.push(item());
    }
    return items;
  }

  #array(): Piece {
    this.#at++;
    const items = this.#items("]", () => this.#value());
    return { text: `[${items.map(({ text }) => text).join(", ")}]`, type: "Array", items };
  }

  #dictionary(): Piece {
    this.#at++;
    let style = "";
    const entries = this.#items("}", () => {
      const key = this.#key();
      const sign = this.#space();
      if (sign !== ":" && (sign !== "=" || key.content === undefined)) this.#fail();
      // Godot 4 does not mix them.
      if (this.#generation > 3 && style !== "" && style !== sign) this.#fail();
      if (sign === ":" && key.type === "name") this.#fail();
      style = sign;
      this.#at++;
      const isName = sign === "=" && this.#generation > 3;
      const { text } =
        sign === "=" ? textPiece(isName ? "StringName" : "String", key.content as string) : key;
      return `${text}: ${this.#value().text}`;
    });
    return { text: `{${entries.join(", ")}}`, type: "Dictionary" };
  }

  /** A name without quotes, as in `{a = 1}`, or any value. */
  #key(): Piece {
    this.#space();
    const start = this.#at;
    const name = this.#match(names);
    if (name !== "" && this.#space() === "=") return { text: "", type: "name", content: name };
    this.#at = start;
    return this.#value();
  }
}
