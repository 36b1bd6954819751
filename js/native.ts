import {
  Callable,
  EncodedObjectAsID,
  Float,
  GodotObject,
  NodePath,
  RID,
  Signal,
  StringName,
} from "./atoms.js";
import type { Boundary } from "./boundary.js";
import { decode, encode } from "./codec.js";
import type { Components } from "./components.js";
import { type ContainerType, VariantArray } from "./containers.js";
import { Dictionary } from "./dictionary.js";
import { VariantError } from "./errors.js";
import { withTape } from "./flatten.js";
import { fromArrays } from "./from-array.js";
import { isComponentType, isIntegerType, isPlainObject, typeOfBrand } from "./kinds.js";
import { fixedDigits, signed64, unsigned64 } from "./numbers.js";
import { type Options, settingsOf } from "./options.js";
import { PackedStringArray } from "./packed.js";
import { packedValue } from "./packed-tape.js";
import { formatPath } from "./path.js";
import { tape as bit, components, Type, typeNames } from "./table.gen.js";
import { type Tape, tapeBits } from "./tape.js";
import { tapeText } from "./tape-text.js";
import type { TapeWriter } from "./tape-writer.js";
import type { Variant } from "./values.js";

/** What `JSON.stringify` takes and gives back unchanged. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface NativeOptions extends Options {
  /** Give what `JSON.from_native` of this engine gives, with what it loses; without it nothing is lost. */
  engine?: "4.6" | undefined;
}

/**
 * A value in the layout of Godot's `JSON.from_native`, which `JSON.to_native` reads. Numbers, strings and arrays in `plain`
 * mode are typed as `encode` types them. With `engine` objects are null, but for `fullObjects`.
 */
export function toNative(value: unknown, options: NativeOptions = {}): Json {
  const { engine, fullObjects } = options;
  if (engine !== undefined && engine !== "4.6")
    throw new TypeError(`option engine must be 4.6, not ${String(engine)}`);
  const write = (codec: Boundary, writer: TapeWriter) =>
    new NativeWriter(
      writer.tape(codec),
      engine !== undefined,
      fullObjects === true || engine === undefined,
    ).value();
  return withTape(value, settingsOf(options), false, write);
}

/** Types whose first nine numbers are columns here and rows in the bytes. */
const hasColumns = (type: number) => type === Type.Basis || type === Type.Transform3D;
const transposed = (i: number) => (i < 9 ? (i % 3) * 3 + Math.floor(i / 3) : i);

/** Walks a tape that JavaScript wrote. */
class NativeWriter {
  private readonly tape: Tape;
  private readonly engine: boolean;
  private readonly objects: boolean;
  private readonly texts: string[] = [];
  private at: number;

  constructor(tape: Tape, engine: boolean, objects: boolean) {
    this.tape = tape;
    this.engine = engine;
    this.objects = objects;
    this.at = tape.wordsAt;
  }

  value(): Json {
    const tag = this.next();
    const type = tag & 0xff;
    const wide = (tag & bit.wide) !== 0;
    switch (type) {
      case Type.Nil:
        return null;
      case Type.bool:
        return (tag & tapeBits.boolTrue) !== 0;
      case Type.int: {
        const low = this.next();
        return `i:${wide ? signed64(low, this.next()) : low}`;
      }
      case Type.float:
        return `f:${this.floatText(this.real(wide))}`;
      case Type.String:
        return `s:${this.text()}`;
      case Type.StringName:
        return `sn:${this.text()}`;
      case Type.NodePath:
        return `np:${this.nodePath()}`;
      case Type.Object:
        return tag & bit.asId ? this.objectId() : this.object();
      case Type.Array:
        return this.array((tag >> bit.keyKindShift) & 3);
      case Type.Dictionary:
        return this.dictionary((tag >> bit.keyKindShift) & 3, (tag >> bit.valueKindShift) & 3);
      case Type.RID: {
        const id = this.unsigned();
        return this.engine || id === 0n ? { type: "RID" } : { type: "RID", id: String(id) };
      }
      case Type.Callable:
        return { type: "Callable" };
      case Type.Signal: {
        const name = this.text();
        const id = this.unsigned();
        if (this.engine || (name === "" && id === 0n)) return { type: "Signal" };
        return { type: "Signal", name, object_id: String(id) };
      }
      case Type.PackedStringArray:
        return { type: "PackedStringArray", args: Array.from({ length: this.next() }, () => this.text()) };
      case Type.Image:
      case Type.InputEvent:
        throw new VariantError("not-in-dialect", { hint: "Godot 4 has no such type" });
      default:
        return this.numbers(type, wide);
    }
  }

