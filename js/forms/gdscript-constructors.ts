// The values of GDScript's constants and constructors, as parts of Godot's text form.
import { colorConstants, vectorConstants } from "./gdscript-constants.gen.js";

/** A part of an expression, translated to Godot's text form. */
export interface Piece {
  readonly text: string;
  /** Godot's name of the type. */
  readonly type: string;
  /** The numbers of a vector, rectangle, transform or color. */
  readonly parts?: readonly string[];
  /** The elements of an Array, and the characters of a String. */
  readonly items?: readonly Piece[];
  readonly content?: string;
}

/** Godot 3's names of types, which the text form reads too. */
const newNames: Readonly<Record<string, string>> = { Quat: "Quaternion", Transform: "Transform3D" };

/** The arguments of each constructor besides its plain numbers. "n" is a number. */
const forms: Readonly<Record<string, readonly [count: number, ...signatures: string[]]>> = {
  Vector2: [2, "Vector2", "Vector2i"],
  Vector2i: [2, "Vector2i"],
  Vector3: [3, "Vector3", "Vector3i"],
  Vector3i: [3, "Vector3i"],
  Vector4: [4, "Vector4", "Vector4i"],
  Vector4i: [4, "Vector4i"],
  Rect2: [4, "Vector2 Vector2", "Rect2", "Rect2i"],
  Rect2i: [4, "Vector2i Vector2i", "Rect2i"],
  AABB: [6, "Vector3 Vector3", "AABB"],
  Plane: [4, "Vector3 n", "Plane"],
  Quaternion: [4, "Quaternion"],
  Basis: [9, "Vector3 Vector3 Vector3", "Basis"],
  Transform2D: [6, "Vector2 Vector2 Vector2", "Transform2D"],
  Transform3D: [12, "Vector3 Vector3 Vector3 Vector3", "Basis Vector3", "Transform3D"],
  Projection: [16, "Vector4 Vector4 Vector4 Vector4", "Projection"],
  Color: [4, "n n n", "Color", "Color n", "String", "String n"],
};

const component = (type: string, parts: readonly string[]): Piece => ({
  text: `${type}(${parts.join(", ")})`,
  type,
  parts,
});

const isNumber = ({ type }: Piece) => type === "int" || type === "float";

/** The value of a constructor; undefined if it does not take these arguments. */
export function constructed(name: string, args: readonly Piece[], generation: number): Piece | undefined {
  const type = newNames[name] ?? name;
  if (name === "Color8") return color8(args);
  const packed = /^(?:Packed|Pool)(\w+)Array$/.exec(name);
  if (packed !== null) return packedArray(name, packed[1] as string, args);
  const form = forms[type];
  if (form === undefined) return plainConstructed(type, args);
  if (args.length === 0) return empty(type, form[0]);
  const [count, ...signatures] = form;
  const signature = args.map((arg) => (isNumber(arg) ? "n" : arg.type)).join(" ");
  const isPlain = args.length === count && args.every(isNumber);
  if (!isPlain && !signatures.includes(signature)) return undefined;
  if (type.endsWith("i") && args.some(({ type }) => type === "float")) return undefined;
  if (type === "Color") return colorOf(args, generation);
  const parts = args.flatMap((arg) => arg.parts ?? [arg.text]);
  // The text form has the rows of a Basis, GDScript its columns.
  if (signature.startsWith("Vector3 Vector3 Vector3")) parts.splice(0, 9, ...columns(parts));
  return component(type, parts);
}

const columns = (parts: readonly string[]) =>
  [0, 3, 6, 1, 4, 7, 2, 5, 8].map((from) => parts[from] as string);

/** What a constructor without arguments makes. */
function empty(type: string, count: number): Piece {
  if (type === "Color") return component(type, ["0", "0", "0", "1"]);
  return constantOf(type, "IDENTITY") ?? component(type, Array(count).fill("0"));
}

function plainConstructed(type: string, args: readonly Piece[]): Piece | undefined {
  const [arg] = args;
  if (args.length > 1) return undefined;
  if (type === "Array") return arg === undefined ? { text: "[]", type, items: [] } : same(arg, type);
  if (type === "Dictionary") return arg === undefined ? { text: "{}", type } : same(arg, type);
  const { content } = arg ?? { content: "" };
  if (content === undefined) return undefined;
  const isText = type === "String" || type === "StringName" || type === "NodePath";
  return isText ? textPiece(type, content) : undefined;
}

const same = (arg: Piece, type: string) => (arg.type === type ? arg : undefined);

