import type { EncodedObjectAsID, Float, GodotObject, NodePath, RID, Signal, StringName } from "./atoms.js";
import { type MadeTape, tapeBits } from "./boundary.js";
import type { Components } from "./components.js";
import type { ContainerType, VariantArray } from "./containers.js";
import type { Dictionary } from "./dictionary.js";
import { isStackOverflow, type VariantError } from "./errors.js";
import type { Image, InputEvent } from "./godot2.js";
import {
  type BrandName,
  brandOf,
  isArrayBuffer,
  isComponentType,
  isMap,
  isPlainObject,
  typedArrayName,
  typeOfBrand,
} from "./kinds.js";
import type {
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
} from "./packed.js";
import { tape as bit, Type } from "./table.gen.js";
import { type FlattenSettings, ValueWriter } from "./value-writer.js";

let spare: Flattener | undefined;

/**
 * Flattens a value to a tape and gives what `use` makes of it. Throws a VariantError with the path of a value that no
 * Variant can hold.
 */
export function flatten<Result>(
  value: unknown,
  settings: FlattenSettings,
  use: (tape: MadeTape) => Result,
): Result {
  const flattener = spare ?? new Flattener(settings);
  spare = undefined;
  flattener.start(value, settings);
  const result = use(flattener.made());
  flattener.recycle();
  return result;
}

/** Walks a value and writes the tape. Getters may call `encode` again, so none of this is shared. */
class Flattener extends ValueWriter {
  start(value: unknown, settings: FlattenSettings): void {
    this.settings = settings;
    try {
      this.value(value);
    } catch (error) {
      throw isStackOverflow(error) ? this.tooDeep() : error;
    }
  }

  recycle(): void {
    if (!this.keepable) return;
    this.clear();
    spare = this;
  }

  private value(value: unknown): void {
    if (this.depth > this.settings.depth) throw this.tooDeep();
    if (typeof value === "string") this.string(Type.String, value);
    else if (typeof value === "number") this.number(value);
    else if (value === null) this.word(Type.Nil);
    else if (typeof value === "object") this.object(value);
    else if (typeof value === "boolean") this.word(value ? Type.bool | tapeBits.boolTrue : Type.bool);
    else if (typeof value === "bigint") this.bigint(value);
    else if (value !== undefined) throw this.unsupported(`a ${typeof value} is no Variant`);
    else throw this.unsupported("undefined is no Variant: write null, or leave the property out");
  }

  private object(value: object): void {
    if (Array.isArray(value)) this.array(value);
    else if (Object.getPrototypeOf(value) === Object.prototype) this.plainObject(value);
    else this.instance(value, brandOf(value));
  }

  private instance(value: object, name: BrandName | undefined): void {
    const type = typeOfBrand(name);
    if (name === undefined) this.foreign(value);
    else if (type !== undefined && isComponentType(type)) this.components(value as Components, type);
    else if (Object.hasOwn(Flattener.writers, name)) Flattener.writers[name]?.(this, value as never);
    else throw this.unsupported(`a ${name} is no Variant`);
  }

  /** How values of our classes are written, but for those that consist of components. */
  private static readonly writers: Readonly<Record<string, (to: Flattener, value: never) => void>> = {
    float: (to, value: Float) => to.floatObject(value),
    StringName: (to, value: StringName) => to.string(Type.StringName, value.text),
    NodePath: (to, value: NodePath) => to.nodePath(value),
    RID: (to, value: RID) => to.idObject(Type.RID, value.id),
    EncodedObjectAsID: (to, value: EncodedObjectAsID) => to.idObject(Type.Object | bit.asId, value.objectId),
    GodotObject: (to, value: GodotObject) => to.godotObject(value),
    Callable: (to) => to.word(Type.Callable),
    Signal: (to, value: Signal) => to.signal(value),
    Dictionary: (to, value: Dictionary) => to.dictionary(value),
    PackedStringArray: (to, value: PackedStringArray) => to.packedStrings(value.data),
    PackedVector2Array: (to, value: PackedVector2Array) =>
      to.packedNumbers(value.data, Type.PackedVector2Array),
    PackedVector3Array: (to, value: PackedVector3Array) =>
      to.packedNumbers(value.data, Type.PackedVector3Array),
    PackedVector4Array: (to, value: PackedVector4Array) =>
      to.packedNumbers(value.data, Type.PackedVector4Array),
    PackedColorArray: (to, value: PackedColorArray) => to.packedNumbers(value.data, Type.PackedColorArray),
    Image: (to, value: Image) => to.image(value),
    InputEvent: (to, value: InputEvent) => to.inputEvent(value),
  };

