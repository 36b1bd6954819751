// Values of few parts: Float, StringName, NodePath, RID, Signal, Callable, EncodedObjectAsID.
import { bitsOf, floatOf, floatText, usualNaN } from "../table/numbers.js";
import { show } from "../table/shown.js";
import { brand } from "../table/type-kinds.js";

/**
 * A float that a plain number cannot represent: a whole number that must not become an int (`float(1)`), a NaN with a
 * payload, or −0 as a Dictionary key.
 *
 * @example
 * ```ts
 * encode({ scale: new Float(1) });
 * ```
 */
export class Float {
  /** The number. */
  declare readonly value: number;
  /** The 64 bits of an unusual NaN; absent for other values. */
  declare readonly payload?: bigint;

  /**
   * `bits` are the 64 bits of a NaN, ignored for other values.
   *
   * @param value - The number.
   * @param bits - The 64 bits of a NaN; ignored for other values.
   */
  constructor(value: number, bits: bigint = usualNaN) {
    this.value = value;
    if (bits !== usualNaN && Number.isNaN(value) && Number.isNaN(floatOf(bits))) this.payload = bits;
  }

  /** The 64 bits of the float. */
  get bits(): bigint {
    return this.payload ?? bitsOf(this.value);
  }

  /** The number, for calculations. */
  valueOf(): number {
    return this.value;
  }

  /** GDScript's form: `1.0`, `nan`, `-inf`. */
  toString(): string {
    return floatText(this.value);
  }
}

/**
 * Makes a value that `encode` always writes as a float, even if it is a whole number.
 *
 * @param value - The number.
 * @returns A Float.
 * @throws Nothing.
 * @example
 * ```ts
 * encode({ scale: float(1) }); // 1.0, where 1 would be an int
 * ```
 */
export function float(value: number): Float {
  return new Float(value);
}

/**
 * An interned string of Godot 4. In `plain` mode it is decoded as a string.
 *
 * @example
 * ```ts
 * new StringName("idle");
 * ```
 */
export class StringName {
  /** The name. */
  declare readonly text: string;

  /**
   * A name.
   *
   * @param text - The name.
   */
  constructor(text: string) {
    this.text = text;
  }

  /** GDScript's form: `&"name"`. */
  toString(): string {
    return `&${JSON.stringify(this.text)}`;
  }
}

/** The parts of a NodePath. */
export interface NodePathParts {
  /** Whether the path begins at the root; false by default. */
  absolute?: boolean;
  /** The names of the nodes; none by default. */
  names?: readonly string[];
  /** The names after colons: properties, or their parts; none by default. */
  subnames?: readonly string[];
  /** Whether the last subname is a property. Only `godot-2` stores this; undefined in other dialects. */
  hasProperty?: boolean | undefined;
}

/**
 * A path to a node and, with subnames, to a property of it.
 *
 * @example
 * ```ts
 * new NodePath("/root/Player:position:x").subnames; // ["position", "x"]
 * ```
 */
export class NodePath {
  /** Whether the path begins at the root. */
  declare readonly absolute: boolean;
  /** The names of the nodes. */
  declare readonly names: readonly string[];
  /** The names after colons: properties, or their parts. */
  declare readonly subnames: readonly string[];
  /** Whether the last subname is a property. Only `godot-2` stores this; absent in other dialects. */
  declare readonly hasProperty?: boolean;

  /**
   * From Godot's text form, `/root/Player:position:x`, or from its parts. An empty name between two colons is kept, though engines read such
   * a text as the empty path.
   *
   * @param path - The text or the parts; the empty path by default.
   * @throws TypeError for anything else, and for parts that do not exist.
   */
  constructor(path: string | NodePathParts = "") {
    const parts = typeof path === "string" ? parsePath(path) : checkedParts(path);
    this.absolute = parts.absolute ?? false;
    this.names = parts.names ?? [];
    this.subnames = parts.subnames ?? [];
    if (parts.hasProperty !== undefined) this.hasProperty = parts.hasProperty;
  }

  /** Godot's text form: `/root/Player:position:x`. */
  get text(): string {
    return (
      (this.absolute ? "/" : "") + this.names.join("/") + this.subnames.map((name) => `:${name}`).join("")
    );
  }

  /** GDScript's form: `NodePath("/root/Player")`. */
  toString(): string {
    return `NodePath(${JSON.stringify(this.text)})`;
  }
}