  private next(): number {
    return this.tape.i32[this.at++] as number;
  }

  private unsigned(): bigint {
    const low = this.next();
    return unsigned64(low, this.next());
  }

  private text(number = this.next()): string {
    this.texts[number] ??= tapeText(this.tape, number);
    return this.texts[number];
  }

  private real(wide: boolean): number {
    if (!wide) return this.tape.f32[this.at++] as number;
    this.at += this.at & 1;
    this.at += 2;
    return this.tape.f64[(this.at >> 1) - 1] as number;
  }

  private floatText(value: number): string {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    if (this.engine) return fixedDigits(value);
    const text = Object.is(value, -0) ? "-0" : String(value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }

  /** A number of a list. JSON has no text for some: they are strings, which the engine reads, too, but for NaN. */
  private argument(value: number | bigint): number | string {
    if (this.engine) return Number(value);
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (Object.is(value, -0)) return "-0.0";
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? "nan" : value > 0 ? "1e99999" : "-1e99999";
  }

  private numbers(type: number, wide: boolean): Json {
    const each = components[type] as number;
    let source: ArrayLike<number | bigint>;
    if (isComponentType(type)) {
      if (wide) this.at += this.at & 1;
      const { at } = this;
      this.at += wide ? each * 2 : each;
      if (wide) source = this.tape.f64.subarray(at >> 1, (at >> 1) + each);
      else source = (isIntegerType(type) ? this.tape.i32 : this.tape.f32).subarray(at, at + each);
    } else {
      const count = this.next();
      const packed = packedValue(type, wide, this.tape.bytes, this.next() >>> 0, count, false);
      source = "data" in packed ? (packed.data as Float32Array) : packed;
    }
    const args: Json[] = Array.from(source, (number) => this.argument(number));
    const ordered = hasColumns(type) ? args.map((_, i) => args[transposed(i)] as Json) : args;
    const result = { type: typeNames[type] as string, args: ordered };
    return wide && !this.engine && type !== Type.PackedFloat64Array ? { ...result, wide: true } : result;
  }

  private nodePath(): string {
    const flags = this.next();
    const names = this.next();
    const subnames = this.next();
    const path = Array.from({ length: names }, () => this.text()).join("/");
    let text = flags & tapeBits.absolute ? `/${path}` : path;
    for (let i = 0; i < subnames; i++) text += `:${this.text()}`;
    return text;
  }

  private objectId(): Json {
    const id = signed64(this.next(), this.next());
    if (!this.objects || (id === 0n && this.engine)) return null;
    return { type: "EncodedObjectAsID", props: ["object_id", `i:${id}`, "script", null] };
  }

  private object(): Json {
    const type = this.text();
    const props: Json[] = [];
    for (let count = this.next(); count > 0; count--) {
      const name = this.text();
      const value = this.value();
      props.push(name, name === "script" && typeof value === "string" ? value.slice(2) : value);
    }
    return type === "" || !this.objects ? null : { type, props };
  }

  private containerType(kind: number): string | undefined {
    if (kind === 0) return undefined;
    const word = this.next();
    if (kind === 1) return typeNames[word];
    return word === tapeBits.encodedObjectText ? "EncodedObjectAsID" : this.text(word);
  }

  private array(kind: number): Json {
    const type = this.containerType(kind);
    const args = Array.from({ length: this.next() }, () => this.value());
    if (type === undefined) return args;
    return kind > 1 && !this.objects ? null : { type: "Array", elem_type: type, args };
  }

  private dictionary(keyKind: number, valueKind: number): Json {
    const keyType = this.containerType(keyKind);
    const valueType = this.containerType(valueKind);
    const args: Json[] = [];
    const count = this.next();
    this.next();
    for (let i = 0; i < count; i++) {
      const key = this.next();
      args.push(key === tapeBits.keyIsValue ? this.value() : `s:${this.text(tapeBits.firstKeyText - key)}`);
      args.push(this.value());
    }
    if (Math.max(keyKind, valueKind) > 1 && !this.objects) return null;
    const result: { [name: string]: Json } = { type: "Dictionary" };
    if (keyType !== undefined) result.key_type = keyType;
    if (valueType !== undefined) result.value_type = valueType;
    return { ...result, args };
  }
}

/**
 * The value of what `toNative` or Godot's `JSON.from_native` gave. Throws `unsupported-value`, with its path, for anything
 * else.
 */
export function fromNative(json: unknown, options?: Options): Variant {
  const settings = settingsOf(options);
  const value = new NativeReader().value(json, 0, settings.limits.depth);
  if (settings.exact) return value;
  const { views, dictionaries, limits, dialect } = settings.options;
  const bytes = encode(value, { mode: "exact", fullObjects: true, limits });
  return decode(bytes, { dialect: dialect ?? "godot-4", allowObjects: true, views, dictionaries, limits });
}

class NativeReader {
  private readonly path: (string | number)[] = [];

