// `fromNative`: reads the layout of `JSON.from_native`.
import { isStackOverflow, VariantError, type Warning } from "../base/errors.js";
import { type Hint, hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { type Options, type Settings, settingsOf } from "../base/options.js";
import { formatPath } from "../base/path.js";
import { encode } from "../codec/codec.js";
import { decodeInput } from "../codec/decode/decode-value.js";
import { components, Type, typeNames } from "../table/table.gen.js";
import {
  isComponentType,
  isIntegerType,
  isOfOthers,
  isPlainObject,
  typeOfBrand,
} from "../table/type-kinds.js";
import { KeyTexts } from "../values/key-text.js";
import { type FromArray, fromArrays } from "../values/make-value.js";
import { PackedStringArray } from "../values/packed.js";
import {
  Callable,
  EncodedObjectAsID,
  Float,
  NodePath,
  RID,
  Signal,
  StringName,
} from "../values/small-values.js";
import {
  type ContainerType,
  Dictionary,
  GodotObject,
  insert,
  makeExact,
  type Variant,
  VariantArray,
} from "../values/variant.js";
import { packedValue } from "../wasm/packed-tape.js";
import { transposed } from "./json-native-writer.js";

/** Options of `fromNative`. */
export interface FromNativeOptions
  extends Pick<Options, "dialect" | "mode" | "limits" | "views" | "dictionaries" | "onWarning"> {}

/**
 * Converts the result of `toNative` or of Godot's `JSON.from_native` back to a value. In which engine keys are equal depends on the option `dialect`. Throws `unsupported-value`, with a
 * path, for anything else, and `bad-node-path` for a NodePath that engines read as an empty one. `onWarning` hears of entries of another type than their
 * container declares, which engines convert or drop, with their path in the value, and once of entries that replace others. All have the offset 0.
 *
 * @param json - What `JSON.parse` returned.
 * @param options - The mode, and the form of the result.
 * @returns The value.
 * @throws VariantError `unsupported-value` and `bad-node-path`, with the path.
 * @example
 * ```ts
 * const value = fromNative(JSON.parse(text));
 * ```
 */
export function fromNative(json: unknown, options?: FromNativeOptions): Variant {
  const settings = settingsOf(options);
  const reader = new NativeReader(settings);
  const value = reader.read(json, settings.limits.depth);
  const { limits, onWarning } = settings.options;
  if (settings.exact && onWarning === undefined) return value;
  // The layout is one of Godot 4, and so are the bytes. Only which keys are equal depends on the option.
  const warn = onWarning && ((warning: Warning) => onWarning({ ...warning, offset: 0 }));
  const bytes = encode(value, { mode: "exact", fullObjects: true, limits, onWarning: warn });
  if (reader.repeats) warn?.({ code: "repeated-key", offset: 0, path: "" });
  if (settings.exact) return value;
  const reading = settingsOf({ dialect: "godot-4", allowObjects: true, limits });
  return decodeInput(bytes, { ...reading, form: settings.form });
}

/** Types without contents in the engine's JSON. */
const withoutArgs = new Set(["RID", "Callable", "Signal"]);

class NativeReader {
  /** Whether an entry has replaced another one. */
  repeats = false;
  private readonly path: (string | number)[] = [];
  private readonly budget: MemoryBudget;

  private readonly keyTexts: KeyTexts;

  constructor({ limits, form }: Settings) {
    this.budget = new MemoryBudget(limits);
    this.keyTexts = new KeyTexts(form.dictionariesApart);
  }

  read(json: unknown, most: number): Variant {
    try {
      return this.value(json, 0, most);
    } catch (error) {
      throw isStackOverflow(error) ? new VariantError("too-deep") : error;
    }
  }

  private value(json: unknown, depth: number, most: number): Variant {
    if (depth > most) throw this.error("too-deep");
    this.budget.take(memoryOf.value);
    if (json === null || typeof json === "boolean") return json;
    if (typeof json === "string") return this.text(json);
    if (Array.isArray(json)) return new VariantArray(this.list(json, depth + 1, most));
    if (typeof json === "object" && isPlainObject(json))
      return this.object(json as Readonly<Record<string, unknown>>, depth, most);
    throw this.error("unsupported-value", hint("native-value"));
  }

  private error(code: VariantError["code"], advice?: Hint): VariantError {
    return new VariantError(code, {
      hints: advice && [advice],
      keys: [...this.path],
      path: formatPath(this.path),
    });
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
        if (rest.includes("::")) throw this.error("bad-node-path", hint("empty-subname"));
        return new NodePath(rest);
      default:
        throw this.error("unsupported-value", hint("native-prefix"));
    }
  }

  private string(value: unknown): string {
    if (typeof value === "string") return value;
    throw this.error("unsupported-value", hint("expected", "string", String(value)));
  }

  private id(value: unknown): bigint {
    if (value === undefined) return 0n;
    if (typeof value !== "string" || !/^\d{1,20}$/.test(value))
      throw this.error("unsupported-value", hint("expected", "id", String(value)));
    const id = BigInt(value);
    if (BigInt.asUintN(64, id) !== id) throw this.error("int-out-of-range");
    return id;
  }

  private integer(value: unknown): bigint {
    const isInteger = typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
    if (!isInteger) throw this.error("unsupported-value", hint("expected", "exact integer", String(value)));
    const integer = BigInt(value as string);
    if (BigInt.asIntN(64, integer) !== integer) throw this.error("int-out-of-range");
    return integer;
  }

  private real(value: unknown): number {
    if (typeof value === "number") return value;
    // The engine writes NaN as null.
    if (value === "nan" || value === null) return Number.NaN;
    if (typeof value === "string" && /^-?inf$/.test(value)) return value === "inf" ? Infinity : -Infinity;
    if (typeof value === "string" && /^-?\d+\.?\d*(e[+-]?\d+)?$/i.test(value)) return Number(value);
    throw this.error("unsupported-value", hint("expected", "number", String(value)));
  }

  private list(items: readonly unknown[], depth: number, most: number): Variant[] {
    this.budget.take(memoryOf.list);
    return items.map((item, i) => {
      this.path.push(i);
      const value = this.value(item, depth, most);
      this.path.pop();
      return value;
    });
  }

  private object(json: Readonly<Record<string, unknown>>, depth: number, most: number): Variant {
    const { type, args, props } = json;
    if (typeof type !== "string") throw this.error("unsupported-value", hint("field-type", "type", "string"));
    if (Array.isArray(props)) return this.godotObject(type, props, depth, most);
    if (args === undefined ? !withoutArgs.has(type) : !Array.isArray(args))
      throw this.error("unsupported-value", hint("field-type", "args", "array"));
    this.path.push("args");
    const value = this.typed(type, (args ?? []) as readonly unknown[], json, depth, most);
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
        this.budget.take(memoryOf.dictionary);
        const values = this.list(args, depth + 1, most);
        if (values.length % 2 !== 0) throw this.error("bad-length");
        const dictionary = makeExact(new Dictionary([], traits));
        for (let i = 0; i < values.length; i += 2) {
          const key = values[i] as Variant;
          const floated = typeof key === "number" ? new Float(key) : key;
          insert(dictionary, floated, values[i + 1] as Variant, this.keyTexts);
        }
        this.repeats ||= dictionary.size < values.length / 2;
        return dictionary;
      }
      case "PackedStringArray":
        return new PackedStringArray(args.map((text) => this.string(text)));
      case "RID":
        return new RID(this.id(json.id));
      case "Callable":
        return new Callable();
      case "Signal":
        return new Signal(this.string(json.name ?? ""), this.id(json.object_id));
      default:
        return this.numbers(type, args, json.wide === true);
    }
  }

  private numbers(name: string, args: readonly unknown[], wide: boolean): Variant {
    const type = typeOfBrand(name) ?? 0;
    const each = components[type] as number;
    if (each === 0) throw this.error("unknown-type", hint("no-such-type", name));
    const isVector = isComponentType(type);
    if (isVector ? args.length !== each : args.length % each !== 0) throw this.error("bad-length");
    if (type === Type.PackedInt64Array) return BigInt64Array.from(args, (number) => this.integer(number));
    const data = this.data(type, args, wide);
    if (isVector) return (fromArrays[type] as FromArray)(data, 0, wide) as Variant;
    return packedValue(type, wide, new Uint8Array(data.buffer), 0, data.length / each, true);
  }

  /** The numbers of a list in wire order, as a typed array of the type's width. */
  private data(type: number, args: readonly unknown[], wide: boolean) {
    const isByte = type === Type.PackedByteArray;
    const ordered = args.map((_, i) => args[transposed(type, i)]);
    if (!isByte && type !== Type.PackedInt32Array && !isIntegerType(type)) {
      const reals = ordered.map((number) => this.real(number));
      return wide || type === Type.PackedFloat64Array ? Float64Array.from(reals) : Float32Array.from(reals);
    }
    const wholes = ordered.map((number) => {
      const whole = Number(this.integer(number));
      if ((isByte ? whole & 0xff : whole | 0) !== whole) throw this.error("int-out-of-range");
      return whole;
    });
    return isByte ? Uint8Array.from(wholes) : Int32Array.from(wholes);
  }

  private containerType(name: unknown): ContainerType | undefined {
    if (name === undefined) return undefined;
    if (typeof name !== "string") throw this.error("bad-container-type");
    if (name.startsWith("res://")) return { kind: "script", path: name };
    const type = typeOfBrand(name);
    if (type === undefined || isOfOthers(type)) return { kind: "class", name };
    return { kind: "builtin", type: typeNames[type] as never };
  }

  private godotObject(className: string, props: readonly unknown[], depth: number, most: number): Variant {
    if (props.length % 2 !== 0) throw this.error("bad-length");
    const object = new GodotObject(className);
    for (let i = 0; i < props.length; i += 2) {
      const name = props[i];
      if (typeof name !== "string")
        throw this.error("unsupported-value", hint("expected", "name", String(name)));
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
