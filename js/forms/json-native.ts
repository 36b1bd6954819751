import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { type Options, settingsOf } from "../base/options.js";
import { withTape } from "../codec/encode/flatten.js";
import { tape as bit } from "../table/boundary.gen.js";
import { fixedDigits, floatText, signed64, unsigned64 } from "../table/numbers.js";
import { components, Type, typeNames } from "../table/table.gen.js";
import { isComponentType, isIntegerType, isOfOthers } from "../table/type-kinds.js";
import type { Boundary } from "../wasm/boundary.js";
import { packedValue } from "../wasm/packed-tape.js";
import type { Tape } from "../wasm/tape.js";
import { tapeText } from "../wasm/tape-text.js";
import type { TapeWriter } from "../wasm/tape-writer.js";

/** A value that survives `JSON.stringify` and `JSON.parse`. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Options of `toNative`. */
export interface NativeOptions extends Pick<Options, "dialect" | "mode" | "fullObjects" | "real" | "limits"> {
  /**
   * Return exactly what `JSON.from_native` of this engine returns, including its losses. Infinity and NaN are numbers, which
   * `JSON.stringify` turns into null. Without it, only parts of NodePaths that have no text form are lost.
   */
  engine?: "4.6" | undefined;
}

/**
 * Converts a value to the layout of Godot's `JSON.from_native`, which `JSON.to_native` reads. In `plain` mode, numbers,
 * strings and arrays get the same types as in `encode`. With `engine`, objects become null unless `fullObjects` is set.
 * Throws a VariantError for values of types that Godot 4 does not have.
 *
 * @param value - What `encode` takes.
 * @param options - The mode, and the engine to imitate.
 * @returns A value for `JSON.stringify`.
 * @throws VariantError for values of types that Godot 4 does not have.
 * @example
 * ```ts
 * const json = JSON.stringify(toNative(decode(bytes)));
 * ```
 */
export function toNative(value: unknown, options: NativeOptions = {}): Json {
  const { engine, fullObjects } = options;
  if (engine !== undefined && engine !== "4.6")
    throw new TypeError(`The option engine must be 4.6, not ${String(engine)}.`);
  const objects = fullObjects === true || engine === undefined;
  const write = (codec: Boundary, writer: TapeWriter) =>
    new NativeWriter(writer.tape(codec), engine !== undefined, objects).value();
  return withTape(value, settingsOf(options), "strings", write);
}

/** Maps an index between this layout, which has a Basis or Transform3D in columns, and the wire order, which has it in rows. */
export function transposed(type: number, i: number): number {
  const hasColumns = type === Type.Basis || type === Type.Transform3D;
  return hasColumns && i < 9 ? (i % 3) * 3 + Math.floor(i / 3) : i;
}

/** Converts a tape that JavaScript wrote. */
class NativeWriter {
  private readonly tape: Tape;
  private readonly engine: boolean;
  private readonly objects: boolean;
  private readonly texts: (string | undefined)[];
  /** Finished keys by text number. A cache, because the same keys recur in every entry. */
  private readonly keys: string[] = [];
  private at: number;

  constructor(tape: Tape, engine: boolean, objects: boolean) {
    this.tape = tape;
    this.engine = engine;
    this.objects = objects;
    this.texts = tape.strings ?? [];
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
        return (tag & bit.trueBit) !== 0;
      case Type.int: {
        const low = this.next();
        return `i:${wide ? signed64(low, this.next()) : low}`;
      }
      case Type.float:
        return `f:${this.floating(this.real(wide))}`;
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
      default:
        return isComponentType(type) ? this.vector(type, wide) : this.other(type, wide);
    }
  }

  private other(type: number, wide: boolean): Json {
    switch (type) {
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
      default:
        if (isOfOthers(type)) throw new VariantError("not-in-dialect", { hints: [hint("not-in-godot-4")] });
        return this.packed(type, wide);
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
    return this.texts[number] as string;
  }

  private real(wide: boolean): number {
    if (!wide) return this.tape.f32[this.at++] as number;
    this.at += this.at & 1;
    this.at += 2;
    return this.tape.f64[(this.at >> 1) - 1] as number;
  }

  private floating(value: number): string {
    return this.engine && Number.isFinite(value) ? fixedDigits(value) : floatText(value);
  }

  /** Converts a number of a list. JSON lacks infinity and NaN, so they become strings. The engine reads these, except for NaN. */
  private argument(value: number | bigint): number | string {
    if (this.engine) return Number(value);
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value === 0) return Object.is(value, -0) ? "-0.0" : 0;
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? "nan" : value > 0 ? "1e99999" : "-1e99999";
  }

  private vector(type: number, wide: boolean): Json {
    const count = components[type] as number;
    const { i32, f32, f64 } = this.tape;
    if (wide) this.at += this.at & 1;
    const at = wide ? this.at >> 1 : this.at;
    const source = wide ? f64 : isIntegerType(type) ? i32 : f32;
    // A preallocated array takes less memory: `push` on an empty one reserves room for 17 elements.
    const args = new Array<Json>(count);
    for (let i = 0; i < count; i++) args[i] = this.argument(source[at + transposed(type, i)] as number);
    this.at += wide ? count * 2 : count;
    return this.list(type, args, wide);
  }

  private packed(type: number, wide: boolean): Json {
    const count = this.next();
    const packed = packedValue(type, wide, this.tape.bytes, this.next() >>> 0, count, true);
    const numbers = ("data" in packed ? packed.data : packed) as ArrayLike<number | bigint>;
    const args = Array.from(numbers, (number) => this.argument(number));
    return this.list(type, args, wide && type !== Type.PackedFloat64Array);
  }

  private list(type: number, args: Json[], wide: boolean): Json {
    const name = typeNames[type] as string;
    return wide && !this.engine ? { type: name, args, wide } : { type: name, args };
  }

  private nodePath(): string {
    const flags = this.next();
    let names = this.next();
    let subnames = this.next();
    let text = flags & bit.pathAbsolute ? "/" : "";
    for (; names > 0; names--) text += names > 1 ? `${this.text()}/` : this.text();
    for (; subnames > 0; subnames--) text += `:${this.text()}`;
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
    return word === bit.anyClass ? "EncodedObjectAsID" : this.text(word);
  }

  private array(kind: number): Json {
    const type = this.containerType(kind);
    const count = this.next();
    const args = new Array<Json>(count);
    for (let i = 0; i < count; i++) args[i] = this.value();
    if (type === undefined) return args;
    return kind > 1 && !this.objects ? null : { type: "Array", elem_type: type, args };
  }

  private dictionary(keyKind: number, valueKind: number): Json {
    const keyType = this.containerType(keyKind);
    const valueType = this.containerType(valueKind);
    const count = this.next() * 2;
    const args = new Array<Json>(count);
    this.next();
    for (let i = 0; i < count; ) {
      const key = this.next();
      args[i++] = key === bit.keyIsValue ? this.value() : this.key(bit.firstKeyText - key);
      args[i++] = this.value();
    }
    if (keyKind === 0 && valueKind === 0) return { type: "Dictionary", args };
    if (Math.max(keyKind, valueKind) > 1 && !this.objects) return null;
    const result: { [name: string]: Json } = { type: "Dictionary" };
    if (keyType !== undefined) result.key_type = keyType;
    if (valueType !== undefined) result.value_type = valueType;
    return { ...result, args };
  }

  private key(number: number): string {
    this.keys[number] ??= `s:${this.text(number)}`;
    return this.keys[number] as string;
  }
}