  value(json: unknown, depth: number, most: number): Variant {
    if (depth > most) throw this.error("too-deep");
    if (json === null || typeof json === "boolean") return json;
    if (typeof json === "string") return this.text(json);
    if (Array.isArray(json)) return new VariantArray(this.list(json, depth + 1, most));
    if (typeof json === "object" && isPlainObject(json))
      return this.object(json as Readonly<Record<string, unknown>>, depth, most);
    throw this.error(
      "unsupported-value",
      "a value is null, a bool, a string with a prefix, an array or an object",
    );
  }

  private error(code: VariantError["code"], hint?: string): VariantError {
    return new VariantError(code, { hint, keys: [...this.path], path: formatPath(this.path) });
  }

  private text(text: string): Variant {
    const colon = text.indexOf(":");
    const rest = text.slice(colon + 1);
    switch (text.slice(0, colon + 1)) {
      case "i:":
        return this.integer(rest);
      case "f:":
        return this.real(rest);
      case "s:":
        return rest;
      case "sn:":
        return new StringName(rest);
      case "np:":
        return new NodePath(rest);
      default:
        throw this.error("unsupported-value", "a string begins with i:, f:, s:, sn: or np:");
    }
  }

  private integer(value: unknown): bigint {
    const isInteger = typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
    if (!isInteger) throw this.error("unsupported-value", `${String(value)} is no integer`);
    const integer = BigInt(value as string);
    if (BigInt.asIntN(64, integer) !== integer) throw this.error("int-out-of-range");
    return integer;
  }

  private real(value: unknown): number {
    if (typeof value === "number") return value;
    if (value === "nan") return Number.NaN;
    if (typeof value === "string" && /^-?inf$/.test(value)) return value === "inf" ? Infinity : -Infinity;
    if (typeof value === "string" && /^-?\d+\.?\d*(e[+-]?\d+)?$/i.test(value)) return Number(value);
    throw this.error("unsupported-value", `${String(value)} is no number`);
  }

  private list(items: readonly unknown[], depth: number, most: number): Variant[] {
    return items.map((item, i) => {
      this.path.push(i);
      const value = this.value(item, depth, most);
      this.path.pop();
      return value;
    });
  }

  private object(json: Readonly<Record<string, unknown>>, depth: number, most: number): Variant {
    const { type, args, props } = json;
    if (typeof type !== "string") throw this.error("unsupported-value", "an object has a type");
    if (Array.isArray(props)) return this.godotObject(type, props, depth, most);
    const list = Array.isArray(args) ? args : [];
    this.path.push("args");
    const value = this.typed(type, list, json, depth, most);
    this.path.pop();
    return value;
  }

