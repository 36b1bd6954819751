// Compares a value with the engine's var_to_str (var2str): the same words, texts and numbers in the same order, but sorted
// if the value contains a Dictionary, because engines order keys differently. Numbers need to agree only in the digits
// that the engine prints, and NaNs not in their bits.
import type { Canonical } from "./fixture-notation.js";

type Token = readonly ["word" | "text", string] | readonly ["number", number];

/** Godot 3's words for today's names. */
const oldNames: Readonly<Record<string, string>> = {
  Quaternion: "Quat",
  Transform3D: "Transform",
  PackedInt32Array: "PoolIntArray",
  PackedFloat32Array: "PoolRealArray",
  PackedByteArray: "PoolByteArray",
  PackedStringArray: "PoolStringArray",
  PackedVector2Array: "PoolVector2Array",
  PackedVector3Array: "PoolVector3Array",
  PackedColorArray: "PoolColorArray",
};

const tokens =
  /"((?:[^"\\]|\\.)*)"|(-?(?:inf|nan)(?:_neg)?(?:\.0)?(?![A-Za-z_0-9]))|(-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)|([A-Za-z_]\w*)/gsu;
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function printed(text: string): Token[] {
  return Array.from(text.matchAll(tokens), ([, string, special, number, word]): Token => {
    if (string !== undefined) {
      return ["text", string.replace(/\\(.)/gs, (_, letter) => escapes[letter] ?? letter)];
    }
    if (number !== undefined) return ["number", Number(number)];
    if (special === undefined) return ["word", word as string];
    if (special.includes("nan")) return ["word", "nan"];
    return ["number", /-|_neg/.test(special) ? -Infinity : Infinity];
  });
}

type Fields = Readonly<Record<string, Canonical>>;

/** Lists the tokens that an engine prints for a value. */
class Printer {
  readonly list: Token[] = [];
  private readonly old: boolean;

  constructor(old: boolean) {
    this.old = old;
  }

  value(value: Canonical): void {
    if (value === null || typeof value === "boolean") {
      this.word(String(value));
      return;
    }
    const [type, body] = Object.entries(value as Fields)[0] as [string, Canonical];
    const print = Printer.forms[type];
    if (print !== undefined) print(this, body, value as Fields);
    else this.numbers(type, body as string[]);
  }

  private static readonly forms: Readonly<
    Record<string, (to: Printer, body: Canonical, value: Fields) => void>
  > = {
    int: (to, body) => to.number(body as string),
    float: (to, body) => to.number(body as string),
    String: (to, body) => to.text(body),
    StringName: (to, body) => to.text(body),
    NodePath: (to, body) => to.nodePath(body as { absolute: boolean; names: string[]; subnames: string[] }),
    RID: (to, body) => to.rid(BigInt(body as string)),
    Callable: (to) => to.word("Callable"),
    Signal: (to) => to.word("Signal"),
    ObjectID: (to, body) => to.objectId(BigInt(body as string)),
    Object: (to, body) => to.object(body as { class: string; properties: [string, Canonical][] }),
    Array: (to, body, value) => to.array(body as Canonical[], value.type),
    Dictionary: (to, body, value) => to.dictionary(body as Canonical[][], value.key, value.value),
    PackedByteArray: (to, body) => to.numbers("PackedByteArray", bytesOf(body as string)),
    PackedStringArray: (to, body) => {
      to.word("PackedStringArray");
      for (const text of body as string[]) to.text(text);
    },
  };

  private word(word: string): void {
    this.list.push(["word", this.old ? (oldNames[word] ?? word) : word]);
  }

  private text(text: Canonical): void {
    this.list.push(["text", text as string]);
  }

  private number(text: string): void {
    if (text.startsWith("nan")) this.word("nan");
    else this.list.push(["number", Number(text.replace("inf", "Infinity"))]);
  }

  private numbers(type: string, texts: string[]): void {
    this.word(type);
    for (const text of texts) this.number(text);
  }

  private nodePath({
    absolute,
    names,
    subnames,
  }: {
    absolute: boolean;
    names: string[];
    subnames: string[];
  }) {
    this.word("NodePath");
    const shown = !this.old && subnames.join(":") === "" ? [] : subnames;
    this.text(`${absolute ? "/" : ""}${names.join("/")}${shown.map((name) => `:${name}`).join("")}`);
  }

  /** Godot 3 prints an RID as nothing. */
  private rid(id: bigint): void {
    if (this.old) return;
    this.word("RID");
    if (id !== 0n) this.number(String(BigInt.asIntN(64, id)));
  }

  private objectId(id: bigint): void {
    if (id === 0n) {
      this.word("null");
      return;
    }
    const properties: [string, Canonical][] = [
      ["object_id", { int: String(BigInt.asIntN(64, id)) }],
      ["script", null],
    ];
    this.object({ class: "EncodedObjectAsID", properties });
  }

  private object(object: { class: string; properties: [string, Canonical][] }): void {
    this.word("Object");
    this.word(object.class);
    for (const [name, value] of object.properties) {
      this.text(name);
      if (name === "script" && value !== null) this.word("Resource");
      this.value(value);
    }
  }

  private array(elements: Canonical[], type: Canonical | undefined): void {
    if (type !== undefined) {
      this.word("Array");
      this.containerType(type as Fields);
    }
    for (const element of elements) this.value(element);
  }

  private dictionary(entries: Canonical[][], key: Canonical | undefined, value: Canonical | undefined): void {
    if (key !== undefined || value !== undefined) {
      this.word("Dictionary");
      this.containerType(key as Fields | undefined);
      this.containerType(value as Fields | undefined);
    }
    for (const part of entries.flat()) this.value(part);
  }

  private containerType(type: Fields | undefined): void {
    if (type?.script !== undefined) {
      this.word("Resource");
      this.text(type.script);
    } else {
      this.word((type?.builtin ?? type?.class ?? "Variant") as string);
    }
  }
}

const bytesOf = (digits: string) =>
  (digits.match(/../g) ?? []).map((byte) => String(Number.parseInt(byte, 16)));

/** Sorts tokens for comparison; numbers that agree with a printed number are replaced by it. */
function sorted(list: Token[], value: Canonical): Token[] {
  if (!JSON.stringify(value).includes('"Dictionary"')) return list;
  const order = (a: Token, b: Token) => {
    if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
  };
  return list.sort(order);
}

function close(a: number, b: number, digits: number): boolean {
  if (a === b || (Math.abs(a) < 1e-30 && Math.abs(b) < 1e-30)) return true;
  return Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 10 ** (1 - digits);
}

/** The tokens of a value and of the engine's text; numbers that agree get equal tokens. */
export function comparedTokens(
  value: Canonical,
  text: string,
  old: boolean,
): [ours: Token[], engine: Token[]] {
  const printer = new Printer(old);
  printer.value(value);
  const ours = sorted(printer.list, value);
  const engine = sorted(printed(text), value);
  const same = ours.map((token, at): Token => {
    const other = engine[at];
    if (token[0] !== "number" || other?.[0] !== "number") return token;
    return close(token[1], other[1], old ? 6 : 7) ? other : token;
  });
  return [same, engine];
}
