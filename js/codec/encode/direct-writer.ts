// Writes common values as the bytes that they become (runs of a tape), and all others as entries.
import { ValueFault } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { tape as bit } from "../../table/boundary.gen.js";
import type { Components } from "../../table/components.js";
import { layouts, Type } from "../../table/table.gen.js";
import { brandOf, isComponentType, isMap, typeBrand, typeOfBrand } from "../../table/type-kinds.js";
import { isUnread, type Unread } from "../../values/lazy-dictionary.js";
import type { PackedStringArray } from "../../values/packed.js";
import { propertyOf } from "../../values/plain-containers.js";
import type { Float, NodePath, StringName } from "../../values/small-values.js";
import type { Dictionary, Variant, VariantArray } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { codeGenerationAllowed } from "../../wasm/code-generation.js";
import {
  componentsWriterOf,
  type PrototypeOf,
  type WordWriter,
  type WriteObject,
} from "../../wasm/object-writer-code.js";
import { comparesAsEngine } from "./equal-keys.js";
import { type LargeArrays, refuseLost } from "./flatten.js";
import { reconcile } from "./keep-types.js";
import { knownKeys } from "./known-keys.js";
import type { Suspect } from "./lost-classes.js";
import { instanceWriters, type Plan, planOf } from "./plan.js";
import { ScalarWriter, slack } from "./scalar-writer.js";
import { lengthOfArray, unsupported } from "./value-writer.js";

type InstanceWriter = (to: DirectWriter, value: never, at: number, depth: number) => number;

/**
 * Writes the most common values in runs, as they stand in the output. Between runs, all others are entries of the tape, which
 * C++ encodes.
 */
export class DirectWriter extends ScalarWriter implements WordWriter {
  private plan: Plan | undefined;
  private runAt = 0;

  /**
   * Writes a tape of runs. Returns the size of the value in words if one run holds all of it, otherwise 0; -1 if the dialect
   * does without runs. Throws ValueFaults without a path, also for objects that are suspect.
   */
  writeRuns(
    value: unknown,
    codec: Boundary,
    settings: Settings,
    large: LargeArrays,
    suspect: Suspect | undefined,
  ): number {
    const plan = planOf(codec, settings);
    this.prepare(codec, settings);
    this.leavesGaps = large === "gaps";
    if ((plan.headers[Type.Nil] as number) < 0 || this.polluted) return -1;
    this.plan = plan;
    this.headers = plan.headers;
    this.limit = this.i32.length - slack;
    this.suspect = suspect;
    let end: number;
    try {
      end = this.put(value, this.startRun(0), 0);
    } finally {
      this.suspect = this.keyTexts = undefined;
    }
    this.i32[this.runAt - 1] = end - this.runAt;
    this.at = end;
    return this.runAt === 2 ? end - 2 : 0;
  }

  private startRun(at: number): number {
    if (at > this.limit) this.grow(at);
    this.i32[at] = bit.run;
    this.runAt = at + 2;
    return at + 2;
  }

  put(value: unknown, at: number, depth: number): number {
    if (depth > this.maxDepth) throw new ValueFault("too-deep");
    if (at > this.limit) this.grow(at);
    if (typeof value === "string") {
      this.i32[at] = this.headers[Type.String] as number;
      return this.putText(value, at + 1);
    }
    if (typeof value === "number") return this.putNumber(value, at);
    if (typeof value === "object" && value !== null) return this.putObject(value, at, depth);
    if (typeof value === "boolean") {
      this.i32[at] = this.headers[Type.bool] as number;
      this.i32[at + 1] = value ? 1 : 0;
      return at + 2;
    }
    if (typeof value === "bigint") return this.putBigint(value, at, depth);
    if (value !== null) return this.putEntry(value, at, depth);
    this.i32[at] = this.headers[Type.Nil] as number;
    return at + 1;
  }

