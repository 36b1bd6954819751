import { bitsOf, floatOf, floatText, usualNaN } from "../table/numbers.js";
import { show } from "../table/shown.js";
import { brand } from "../table/type-kinds.js";

/**
 * A float that a plain number cannot represent: a whole number that must not become an int (`float(1)`), a NaN with a
 * payload, or −0 as a Dictionary key.
 */
export class Float {
  declare readonly value: number;
  /** The 64 bits of an unusual NaN; absent for other values. */
  declare readonly payload?: bigint;

  /** `bits` are the 64 bits of a NaN, ignored for other values. */
  constructor(value: number, bits: bigint = usualNaN) {
    this.value = value;
    if (bits !== usualNaN && Number.isNaN(value) && Number.isNaN(floatOf(bits))) this.payload = bits;
  }

  /** The 64 bits of the float. */
  get bits(): bigint {
    return this.payload ?? bitsOf(this.value);
  }

  valueOf(): number {
    return this.value;
  }

  /** GDScript's form: `1.0`, `nan`, `-inf`. */
  toString(): string {
    return floatText(this.value);
  }
}

/** Makes a value that `encode` always writes as a float, even if it is a whole number. */
export function float(value: number): Float {
  return new Float(value);
}

/** An interned string of Godot 4. In `plain` mode it is decoded as a string. */
export class StringName {
  declare readonly text: string;

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
  absolute?: boolean;
  names?: readonly string[];
  subnames?: readonly string[];
  /** Whether the last subname is a property. Only `godot-2` stores this; undefined in other dialects. */
  hasProperty?: boolean | undefined;
}

/** A path to a node and, with subnames, to a property of it. */
export class NodePath {
  declare readonly absolute: boolean;
  declare readonly names: readonly string[];
  declare readonly subnames: readonly string[];
  /** Whether the last subname is a property. Only `godot-2` stores this; absent in other dialects. */
  declare readonly hasProperty?: boolean;

  /** From Godot's text form, `/root/Player:position:x`, or from its parts. */
  constructor(path: string | NodePathParts = "") {
    const parts = typeof path === "string" ? parsePath(path) : path;
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

function parsePath(text: string): NodePathParts {
  const colon = text.indexOf(":");
  const nodes = colon < 0 ? text : text.slice(0, colon);
  const dropEmpty = (names: string[]) => names.filter((name) => name !== "");
  return {
    absolute: nodes.startsWith("/"),
    names: dropEmpty(nodes.split("/")),
    subnames: colon < 0 ? [] : dropEmpty(text.slice(colon + 1).split(":")),
  };
}

/** A handle of one of the engine's servers. It has no meaning outside the process that wrote it. */
export class RID {
  /** Unsigned, 64 bits. */
  declare readonly id: bigint;

  constructor(id = 0n) {
    this.id = id;
  }

  /** GDScript's form: `RID(13)`. */
  toString(): string {
    return `RID(${this.id})`;
  }
}

/** A signal of an object, which is known only by its id. */
export class Signal {
  declare readonly name: string;
  /** Unsigned, 64 bits. */
  declare readonly objectId: bigint;

  constructor(name = "", objectId = 0n) {
    this.name = name;
    this.objectId = objectId;
  }

  /** `Signal("pressed", 42)`. GDScript cannot read this form. */
  toString(): string {
    return `Signal(${JSON.stringify(this.name)}, ${this.objectId})`;
  }
}

/** A callable. Engines write only its type, so `decode` always returns an empty one. */
export class Callable {
  /** GDScript's form: `Callable()`. */
  toString(): string {
    return "Callable()";
  }
}

/** An object that was written as its instance id. Id 0 is the null object of Godot 3.0 and 3.1. */
export class EncodedObjectAsID {
  /** Unsigned, 64 bits. */
  declare readonly objectId: bigint;

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