  /** What is neither an array, nor a usual plain object, nor of our classes. */
  private foreign(value: object): void {
    const typedArray = typedArrayName(value);
    if (typedArray !== undefined) this.typedArray(value as ArrayBufferView, typedArray);
    else if (isArrayBuffer(value)) this.typedArray(new Uint8Array(value), "Uint8Array");
    else if (isMap(value)) this.dictionary(value);
    else if (isPlainObject(value)) this.plainObject(value);
    else throw this.unsupported(`instances of ${classNameOf(value)} are no Variant`);
  }

  private array(array: readonly unknown[]): void {
    const { elementType, shared } = array as unknown as VariantArray;
    const kind = this.kindOf(elementType);
    this.word(Type.Array | (kind << bit.keyKindShift) | (shared === true ? bit.shared : 0));
    if (elementType !== undefined) this.containerType(elementType);
    const { length } = array;
    this.word(length);
    this.enter(array);
    for (let i = 0; i < length; i++) {
      this.step(i);
      this.value(array[i]);
    }
    this.leave();
  }

  private plainObject(object: object): void {
    const keys = Object.keys(object);
    this.word(Type.Dictionary);
    const countAt = this.at;
    this.word(keys.length);
    this.word(tapeBits.noShape);
    let count = 0;
    this.enter(object);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      const value = (object as Record<string, unknown>)[key];
      if (value === undefined) continue;
      this.step(key);
      this.key(key);
      this.value(value);
      count++;
    }
    this.leave();
    this.i32[countAt] = count;
  }

  private dictionary(map: Map<unknown, unknown>): void {
    const { keyType, valueType, shared } = map as Dictionary;
    const kinds = (this.kindOf(keyType) << bit.keyKindShift) | (this.kindOf(valueType) << bit.valueKindShift);
    this.word(Type.Dictionary | kinds | (shared === true ? bit.shared : 0));
    if (keyType !== undefined) this.containerType(keyType);
    if (valueType !== undefined) this.containerType(valueType);
    const countAt = this.at;
    this.word(0);
    this.word(tapeBits.noShape);
    let count = 0;
    this.enter(map);
    for (const [key, value] of map) {
      this.stepIntoKey();
      this.word(tapeBits.keyIsValue);
      this.value(key);
      this.step(key);
      this.value(value);
      count++;
    }
    this.leave();
    this.i32[countAt] = count;
  }

  private godotObject(object: GodotObject): void {
    const { className, properties } = object;
    this.string(Type.Object, className);
    if (!isMap(properties)) throw this.unsupported("the properties of a GodotObject must be a Map");
    const countAt = this.at;
    this.word(0);
    let count = 0;
    this.enter(object);
    for (const [name, value] of properties) {
      this.step(name);
      this.part(name);
      this.value(value);
      count++;
    }
    this.leave();
    this.i32[countAt] = count;
  }

  private kindOf(type: ContainerType | undefined): number {
    if (type === undefined) return 0;
    const kind = tapeBits.kinds.indexOf(type?.kind);
    if (kind < 1) throw this.unsupported("a container type has the kind builtin, class or script");
    return kind;
  }

  private containerType(type: ContainerType): void {
    const number = type.kind === "builtin" ? typeOfBrand(type.type) : undefined;
    if (type.kind === "class") this.part(type.name);
    else if (type.kind === "script") this.part(type.path);
    else if (number !== undefined) this.word(number);
    else throw this.unsupported(`there is no type ${type.type}`);
  }

  /** The nesting has no end within the limit: a container that contains itself, or just too many levels. */
  private tooDeep(): VariantError {
    const seen = new Set<object>();
    for (let level = 0; level < this.depth; level++) {
      const container = this.ancestors[level] as object;
      if (seen.has(container)) {
        this.depth = level;
        return this.error("cyclic-value");
      }
      seen.add(container);
    }
    return this.error("too-deep");
  }
}

function classNameOf(value: object): string {
  const owner: unknown = value.constructor;
  return typeof owner === "function" && owner.name !== "" ? owner.name : "this class";
}