  private typed(
    type: string,
    args: readonly unknown[],
    json: Readonly<Record<string, unknown>>,
    depth: number,
    most: number,
  ): Variant {
    switch (type) {
      case "Array":
        return new VariantArray(this.list(args, depth + 1, most), this.containerType(json.elem_type));
      case "Dictionary": {
        const traits = {
          keyType: this.containerType(json.key_type),
          valueType: this.containerType(json.value_type),
        };
        const values = this.list(args, depth + 1, most);
        if (values.length % 2 !== 0) throw this.error("bad-length");
        const dictionary = new Dictionary([], traits);
        for (let i = 0; i < values.length; i += 2) {
          const key = values[i] as Variant;
          dictionary.set(typeof key === "number" ? new Float(key) : key, values[i + 1] as Variant);
        }
        return dictionary;
      }
      case "PackedStringArray":
        if (args.some((text) => typeof text !== "string")) throw this.error("unsupported-value");
        return new PackedStringArray(args as string[]);
      case "RID":
        return new RID(json.id === undefined ? 0n : BigInt.asUintN(64, BigInt(json.id as string)));
      case "Callable":
        return new Callable();
      case "Signal":
        return new Signal(String(json.name ?? ""), BigInt((json.object_id as string) ?? 0));
      default:
        return this.numbers(type, args, json.wide === true);
    }
  }

  private numbers(name: string, args: readonly unknown[], wide: boolean): Variant {
    const type = Object.hasOwn(Type, name) ? (Type[name as keyof typeof Type] as number) : 0;
    const each = components[type] as number;
    if (each === 0) throw this.error("unknown-type", `there is no type ${name}`);
    const vector = isComponentType(type);
    if (vector ? args.length !== each : args.length % each !== 0) throw this.error("bad-length");
    if (type === Type.PackedInt64Array) return BigInt64Array.from(args, (number) => this.integer(number));
    const whole = isIntegerType(type) || type === Type.PackedByteArray || type === Type.PackedInt32Array;
    const read = args.map((number) => (whole ? Number(this.integer(number)) : this.real(number)));
    if (
      whole &&
      read.some((number) => (type === Type.PackedByteArray ? number & 0xff : number | 0) !== number)
    )
      throw this.error("int-out-of-range");
    const ordered = hasColumns(type) ? read.map((_, i) => read[transposed(i)] as number) : read;
    if (whole && vector)
      return (fromArrays[type] as (typeof fromArrays)[number] & object)(
        ordered,
        0,
        false,
      ) as Components as Variant;
    if (type === Type.PackedByteArray) return Uint8Array.from(ordered);
    if (type === Type.PackedInt32Array) return Int32Array.from(ordered);
    const data = (wide || type === Type.PackedFloat64Array ? Float64Array : Float32Array).from(ordered);
    if (vector)
      return (fromArrays[type] as (typeof fromArrays)[number] & object)(
        data,
        0,
        wide,
      ) as Components as Variant;
    return packedValue(type, wide, new Uint8Array(data.buffer), 0, data.length / each, false);
  }

  private containerType(name: unknown): ContainerType | undefined {
    if (name === undefined) return undefined;
    if (typeof name !== "string") throw this.error("bad-container-type");
    if (name.startsWith("res://")) return { kind: "script", path: name };
    const type = typeOfBrand(name);
    if (type === undefined || type >= Type.Image) return { kind: "class", name };
    return { kind: "builtin", type: typeNames[type] as never };
  }

  private godotObject(className: string, props: readonly unknown[], depth: number, most: number): Variant {
    const object = new GodotObject(className);
    for (let i = 0; i + 1 < props.length; i += 2) {
      const name = props[i];
      if (typeof name !== "string") throw this.error("unsupported-value", "a property has a name");
      this.path.push(name);
      const part = props[i + 1];
      const isScript = name === "script" && typeof part === "string";
      object.properties.set(name, isScript ? part : this.value(part, depth + 1, most));
      this.path.pop();
    }
    const id = object.properties.get("object_id");
    if (className !== "EncodedObjectAsID" || typeof id !== "bigint") return object;
    return new EncodedObjectAsID(BigInt.asUintN(64, id));
  }
}