/** A String, StringName or NodePath. */
export function textPiece(type: "String" | "StringName" | "NodePath", content: string): Piece {
  const quoted = `"${content.replace(/["\\]/g, "\\$&")}"`;
  const text = { String: quoted, StringName: `&${quoted}`, NodePath: `NodePath(${quoted})` }[type];
  return { text, type, content };
}

/** `PackedInt32Array([1, 2])`. */
function packedArray(name: string, element: string, args: readonly Piece[]): Piece | undefined {
  const [array] = args;
  const made = (parts: readonly string[]) => ({ text: `${name}(${parts.join(", ")})`, type: name });
  if (array === undefined) return made([]);
  // The text form itself, as in PackedInt32Array(1, 2).
  const items = args.length === 1 && array.items !== undefined ? array.items : args;
  const isPlain = items === args;
  const isInt = /^(Byte|Int)/.test(element);
  const parts: string[] = [];
  for (const item of items) {
    const fits = /^(Byte|Int|Float|Real)/.test(element)
      ? item.type === "int" || (!isInt && item.type === "float")
      : item.type === element || (isPlain && isNumber(item));
    if (!fits) return undefined;
    parts.push(...(item.parts ?? [item.text]));
  }
  return made(parts);
}

const share = (byte: number) => String(byte / 255);

function color8(args: readonly Piece[]): Piece | undefined {
  const bytes = args.map(({ text }) => Number(text));
  if (bytes.length < 3 || bytes.length > 4 || !args.every(({ type }) => type === "int")) return undefined;
  return component("Color", [...bytes, 255].slice(0, 4).map(share));
}

function colorOf(args: readonly Piece[], generation: number): Piece | undefined {
  const [first, alpha] = args as [Piece, Piece?];
  if (isNumber(first)) return component("Color", [...args.map(({ text }) => text), "1"].slice(0, 4));
  const parts = first.parts ?? namedColor(first.content as string, generation);
  if (parts === undefined) return undefined;
  return component("Color", alpha === undefined ? parts : [...parts.slice(0, 3), alpha.text]);
}

/** The color of `Color("…")`: hexadecimal digits or, in Godot 4, a name. */
function namedColor(text: string, generation: number): readonly string[] | undefined {
  const digits = /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text)?.[1];
  if (digits !== undefined) return hexColor(digits, generation);
  if (generation < 4) return undefined;
  return colors().get(text.replace(/[ \-_'.]/g, "").toLowerCase());
}

/** Godot 3 puts the alpha first. */
function hexColor(digits: string, generation: number): readonly string[] {
  const pairs = digits.length < 6 ? Array.from(digits, (digit) => digit + digit) : digits.match(/../g);
  const numbers = (pairs ?? []).map((pair) => share(Number.parseInt(pair, 16)));
  if (numbers.length < 4) return [...numbers, "1"];
  return generation < 4 ? [...numbers.slice(1), numbers[0] as string] : numbers;
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);

const small = (name: string) => name.replaceAll("_", "").toLowerCase();
let known: Map<string, readonly string[]> | undefined;

/** The named colors, by names in small letters and without "_". */
function colors(): Map<string, readonly string[]> {
  known ??= new Map(linesOf(colorConstants).map(([name, hex]) => [small(name), hexColor(hex.slice(1), 4)]));
  return known;
}

/** `Vector2.ZERO`; undefined for a name that the type does not have. */
export function constantOf(type: string, name: string): Piece | undefined {
  if (type === "Color") {
    const isKnown = linesOf(colorConstants).some(
      ([one]) => one === name || (small(one) === name && one !== name),
    );
    return isKnown ? component(type, colors().get(small(name)) as readonly string[]) : undefined;
  }
  const numbers = linesOf(vectorConstants).find(([one]) => one === `${type}.${name}`)?.[1];
  return numbers === undefined ? undefined : component(newNames[type] ?? type, numbers.split(" "));
}

/** The same number or vector with the other sign. */
export function negated(piece: Piece): Piece | undefined {
  const other = (text: string) => (text === "nan" ? text : text.startsWith("-") ? text.slice(1) : `-${text}`);
  if (isNumber(piece)) return { ...piece, text: other(piece.text) };
  const isVector = piece.parts !== undefined && /^(Vector|Plane|Quaternion|Color)/.test(piece.type);
  // GDScript inverts a color instead, and a transform has no sign.
  if (!isVector || piece.type === "Color") return undefined;
  return component(piece.type, piece.parts.map(other));
}
