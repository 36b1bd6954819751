// From a tape to values of JavaScript. docs/INTERNALS.md describes the tape.
import type { Form } from "../../base/options.js";
import { tape as bit } from "../../table/boundary.gen.js";
import { type Components, keepBits } from "../../table/components.js";
import { exactInt, signed64, unsigned64 } from "../../table/numbers.js";
import { components, type Layout, layouts, Type } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import { KeyTexts } from "../../values/key-text.js";
import { type FromArray, fromArrays } from "../../values/make-value.js";
import { PackedStringArray } from "../../values/packed.js";
import { isArrayIndex, reserved, setOwn, takesOrdinary } from "../../values/plain-containers.js";
import { Callable, EncodedObjectAsID, Float, RID, Signal, StringName } from "../../values/small-values.js";
import {
  Dictionary,
  GodotObject,
  makeExact,
  PackedTypedArray,
  setEntry,
  setTraits,
  TypedArray,
  type Variant,
  VariantArray,
} from "../../values/variant.js";
import { eventWords, imageAt, imageWords, inputEventAt } from "../../wasm/legacy-tape.js";
import { wideFloat } from "../../wasm/object-code.js";
import type { Shape, Shapes } from "../../wasm/object-shapes.js";
import { packedValue } from "../../wasm/packed-tape.js";
import type { Tape } from "../../wasm/tape.js";
import { tapeText } from "../../wasm/tape-text.js";
import { DictionaryFiller } from "./dictionary-filler.js";
import { DictionaryBuilder, dictionaryOf } from "./plain-dictionary.js";
import { TapeReader } from "./tape-reader.js";

/** No tag of a value: all of those are positive. */
const noTag = -1;

/** So few elements are read as fast by a call each. */
const fewElements = 4;

/** By their bit of a tag: a look into an array takes no branch, which processors foresee for few lists of bools. */
const bools = [false, true];
const trueShift = Math.log2(bit.trueBit);

const noShapes: readonly (Shape | undefined)[] = [];

/** V8 stores an object with so many properties as a hash table, whatever its prototype. */
const manyKeys = 1 << 10;

type RareLayout = Exclude<
  Layout,
  "text" | "integer" | "real" | "boolean" | "numbers" | "array" | "dictionary"
>;

/** Reads the value at a tape index. */
export function materialize(tape: Tape, form: Form, at = 0): Variant {
  return new Materializer(tape, form, tape.wordsAt + at).value();
}

/** Reads the value of a tape, and says whether entries of some container in it replaced others. */
export function materializeCounted(tape: Tape, form: Form): { value: Variant; repeats: boolean } {
  const reader = new Materializer(tape, form, tape.wordsAt);
  reader.counts = true;
  const value = reader.value();
  return { value, repeats: reader.repeats };
}

/** Reads the key at an index of a tape, where it may be a number in the key tree, the text of a String, or a value. */
export function materializeKey(tape: Tape, form: Form, at: number): Variant {
  const word = tape.i32[tape.wordsAt + at] as number;
  if (word === bit.keyIsValue) return materialize(tape, form, at + 1);
  return word >= 0 ? (tape.shapes as Shapes).key(word) : tapeText(tape, bit.firstKeyText - word);
}

/** Walks a tape from entry to entry. */
class Materializer extends TapeReader {
  private readonly form: Form;
  private known: KeyTexts | undefined;
  private readonly shapes: Shapes | undefined;
  private readonly objectShapes: readonly (Shape | undefined)[];
  /** Whether to count the properties of plain objects, which takes time. */
  counts = false;
  /** Whether some container has fewer entries than its count, because keys were equal. */
  repeats = false;
  /** Keeps floats and StringNames distinct from ints and Strings, for keys that would be equal in `plain` mode. */
  strict = false;
  /** Containers that `strictKey` has read, by tape index. */
  private strictContainers: Map<number, { value: Variant; end: number }> | undefined;

  constructor(tape: Tape, form: Form, at: number) {
    super(tape, at);
    this.form = form;
    this.shapes = tape.shapes;
    const makesObjects = !form.exact && form.dictionaries !== "map";
    this.objectShapes = (makesObjects && tape.shapes?.objectShapes) || noShapes;
  }

