// `fromNative`: reads the layout of `JSON.from_native`.
import { isStackOverflow } from "../base/call-stack.js";
import { VariantError, type Warning } from "../base/errors.js";
import { type Hint, hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { type Options, type Settings, settingsOf } from "../base/options.js";
import { formatPath } from "../base/path.js";
import { encode } from "../codec/codec.js";
import { decodeInput } from "../codec/decode/decode-value.js";
import { Foresight } from "../codec/encode/foresight.js";
import { type KeyNode, KeyTree } from "../codec/encode/key-tree.js";
import { exactInt } from "../table/numbers.js";
import { components, Type, typeNames } from "../table/table.gen.js";
import {
  isComponentType,
  isIntegerType,
  isOfOthers,
  isPlainObject,
  typeOfBrand,
} from "../table/type-kinds.js";
import type { KeyList } from "../values/key-list.js";
import { KeyTexts } from "../values/key-text.js";
import { lazyDictionary } from "../values/lazy-dictionary.js";
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
  setTraits,
  type Variant,
  VariantArray,
} from "../values/variant.js";
import { numberArrayOf, packedOf } from "../wasm/packed-tape.js";
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

/** The keys of Dictionaries in all inputs, as far as they come again and again. */
const knownKeys = new KeyTree();
const foresight = new Foresight();

/** The list of keys that stand before their values, if all are Strings, no two are equal, and the same ones have come before. */
function knownKeyList(parts: readonly Variant[]): KeyList | undefined {
  if (!foresight.begin()) return undefined;
  let node: KeyNode | undefined = knownKeys.root;
  let searched = 0;
  for (let i = 0; i < parts.length && node !== undefined; i += 2) {
    const key = parts[i] as Variant;
    if (node.last?.key !== key) searched++;
    node = typeof key === "string" ? knownKeys.child(node, key) : undefined;
  }
  foresight.end(parts.length >> 1, node === undefined ? parts.length : searched);
  return node?.keyList;
}

/** The components of the last vector, in wire order. */
const vector: number[] = [];

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
    if (Array.isArray(json)) return this.list(json, depth + 1, most, new VariantArray(json.length));
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
    if (text[1] === ":") {
      const rest = text.slice(2);
      if (text[0] === "i") return this.integer(rest);
      if (text[0] === "f") return this.real(rest);
      if (text[0] === "s") return rest;
    }
    const rest = text.slice(3);
    if (text.startsWith("sn:")) return new StringName(rest);
    if (!text.startsWith("np:")) throw this.error("unsupported-value", hint("native-prefix"));
    if (rest.includes("::")) throw this.error("bad-node-path", hint("empty-subname"));
    return new NodePath(rest);
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
    // A number holds so few digits.
    if (typeof value === "number" || (value as string).length < 16) return exactInt(Number(value));
    const integer = BigInt(value as string);
    if (BigInt.asIntN(64, integer) !== integer) throw this.error("int-out-of-range");
    return integer;
  }

  private real(value: unknown): number {
    if (typeof value === "number") return value;
    if (typeof value === "string" && /^-?\d+\.?\d*(e[+-]?\d+)?$/i.test(value)) return Number(value);
    // The engine writes NaN as null.
    if (value === "nan" || value === null) return Number.NaN;
    if (value === "inf" || value === "-inf") return value === "inf" ? Infinity : -Infinity;
    throw this.error("unsupported-value", hint("expected", "number", String(value)));
  }

  /** Reads values to a list of their number; returns it. */
  private list<List extends Variant[]>(
    items: readonly unknown[],
    depth: number,
    most: number,
    to: List,
  ): List {
    this.budget.take(memoryOf.list);
    const { path } = this;
    const place = path.length;
    for (let i = 0; i < items.length; i++) {
      path[place] = i;
      to[i] = this.value(items[i], depth, most);
    }
    path.length = place;
    return to;
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
        return this.list(
          args,
          depth + 1,
          most,
          new VariantArray(args.length, this.containerType(json.elem_type)),
        );
      case "Dictionary": {
        const keyType = this.containerType(json.key_type);
        const valueType = this.containerType(json.value_type);
        this.budget.take(memoryOf.dictionary);
        const dictionary = this.dictionary(this.list(args, depth + 1, most, new Array<Variant>(args.length)));
        setTraits(dictionary, { keyType, valueType });
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

  /** The Dictionary of keys and values in turn. */
  private dictionary(parts: readonly Variant[]): Dictionary {
    if (parts.length % 2 !== 0) throw this.error("bad-length");
    const keyList = knownKeyList(parts);
    if (keyList !== undefined)
      return lazyDictionary(
        keyList,
        keyList.names.map((_, i) => parts[2 * i + 1] as Variant),
      );
    const dictionary = makeExact(new Dictionary());
    for (let i = 0; i < parts.length; i += 2) {
      const key = parts[i] as Variant;
      const floated = typeof key === "number" ? new Float(key) : key;
      insert(dictionary, floated, parts[i + 1] as Variant, this.keyTexts);
    }
    this.repeats ||= dictionary.size < parts.length / 2;
    return dictionary;
  }

  private numbers(name: string, args: readonly unknown[], mayBeWide: boolean): Variant {
    const type = typeOfBrand(name) ?? 0;
    const each = components[type] as number;
    if (each === 0) throw this.error("unknown-type", hint("no-such-type", name));
    const isVector = isComponentType(type);
    if (isVector ? args.length !== each : args.length % each !== 0) throw this.error("bad-length");
    if (type === Type.PackedInt64Array) return BigInt64Array.from(args, (number) => this.integer(number));
    const wide = mayBeWide && each > 1 && !isIntegerType(type);
    if (isVector) {
      for (let i = 0; i < each; i++) vector[i] = this.component(type, args[transposed(type, i)], wide);
      return (fromArrays[type] as FromArray)(vector, 0, wide) as Variant;
    }
    const data = new (numberArrayOf(type, wide))(args.length);
    for (const [i, arg] of args.entries()) data[i] = this.component(type, arg, wide);
    return packedOf(type, data);
  }

  /** A number of a vector or a packed array. A packed array rounds it to its width. */
  private component(type: number, value: unknown, wide: boolean): number {
    const isByte = type === Type.PackedByteArray;
    if (!isByte && type !== Type.PackedInt32Array && !isIntegerType(type)) {
      const real = this.real(value);
      return wide || type === Type.PackedFloat64Array ? real : Math.fround(real);
    }
    const whole = Number(this.integer(value));
    if ((isByte ? whole & 0xff : whole | 0) !== whole) throw this.error("int-out-of-range");
    return whole;
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
