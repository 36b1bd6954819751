// The type of a value of JavaScript.
import { components, elements, layouts, Type, type TypeName, typeNames, typesOfOthers } from "./table.gen.js";

/** The symbol under which a prototype stores its type name. It is registered globally, so all copies of the package share it. */
export const typeBrand: unique symbol = Symbol.for("godot-variant.type") as never;

/** The possible brands: Godot's type names, and our class names where one type has two classes. */
type BrandName = TypeName | "GodotObject" | "EncodedObjectAsID" | "VariantError" | "Document" | "ConfigFile";

type Class = abstract new (...args: never[]) => object;

/**
 * Brands a class, so that `instanceof` and `encode` accept instances from other copies of the package (ESM and CommonJS).
 * Also restores the class name, which consoles print and bundlers may shorten.
 */
export function brand(owner: Class, name: BrandName, className: string = name): void {
  Object.defineProperty(owner, "name", { value: className });
  Object.defineProperty(owner.prototype, typeBrand, { value: name });
  Object.defineProperty(owner, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      return (
        (this === owner && brandOf(value) === name) ||
        Function.prototype[Symbol.hasInstance].call(this, value)
      );
    },
  });
}

// V8 never optimizes `new` for the first eight branded classes, if they extend another one: it aborts each attempt, and vectors
// decode up to ten times slower (Node 20; the bench shows it in "mixed-keys"). These dummy classes take their place.
for (let i = 0; i < 16; i++) brand(class {}, "Nil");

/** The type name of an instance of our classes; undefined for any other value. */
export function brandOf(value: unknown): BrandName | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { [typeBrand]?: BrandName })[typeBrand];
}

const typesByBrand: ReadonlyMap<string | undefined, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(Type),
);

/** The tape type number for a brand; undefined for a brand that is not a type name. */
export const typeOfBrand = (name: string | undefined): number | undefined => typesByBrand.get(name);

/** Whether a tape type is a vector, geometry, transform or color. */
export function isComponentType(type: number | undefined): boolean {
  return type !== undefined && layouts[type] === "numbers";
}

/** Whether the components of a vector type, or of the vectors in a packed array, are integers. */
export function isIntegerType(type: number): boolean {
  return elements[type] === "i32" && type !== Type.PackedInt32Array;
}

/** Whether a tape type is a packed array of vectors or colors. */
export function isPackedComponentsType(type: number | undefined): boolean {
  return type !== undefined && layouts[type] === "packed" && (components[type] as number) > 1;
}

/** Whether a tape type is a packed array of any kind. */
export function isPackedType(type: number | undefined): boolean {
  return type !== undefined && (layouts[type] === "packed" || layouts[type] === "packed_texts");
}

/** Whether a tape type is a container that can declare types: an array or a Dictionary. */
export function isContainerType(type: number | undefined): boolean {
  return isArrayType(type) || type === Type.Dictionary;
}

/** Whether a tape type is an Array, a TypedArray or a PackedTypedArray. */
function isArrayType(type: number | undefined): boolean {
  return type !== undefined && (layouts[type] === "array" || layouts[type] === "typed_array");
}

/** Whether the newest Godot lacks this tape type. */
export function isOfOthers(type: number): boolean {
  return (typesOfOthers as readonly (TypeName | undefined)[]).includes(typeNames[type]);
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether an object is a plain object: from a literal, in this or another realm, or without a prototype. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf");
}

const tagOfTypedArray = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get;

/** `Uint8Array`, `Float32Array` and so on, also for subclasses and other realms; undefined for other values. */
export function typedArrayName(value: object): string | undefined {
  return tagOfTypedArray?.call(value) as string | undefined;
}

/** The packed array type that each typed array represents. */
export const packedNames: Readonly<Record<string, TypeName>> = {
  Uint8Array: "PackedByteArray",
  Int32Array: "PackedInt32Array",
  BigInt64Array: "PackedInt64Array",
  Float32Array: "PackedFloat32Array",
  Float64Array: "PackedFloat64Array",
};

/** Whether a value is an ArrayBuffer or a SharedArrayBuffer, from any realm. */
export function isArrayBuffer(value: object): value is ArrayBuffer {
  const isTagged =
    Object.prototype.toString.call(value) === "[object ArrayBuffer]" || isSharedArrayBuffer(value);
  // A Proxy of one has the tag, but not the bytes.
  try {
    return isTagged && (value as ArrayBuffer).byteLength >= 0;
  } catch {
    return false;
  }
}

/**
 * Whether a value is a SharedArrayBuffer, from any realm. Does not name that class: most pages lack it, take long to find that out, and may
 * still have memory of it, from WebAssembly.
 */
export function isSharedArrayBuffer(value: object): value is SharedArrayBuffer {
  return Object.prototype.toString.call(value) === "[object SharedArrayBuffer]";
}

const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, "size")?.get;

/** Whether a value is a Map, from any realm; true for a Dictionary. */
export function isMap(value: object): value is Map<unknown, unknown> {
  if (brandOf(value) === "Dictionary") return true;
  if (!(value instanceof Map) && Object.prototype.toString.call(value) !== "[object Map]") return false;
  // Methods of Map refuse a Proxy of a Map.
  try {
    return sizeOfMap?.call(value) !== undefined;
  } catch {
    return false;
  }
}

/** Godot's name of a value's type, or the name of its class where one type has two. */
export type Kind = TypeName | "GodotObject" | "EncodedObjectAsID";

/** The kind of a value from `exact` mode, in which every number is a float; undefined for anything that is not a Variant. */
export function kindOf(value: unknown): Kind | undefined {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "float";
    case "string":
      return "String";
    case "object":
      return value === null ? "Nil" : kindOfObject(value);
    default:
      return undefined;
  }
}

function kindOfObject(value: object): Kind | undefined {
  const name = brandOf(value);
  if (name !== undefined) return name as Kind;
  if (Array.isArray(value)) return "Array";
  const array = typedArrayName(value);
  if (array !== undefined) return packedNames[array];
  return isMap(value) || isPlainObject(value) ? "Dictionary" : undefined;
}