  value(): Variant {
    const tag = this.next();
    const type = tag & 0xff;
    if (type === Type.String) return this.text();
    if (type === Type.int) return this.int(tag);
    if (type === Type.float) return this.float(tag);
    if (type === Type.Dictionary || type === Type.Array) {
      if (this.strict) return this.strictContainer(tag, type);
      return type === Type.Array ? this.array(tag) : this.dictionary(tag);
    }
    const fromArray = fromArrays[type];
    if (fromArray !== undefined) return this.components(tag, type, fromArray) as Variant;
    if (type === Type.Nil) return null;
    if (type === Type.bool) return (tag & bit.trueBit) !== 0;
    if (type === Type.StringName) return this.stringName();
    return this.rare(tag, type);
  }

  private rare(tag: number, type: number): Variant {
    const layout = layouts[type] as RareLayout;
    switch (layout) {
      case "node_path":
        return this.nodePath();
      case "id":
        return new RID(this.unsigned());
      case "object":
        return tag & bit.asId ? new EncodedObjectAsID(this.unsigned()) : this.object();
      case "empty":
        return new Callable();
      case "signal":
        return new Signal(this.text(), this.unsigned());
      case "packed_texts":
        return new PackedStringArray(this.textList(this.next()));
      case "typed_array":
        return this.strict ? this.strictContainer(tag, type) : this.container(tag, type);
      case "image":
        this.at += imageWords;
        return imageAt(this.tape, this.at - imageWords, this.form.views);
      case "input_event": {
        const event = inputEventAt(this.i32, this.at);
        this.at += eventWords + event.words.length;
        return event;
      }
      case "packed":
        return this.packed(tag, type);
    }
    return layout satisfies never;
  }

  private int(tag: number): Variant {
    const low = this.next();
    if ((tag & bit.wide) === 0) return this.form.exact ? exactInt(low) : low;
    const high = this.next();
    const number = high * 0x100000000 + (low >>> 0);
    return !this.form.exact && Number.isSafeInteger(number) ? number : signed64(low, high);
  }

  private float(tag: number): Variant {
    if ((tag & bit.wide) === 0) return this.sameFloat(this.f32[this.at++] as number);
    this.align();
    const at = this.at;
    this.at += 2;
    if ((tag & bit.nan) === 0 || !this.form.exact) return this.sameFloat(this.f64[at >> 1] as number);
    return new Float(Number.NaN, unsigned64(this.i32[at] as number, this.i32[at + 1] as number));
  }

  private sameFloat(value: number): Variant {
    return this.strict && Number.isSafeInteger(value) ? new Float(value) : value;
  }

  private components(tag: number, type: number, fromArray: FromArray): Components {
    const wide = (tag & bit.wide) !== 0;
    if (wide) this.align();
    const at = this.at;
    const count = components[type] as number;
    this.at += wide ? count * 2 : count;
    if (isIntegerType(type)) return fromArray(this.i32, at, false);
    const value = wide ? fromArray(this.f64, at >> 1, true) : fromArray(this.f32, at, false);
    if (tag & bit.nan) keepBits(value, this.i32.slice(at, this.at));
    return value;
  }

  private stringName(): Variant {
    const text = this.text();
    return this.form.exact || this.strict ? new StringName(text) : text;
  }

  private object(): GodotObject {
    const object = new GodotObject(this.text());
    const count = this.next();
    for (let i = 0; i < count; i++) {
      const name = this.text();
      object.properties.set(name, this.value());
    }
    this.repeats ||= object.properties.size < count;
    return object;
  }

  private container(tag: number, type: number): Variant {
    if (type === Type.Array) return this.array(tag);
    return type === Type.Dictionary ? this.dictionary(tag) : this.typedArray(tag, type);
  }

  /** Reads a container inside a key. Remembers it, or nested keys would be read again at every level. */
  private strictContainer(tag: number, type: number): Variant {
    this.strictContainers ??= new Map();
    const start = this.at;
    const known = this.strictContainers.get(start);
    if (known !== undefined) {
      this.at = known.end;
      return known.value;
    }
    const value = this.container(tag, type);
    this.strictContainers.set(start, { value, end: this.at });
    return value;
  }