const emptyParts: NodePathParts = { names: [], subnames: [] };
const partNames: readonly string[] = ["absolute", "names", "subnames", "hasProperty"];

/** Parts with another name would be left out silently. */
function checkedParts(parts: NodePathParts): NodePathParts {
  if (parts === emptyParts) return parts;
  if (typeof parts !== "object" || parts === null)
    throw new TypeError("A NodePath is made from a text or from parts.");
  const unknown = Object.keys(parts).find((name) => !partNames.includes(name));
  if (unknown !== undefined) throw new TypeError(`A NodePath has no part ${unknown}.`);
  return parts;
}

/** @internal A NodePath of these parts. Needs no object that holds them, which V8 would allocate for each path. */
export function nodePathOf(
  absolute: boolean,
  names: readonly string[],
  subnames: readonly string[],
  hasProperty: boolean | undefined,
): NodePath {
  const path: { -readonly [Field in keyof NodePath]: NodePath[Field] } = new NodePath(emptyParts);
  path.absolute = absolute;
  path.names = names;
  path.subnames = subnames;
  if (hasProperty !== undefined) path.hasProperty = hasProperty;
  return path;
}

function parsePath(text: string): NodePathParts {
  const colon = text.indexOf(":");
  const nodes = colon < 0 ? text : text.slice(0, colon);
  const subnames = colon < 0 ? [] : text.slice(colon + 1).split(":");
  if (subnames.at(-1) === "") subnames.pop();
  const names = nodes.split("/").filter((name) => name !== "");
  return { absolute: nodes.startsWith("/"), names, subnames };
}

/**
 * A handle of one of the engine's servers. It has no meaning outside the process that wrote it.
 *
 * @example
 * ```ts
 * new RID(13n);
 * ```
 */
export class RID {
  /** Unsigned, 64 bits. */
  declare readonly id: bigint;

  /**
   * A handle with an id.
   *
   * @param id - Unsigned, 64 bits; 0 by default.
   */
  constructor(id = 0n) {
    this.id = id;
  }

  /** GDScript's form: `RID(13)`. */
  toString(): string {
    return `RID(${this.id})`;
  }
}

/**
 * A signal of an object, which is known only by its id.
 *
 * @example
 * ```ts
 * new Signal("pressed", 42n);
 * ```
 */
export class Signal {
  /** The name of the signal. */
  declare readonly name: string;
  /** Unsigned, 64 bits. */
  declare readonly objectId: bigint;

  /**
   * A signal of an object.
   *
   * @param name - The name of the signal.
   * @param objectId - The id of the object; unsigned, 64 bits.
   */
  constructor(name = "", objectId = 0n) {
    this.name = name;
    this.objectId = objectId;
  }

  /** `Signal("pressed", 42)`. GDScript cannot read this form. */
  toString(): string {
    return `Signal(${JSON.stringify(this.name)}, ${this.objectId})`;
  }
}

/**
 * A callable. Engines write only its type, so `decode` always returns an empty one.
 *
 * @example
 * ```ts
 * encode([new Callable()]);
 * ```
 */
export class Callable {
  /** GDScript's form: `Callable()`. The exact type keeps other objects from being Callables for TypeScript. */
  toString(): "Callable()" {
    return "Callable()";
  }
}

/**
 * An object that was written as its instance id. Id 0 is the null object of Godot 3.0 and 3.1.
 *
 * @example
 * ```ts
 * new EncodedObjectAsID(42n).objectId;
 * ```
 */
export class EncodedObjectAsID {
  /** Unsigned, 64 bits. */
  declare readonly objectId: bigint;

  /**
   * An object with an id.
   *
   * @param objectId - Unsigned, 64 bits; 0 by default.
   */
  constructor(objectId = 0n) {
    this.objectId = objectId;
  }

  /** `EncodedObjectAsID(42)`. */
  toString(): string {
    return `EncodedObjectAsID(${this.objectId})`;
  }
}

brand(Float, "float", "Float");
brand(StringName, "StringName");
brand(NodePath, "NodePath");
brand(RID, "RID");
brand(Signal, "Signal");
brand(Callable, "Callable");
brand(EncodedObjectAsID, "EncodedObjectAsID");

show(Float, Number);
for (const owner of [StringName, NodePath]) show(owner, ({ text }: StringName | NodePath) => text);
show(Callable, () => null);
for (const owner of [RID, Signal, EncodedObjectAsID]) show(owner);
