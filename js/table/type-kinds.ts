import { components, elements, layouts, Type, type TypeName, typeNames, typesOfOthers } from "./table.gen.js";

/** The registered symbol under which a value's prototype carries its type name, the same in every copy of the package. */
export const typeBrand: unique symbol = Symbol.for("godot-variant.type") as never;

/** Names that brands use: Godot's type names, and ours where one type has two classes. */
export type BrandName =
  | TypeName
  | "GodotObject"
  | "EncodedObjectAsID"
  | "VariantError"
  | "Document"
  | "ConfigFile";

type Class = abstract new (...args: never[]) => object;

/**
 * Marks a class, so that `instanceof` and `encode` know the instances of other copies of the package (ESM and CommonJS),
 * and gives it the name that people see when they print a value, whatever a bundler made of it.
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

// V8 never optimizes `new` for the first eight classes that it sees branded, if they extend another one: it aborts each attempt,
// and vectors decode up to ten times slower (Node 20; the bench shows it in "mixed-keys"). So none of our own are among them.
for (let i = 0; i < 16; i++) brand(class {}, "Nil");

/** The type name that a value's class carries; undefined for anything that is not ours. */
export function brandOf(value: unknown): BrandName | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { [typeBrand]?: BrandName })[typeBrand];
}

/** Tape number of the type that a brand names; undefined for other brands. */
export function typeOfBrand(name: string | undefined): number | undefined {
  return name !== undefined && Object.hasOwn(Type, name) ? Type[name as TypeName] : undefined;
}

/** Whether values of this tape type are vectors, geometry, transforms or colors. */
export function isComponentType(type: number | undefined): boolean {
  return type !== undefined && layouts[type] === "numbers";
}

/** Whether the components of this vector type, or of the vectors in this packed array, are integers. */
export function isIntegerType(type: number): boolean {
  return elements[type] === "i32" && type !== Type.PackedInt32Array;
}

/** Whether values of this tape type are packed arrays of vectors or colors. */
export function isPackedComponentsType(type: number | undefined): boolean {
  return type !== undefined && layouts[type] === "packed" && (components[type] as number) > 1;
}

/** Whether values of this tape type are packed arrays of any kind. */
export function isPackedType(type: number | undefined): boolean {
  return type !== undefined && (layouts[type] === "packed" || layouts[type] === "packed_texts");
}

/** Whether values of this tape type hold values that declare their types: an array or a Dictionary. */
export function isContainerType(type: number | undefined): boolean {
  return isArrayType(type) || type === Type.Dictionary;
}

/** Whether values of this tape type are an Array, or a TypedArray or PackedTypedArray. */
export function isArrayType(type: number | undefined): boolean {
  return type !== undefined && (layouts[type] === "array" || layouts[type] === "typed_array");
}

/** Whether only other engines than the newest Godot have this tape type. */
export function isOfOthers(type: number): boolean {
  return (typesOfOthers as readonly (TypeName | undefined)[]).includes(typeNames[type]);
}

/** Whether an object is a plain one: made by a literal in this or another realm, or without a prototype. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf");
}

const tagOfTypedArray = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get;

/** `Uint8Array`, `Float32Array` …, also for a subclass or another realm's; undefined for other values. */
export function typedArrayName(value: object): string | undefined {
  return tagOfTypedArray?.call(value) as string | undefined;
}

/** Typed arrays that are packed arrays. */
export const packedNames: Readonly<Record<string, TypeName>> = {
  Uint8Array: "PackedByteArray",
  Int32Array: "PackedInt32Array",
  BigInt64Array: "PackedInt64Array",
  Float32Array: "PackedFloat32Array",
  Float64Array: "PackedFloat64Array",
};

/** Whether a value is an ArrayBuffer or a SharedArrayBuffer, of any realm. */
export function isArrayBuffer(value: object): value is ArrayBuffer {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
}

const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, "size")?.get;

/** Whether a value is a Map of any realm; a Dictionary is one. */
export function isMap(value: object): value is Map<unknown, unknown> {
  if (value instanceof Map) return true;
  if (Object.prototype.toString.call(value) !== "[object Map]") return false;
  try {
    return sizeOfMap?.call(value) !== undefined;
  } catch {
    return false;
  }
}

/** Godot's name of a value's type, or the name of its class where one type has two. */
export type Kind = TypeName | "GodotObject" | "EncodedObjectAsID";

/** The kind of a value decoded in `exact` mode, where every number is a float; undefined for anything that is no value. */
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