  private array(tag: number): Variant[] {
    const elementType =
      tag === Type.Array ? undefined : this.containerType((tag >> bit.keyKindShift) & bit.kindMask);
    const count = this.next();
    const { exact } = this.form;
    const array = exact
      ? new VariantArray(count, elementType, (tag & bit.shared) !== 0)
      : reserved<Variant>(count);
    if (count > fewElements) this.fill(array, count);
    else for (let i = 0; i < count; i++) array[i] = this.value();
    return array;
  }

  /** Reads the elements of an Array. Numbers, texts, bools and nulls, which come in thousands, take no call of `value` each. */
  private fill(array: Variant[], count: number): void {
    const { i32, f32, f64 } = this;
    const { exact } = this.form;
    const floatTag = this.strict ? noTag : Type.float;
    const wideTag = this.strict ? noTag : wideFloat;
    let { at } = this;
    for (let i = 0; i < count; i++) {
      const tag = i32[at] as number;
      if (tag === Type.int) {
        const int = i32[at + 1] as number;
        array[i] = exact ? exactInt(int) : int;
        at += 2;
      } else if (tag === Type.String) {
        array[i] = this.textOf(i32[at + 1] as number);
        at += 2;
      } else if (tag === floatTag) {
        array[i] = f32[at + 1] as number;
        at += 2;
      } else if (tag === wideTag) {
        at = (at + 2) & -2;
        array[i] = f64[at >> 1] as number;
        at += 2;
      } else if ((tag & 0xff) === Type.bool) {
        array[i] = bools[(tag >>> trueShift) & 1] as boolean;
        at++;
      } else if (tag === Type.Nil) {
        array[i] = null;
        at++;
      } else {
        this.at = at;
        array[i] = this.value();
        at = this.at;
      }
    }
    this.at = at;
  }

  private typedArray(tag: number, type: number): VariantArray {
    const elementType = this.containerType((tag >> bit.keyKindShift) & bit.kindMask);
    const count = this.next();
    const owner = type === Type.TypedArray ? TypedArray : PackedTypedArray;
    const array = new owner(count, elementType);
    for (let i = 0; i < count; i++) array[i] = this.value();
    return array;
  }

  /** Finds what most Dictionaries need. V8 inlines so short a function; with all of `anyDictionary` in it, `deep` takes half as long again. */
  private dictionary(tag: number): Variant {
    const node = tag === Type.Dictionary ? (this.i32[this.at + 1] as number) : bit.noNode;
    const shape = node > 0 ? this.objectShapes[node] : undefined;
    if (shape === undefined || this.strict) return this.anyDictionary(tag);
    this.at += 2;
    return shape.make(this);
  }

  private anyDictionary(tag: number): Variant {
    const keyType = this.containerType((tag >> bit.keyKindShift) & bit.kindMask);
    const valueType = this.containerType((tag >> bit.valueKindShift) & bit.kindMask);
    const count = this.next();
    const node = this.next();
    if (!this.form.exact) {
      const shape = node > 0 ? this.shapes?.usualShape(node) : undefined;
      return shape === undefined ? this.plainDictionary(count) : this.shaped(count, shape);
    }
    const shape = node > 0 ? this.shapes?.shape(node) : undefined;
    const dictionary =
      shape?.keyList === undefined ? this.exactDictionary(count) : shape.makeDictionary(this);
    if (tag !== Type.Dictionary)
      setTraits(dictionary, { keyType, valueType, shared: (tag & bit.shared) !== 0 });
    return dictionary;
  }

  private exactDictionary(count: number): Dictionary {
    const dictionary = makeExact(new Dictionary());
    let filler: DictionaryFiller | undefined;
    for (let i = 0; i < count; i++) {
      const start = this.at + 1;
      const key = this.key();
      const value = this.value();
      if (typeof key === "string" && filler === undefined) {
        setEntry.call(dictionary, key, value);
        continue;
      }
      filler ??= new DictionaryFiller(dictionary, count, this);
      filler.add(Object.is(key, -0) ? new Float(-0) : key, start, value);
    }
    this.repeats ||= dictionary.size < count;
    return dictionary;
  }

  keyTexts(): KeyTexts {
    this.known ??= new KeyTexts(this.form.dictionariesApart);
    return this.known;
  }