  private putObject(value: object, at: number, depth: number): number {
    if (Array.isArray(value)) return this.putArray(value, at, depth);
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) return this.putPlain(value, at, depth);
    return this.putInstance(value, prototype, at, depth);
  }

  private putInstance(value: object, prototype: object | null, at: number, depth: number): number {
    if (prototype === null) return this.putEntry(value, at, depth);
    if (ArrayBuffer.isView(value)) return this.putView(value, at, depth);
    const write = instanceWriters.get(prototype) ?? DirectWriter.instanceWriter(value, prototype);
    return write(this, value as never, at, depth);
  }

  /** The function that writes instances with this prototype. */
  private static instanceWriter(value: object, prototype: object): InstanceWriter {
    const name = brandOf(value);
    const type = typeOfBrand(name);
    const isOurs = Object.hasOwn(prototype, typeBrand);
    let write: InstanceWriter | undefined;
    if (type !== undefined && isComponentType(type)) {
      if (isOurs && codeGenerationAllowed()) write = componentsWriterOf(prototype as Components, type);
      write ??= (to, value: Components, at, depth) => to.putComponents(value, type, at, depth);
    } else if (type !== undefined && layouts[type] === "packed") {
      write = (to, value: object, at, depth) => to.putPackedComponents(value, type, at, depth);
    } else if (name !== undefined && Object.hasOwn(DirectWriter.ownWriters, name)) {
      write = DirectWriter.ownWriters[name] as InstanceWriter;
    } else if (value instanceof Map && isMap(value)) {
      write = (to, value: Map<unknown, unknown>, at, depth) => to.putMap(value, at, depth);
    } else {
      write = (to, value, at, depth) => to.putEntry(value, at, depth);
    }
    if (isOurs) instanceWriters.set(prototype, write as WriteObject);
    return write;
  }

  /** Writers of instances of our other classes. */
  private static readonly ownWriters: Readonly<Record<string, InstanceWriter>> = {
    float: (to, float: Float, at, depth) => {
      const { value, payload } = float;
      return typeof value === "number" && payload === undefined
        ? to.putFloat(value, at)
        : to.putEntry(float, at, depth);
    },
    StringName: (to, name: StringName, at, depth) => {
      const { text } = name;
      const header = to.headers[Type.StringName] as number;
      if (typeof text !== "string" || header < 0) return to.putEntry(name, at, depth);
      to.i32[at] = header;
      return to.putText(text, at + 1);
    },
    NodePath: (to, path: NodePath, at, depth) => to.putPath(path, at, depth),
    PackedStringArray: (to, packed: PackedStringArray, at, depth) =>
      Array.isArray(packed.data) && (to.headers[Type.PackedStringArray] as number) >= 0
        ? to.putPackedTexts(packed.data, at)
        : to.putEntry(packed, at, depth),
  };

  private putPath(path: NodePath, at: number, depth: number): number {
    const { names, subnames, absolute } = path;
    const header = this.headers[Type.NodePath] as number;
    const isSimple = Array.isArray(names) && Array.isArray(subnames) && subnames.length === 0;
    const count = isSimple ? lengthOfArray(names) : 0;
    // Not all dialects keep a path without names.
    if (count === 0 || header < 0) return this.putEntry(path, at, depth);
    const { i32 } = this;
    i32[at] = header;
    i32[at + 1] = count | bit.pathNames;
    i32[at + 2] = 0;
    i32[at + 3] = absolute ? bit.pathAbsolute : 0;
    let end = at + 4;
    for (let i = 0; i < count; i++) {
      const name: unknown = names[i];
      if (typeof name !== "string") throw unsupported("expected", "string", typeof name);
      end = this.putText(name, end);
    }
    return end;
  }

  putArray(
    array: readonly unknown[],
    start: number,
    depth: number,
    prototypeOf: PrototypeOf = Object.getPrototypeOf,
  ): number {
    const {
      elementType,
      shared,
      [typeBrand]: name,
    } = array as unknown as VariantArray & { [typeBrand]?: string };
    if (name !== undefined && name !== "Array") return this.putEntry(array, start, depth);
    if (elementType !== undefined || shared === true) return this.putTypedArray(array, start, depth);
    const length = lengthOfArray(array);
    this.i32[start] = this.headers[Type.Array] as number;
    this.i32[start + 1] = length;
    if (length === 0) return start + 2;
    if (depth >= this.maxDepth) throw new ValueFault("too-deep");
    let at = start + 2;
    let written = 0;
    const first = array[0];
    // Ints of `exact` mode are floats.
    if (!this.exact && (typeof first === "number" || first === null))
      return this.putNumbers(array, length, at, depth + 1);
    if (typeof first === "string") {
      at = this.putBatches(array, length, at, 0);
      written = this.batched;
    }
    return this.putElements(array, written, length, at, depth + 1, prototypeOf);
  }

  /** Writes the elements from number `first` on. */
  private putElements(
    array: readonly unknown[],
    first: number,
    length: number,
    start: number,
    depth: number,
    prototypeOf: PrototypeOf,
  ): number {
    let at = start;
    for (let i = first; i < length; i++) {
      const value = array[i];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        at = this.put(value, at, depth);
      } else {
        if (at > this.limit) this.grow(at);
        const prototype = prototypeOf(value);
        at =
          prototype === Object.prototype
            ? this.putPlain(value, at, depth)
            : this.putInstance(value, prototype, at, depth);
      }
    }
    return at;
  }

  /** Writes the elements of an Array that begins with a number or null. Ints and nulls, of which grids consist, take no call each. */
  private putNumbers(array: readonly unknown[], length: number, start: number, depth: number): number {
    const intHeader = this.headers[Type.int] as number;
    const nilHeader = this.headers[Type.Nil] as number;
    let at = start;
    for (let i = 0; i < length; i++) {
      const value = array[i];
      if (typeof value === "number" && (value | 0) === value && !Object.is(value, -0)) {
        if (at > this.limit) this.grow(at);
        this.i32[at] = intHeader;
        this.i32[at + 1] = value;
        at += 2;
      } else if (value === null) {
        if (at > this.limit) this.grow(at);
        this.i32[at++] = nilHeader;
      } else {
        at = this.put(value, at, depth);
      }
    }
    return at;
  }

  private putTypedArray(array: readonly unknown[], start: number, depth: number): number {
    this.startBeginning(start);
    const sample = this.arrayBeginning(array);
    const length = this.lastCount();
    let at = this.startRun(this.at);
    for (let i = 0; i < length; i++) at = this.putElement(array[i], sample, at, depth + 1);
    return at;
  }

  /** Writes an element of an Array that declares the type of `sample`. Calls `reconcile`, which is slow, only where it would change something. */
  private putElement(value: unknown, sample: Variant | undefined, at: number, depth: number): number {
    const isNumber = typeof value === "number";
    if (isNumber && typeof sample === "number" && depth <= this.maxDepth) {
      if (at > this.limit) this.grow(at);
      return this.putFloat(value, at);
    }
    const isInt = typeof sample === "bigint" && (isNumber || typeof value === "bigint");
    return this.put(sample === undefined || isInt ? value : reconcile(value, sample, false), at, depth);
  }

  putPlain(object: object, at: number, depth: number): number {
    this.refuseSuspect(object);
    // Generated functions do not compare the depth of numbers and texts with the limit.
    const mayFind = codeGenerationAllowed() && depth < this.maxDepth;
    const plan = this.plan as Plan;
    if (!mayFind || !plan.looksForFunction()) return this.putProperties(object, at, depth + 1);
    const found = plan.keys.find(object);
    if (Array.isArray(found)) {
      plan.noteUnknown();
      return this.putListed(object, found, at, depth + 1);
    }
    if (found.write === undefined) {
      plan.note(found, object);
      return this.putProperties(object, at, depth + 1);
    }
    plan.noteFunction(true);
    return found.write(this, object, at, depth + 1);
  }

  /** Writes the properties one by one, with keys that are known already. */
  private putProperties(object: object, start: number, depth: number): number {
    this.i32[start] = this.headers[Type.Dictionary] as number;
    let at = start + 2;
    let count = 0;
    const first = knownKeys.begin();
    let last = first;
    for (const key in object) {
      const value = propertyOf(object, key);
      if (value === undefined) continue;
      if (last !== undefined) last = knownKeys.after(last, key);
      at = last === undefined ? this.put(key, at, 0) : this.putKey(last.words, at);
      at = this.put(value, at, depth);
      count++;
    }
    this.i32[start + 1] = count;
    if (first !== undefined) knownKeys.end(count);
    return at;
  }

  /** Writes the properties with these names, of which getters may have deleted some. */
  private putListed(object: object, names: readonly string[], start: number, depth: number): number {
    this.i32[start] = this.headers[Type.Dictionary] as number;
    let at = start + 2;
    let count = 0;
    for (const name of names) {
      const value = propertyOf(object, name);
      if (value === undefined) continue;
      at = this.put(value, this.put(name, at, 0), depth);
      count++;
    }
    this.i32[start + 1] = count;
    return at;
  }

  private putKey(words: Int32Array, at: number): number {
    if (at > this.limit) this.grow(at);
    const { i32 } = this;
    i32[at] = this.headers[Type.String] as number;
    for (let i = 0; i < words.length; i++) i32[at + 1 + i] = words[i] as number;
    return at + 1 + words.length;
  }

  private putMap(map: Map<unknown, unknown>, start: number, depth: number): number {
    const { keyType, valueType, shared } = map as Dictionary;
    let countAt = start + 1;
    let at = start + 2;
    const isTyped = keyType !== undefined || valueType !== undefined || shared === true;
    if (!isTyped) {
      this.i32[start] = this.headers[Type.Dictionary] as number;
    } else {
      this.startBeginning(start);
      countAt = this.dictionaryBeginning(map);
      at = this.startRun(this.at);
    }
    if (isUnread(map)) {
      const plan = this.plan as Plan;
      const list = plan.list(map.keyList);
      // Generated functions write no declared types, and do not compare the depth of numbers and texts with the limit.
      if (!isTyped && depth < this.maxDepth && codeGenerationAllowed()) {
        plan.noteList(list, map.content);
        if (list.write !== undefined) return list.write(this, map.content, start, depth + 1);
      }
      this.i32[countAt] = list.words.length;
      return this.putUnread(map, list.words, at, depth + 1);
    }
    const isNative = brandOf(map) === undefined;
    const isSure = comparesAsEngine(map, this.exact);
    let mayBeEqual = false;
    let count = 0;
    for (const [key, value] of map) {
      if (typeof key === "object" && key !== null) {
        if (isNative) refuseLost(key);
        mayBeEqual ||= !isSure;
      } else if (typeof key === "bigint") mayBeEqual ||= !this.exact;
      this.keysAround++;
      at = this.put(key, at, depth + 1);
      this.keysAround--;
      at = this.put(value, at, depth + 1);
      count++;
    }
    if (mayBeEqual) this.refuseEqual(map);
    this.i32[countAt] = count;
    return at;
  }

  /** Writes the values of a Dictionary that has not made its Map yet. Going through its entries would make it. */
  private putUnread(
    { keyList: { names }, content }: Unread,
    words: readonly (Int32Array | undefined)[],
    start: number,
    depth: number,
  ): number {
    let at = start;
    for (let i = 0; i < names.length; i++) {
      const key = words[i];
      at = key === undefined ? this.put(names[i], at, depth) : this.putKey(key, at);
      at = this.put(content[i], at, depth);
    }
    return at;
  }

  /** Writes a value as an entry of the tape, between two runs. */
  protected override putEntry(value: unknown, at: number, depth: number): number {
    this.endRun(at);
    this.value(value, depth);
    return this.startRun(this.at);
  }

  /** Ends the run before a container with declared types, of which C++ encodes the beginning. Its values are in runs again. */
  private startBeginning(at: number): void {
    this.endRun(at);
    this.word(bit.beginning);
  }

  private endRun(at: number): void {
    this.i32[this.runAt - 1] = at - this.runAt;
    this.at = at;
  }
}