  private key(): Variant {
    const word = this.next();
    if (word === bit.keyIsValue) return this.value();
    if (word < 0) return this.textOf(bit.firstKeyText - word);
    return (this.shapes as Shapes).key(word);
  }

  private shaped(count: number, shape: Shape): Variant {
    const { dictionaries } = this.form;
    if (this.strict || shape.keyList === undefined) return this.plainDictionary(count);
    if (dictionaries === "object" || (dictionaries === "auto" && shape.ordered)) return shape.make(this);
    return this.plainDictionary(count);
  }

  /**
   * Reads a Dictionary whose list of keys has come rarely. In an object with a prototype, V8 would make a hidden class at each key, which
   * takes up to ten times as long as storing the key.
   */
  private plainDictionary(count: number): Variant {
    const { dictionaries } = this.form;
    if (count > 0 && this.isIntKey()) return this.byInts(count);
    if (dictionaries === "map") return this.rest(new DictionaryBuilder(count, this), count);
    if (count === 0) return {};
    const isOrdinary = count < manyKeys && takesOrdinary();
    const object: { [key: string]: Variant } = isOrdinary ? {} : Object.create(null);
    // The keys in their order, if the object has another one.
    let order: string[] | undefined;
    for (let i = 0; i < count; i++) {
      const start = this.at;
      const name = this.name();
      const isIndex = name !== undefined && isArrayIndex(name);
      if (name === undefined || (dictionaries === "auto" && isIndex)) {
        this.at = start;
        const begun = dictionaryOf(object, order ?? Object.keys(object));
        return this.rest(new DictionaryBuilder(count, this, begun), count - i);
      }
      if (isIndex) order ??= Object.keys(object);
      if (order !== undefined && !Object.hasOwn(object, name)) order.push(name);
      if (isOrdinary) setOwn(object, name, this.value());
      else object[name] = this.value();
    }
    if (this.counts) this.repeats ||= Object.keys(object).length < count;
    return isOrdinary ? object : Object.setPrototypeOf(object, Object.prototype);
  }

  /** Reads a Dictionary whose first key is an int, as in an inventory by slots: few of these need a DictionaryBuilder. */
  private byInts(count: number): Dictionary {
    const dictionary = new Dictionary();
    for (let i = 0; i < count; i++) {
      if (!this.isIntKey()) {
        return this.rest(new DictionaryBuilder(count, this, dictionary), count - i);
      }
      const key = this.i32[this.at + 2] as number;
      this.at += 3;
      setEntry.call(dictionary, key, this.value());
    }
    this.repeats ||= dictionary.size < count;
    return dictionary;
  }

  /** Whether the next key is an int of 32 bits. */
  private isIntKey(): boolean {
    return this.i32[this.at] === bit.keyIsValue && this.i32[this.at + 1] === Type.int;
  }

  /** The name of a property for the next key; undefined if only a DictionaryBuilder knows what becomes of it. */
  private name(): string | undefined {
    if (this.i32[this.at] !== bit.keyIsValue) return this.key() as string;
    if (this.strict || this.i32[this.at + 1] !== Type.StringName) return undefined;
    this.at += 2;
    return this.text();
  }

  /** The last `count` entries of a Dictionary, after those that the builder has. */
  private rest(builder: DictionaryBuilder, count: number): Dictionary {
    for (let i = 0; i < count; i++) {
      const start = this.at + 1;
      const type = this.i32[this.at] === bit.keyIsValue ? (this.i32[start] as number) & 0xff : Type.String;
      const key = this.key();
      builder.add(key, type, start, this.value());
    }
    const dictionary = builder.finish();
    this.repeats ||= dictionary.size < builder.count;
    return dictionary;
  }

  /** Reads a key again, in the form that distinguishes all types. */
  strictKey(start: number): Variant {
    const { at, strict } = this;
    this.at = start;
    this.strict = true;
    const key = this.value();
    this.at = at;
    this.strict = strict;
    return key;
  }

  private packed(tag: number, type: number): Variant {
    const count = this.next();
    const offset = this.next() >>> 0;
    return packedValue(type, (tag & bit.wide) !== 0, this.tape.bytes, offset, count, this.form.views);
  }
}
