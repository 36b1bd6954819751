// Functions that build objects with equal lists of keys, generated where that is allowed.
import { keyRecord, nodeRecord, slot } from "../table/boundary.gen.js";
import { type KeyList, keyListOf } from "../values/key-list.js";
import { lazyDictionary } from "../values/lazy-dictionary.js";
import { isArrayIndex, setOwn } from "../values/plain-containers.js";
import type { Dictionary, Variant } from "../values/variant.js";
import { codeGenerationAllowed, generated } from "./code-generation.js";
import {
  exactMakerOf,
  isPlainKey,
  type Make,
  makerOf,
  type PlainObject,
  type ValueReader,
} from "./object-code.js";
import { internalized, type Store, storeOf, storesWorth } from "./store-sites.js";
import { decodeText } from "./utf8.js";

/** A list of keys becomes a shape with this dictionary. */
const worthShape = 4;
/** A shape is compiled after this many dictionaries had it, because compiling takes as long as a hundred of them. */
const leastSightings = 128;
/** After so many functions, the next must be worth twice as much, so thousands of ids leave some for the records that come later. */
const functionsAtOnce = 256;
/** So many lists of keys are remembered. */
const mostRemembered = 1024;
const mostKeys = 64;

/** The text of a String begins after its header and its length. */
const textStart = 8;

/** @internal The keys that several dictionaries share, and the fastest way to make an object with them. */
export class Shape {
  readonly keys: readonly string[];
  /** Whether a JavaScript object keeps the keys in this order. */
  readonly ordered: boolean;
  /** The keys for Dictionaries of `exact` mode; undefined if some are equal. */
  readonly keyList: KeyList | undefined;
  private stores: readonly Store[] | undefined;
  /** How many dictionaries had it, without the first ones. */
  private seen = 0;
  private mayCompile = true;
  private makeObject: Make<PlainObject> | undefined;
  private makeExact: Make<Dictionary> | undefined;

  constructor(keys: readonly string[]) {
    this.keys = keys;
    this.ordered = !keys.some(isArrayIndex);
    this.keyList = keyListOf(keys);
  }

  /** Builds an object from the values of a dictionary with this shape, and skips the key word before each value. */
  make(reader: ValueReader): PlainObject {
    const { makeObject } = this;
    return makeObject !== undefined && codeGenerationAllowed()
      ? makeObject(reader)
      : this.makeByStores(reader);
  }

  /** Builds a Dictionary of `exact` mode, where no keys are equal. */
  makeDictionary(reader: ValueReader): Dictionary {
    const { makeExact } = this;
    return makeExact !== undefined && codeGenerationAllowed() ? makeExact(reader) : this.makeByValues(reader);
  }

  private makeByStores(reader: ValueReader): PlainObject {
    const { keys } = this;
    const tags = this.sampleTags();
    if (this.stores === undefined && this.seen >= storesWorth()) this.stores = keys.map(storeOf);
    const { stores } = this;
    const object: PlainObject = {};
    for (let i = 0; i < keys.length; i++) {
      reader.at++;
      if (tags !== undefined) tags[i] = reader.i32[reader.at] as number;
      const key = keys[i] as string;
      if (stores === undefined) setOwn(object, key, reader.value());
      else (stores[i] as Store)(object, key, reader.value());
    }
    if (tags !== undefined) this.makeObject = this.compile(keys.every(isPlainKey), () => makerOf(keys, tags));
    return object;
  }

  private makeByValues(reader: ValueReader): Dictionary {
    const keyList = this.keyList as KeyList;
    const tags = this.sampleTags();
    const values = new Array<Variant>(keyList.names.length);
    for (let i = 0; i < values.length; i++) {
      reader.at++;
      if (tags !== undefined) tags[i] = reader.i32[reader.at] as number;
      values[i] = reader.value();
    }
    if (tags !== undefined) this.makeExact = this.compile(true, () => exactMakerOf(keyList, tags));
    return lazyDictionary(keyList, values);
  }

  /** Counts a dictionary, and gives the place for the tags of its values if a function is to be generated for it. */
  private sampleTags(): number[] | undefined {
    this.seen++;
    const isDue = this.mayCompile && this.seen >= known.sightings && codeGenerationAllowed();
    return isDue ? new Array<number>(this.keys.length) : undefined;
  }

  private compile<Made>(allowsKeys: boolean, generate: () => Make<Made>): Make<Made> | undefined {
    this.mayCompile = allowsKeys && this.keys.length <= mostKeys;
    return this.mayCompile ? known.compile(generate) : undefined;
  }
}

/**
 * The shapes of all codecs, by their keys. They outlive the tables of a codec, and a codec that was dropped, because generating their functions
 * again, and optimizing them, takes longer than reading their keys.
 */
class KnownShapes {
  private readonly shapes = new Map<string, Shape>();
  /** How many dictionaries a shape must have had to be compiled. */
  sightings = leastSightings;
  private compiledCount = 0;

  shape(keys: readonly string[]): Shape {
    const joined = keys.join("\0");
    let shape = this.shapes.get(joined);
    if (shape !== undefined) return shape;
    if (this.shapes.size === mostRemembered) {
      this.shapes.clear();
      this.compiledCount = 0;
      this.sightings = leastSightings;
    }
    shape = new Shape(keys);
    this.shapes.set(joined, shape);
    return shape;
  }

  /** Generates a function; undefined if that is forbidden. */
  compile<Made>(generate: () => Make<Made>): Make<Made> | undefined {
    if (++this.compiledCount % functionsAtOnce === 0) this.sightings *= 2;
    return generated(generate);
  }
}

const known = new KnownShapes();

/** @internal Keys and shapes of one codec, created when a tape first refers to them. They outlive a call. */
export class Shapes {
  private generation = -1;
  private keys: string[] = [];
  /** By node, its shape, or how many dictionaries had it so far. */
  private shapes: (Shape | number | undefined)[] = [];
  /** By node, the shapes whose Dictionaries become objects, unless the caller wants a Map for each. */
  objectShapes: (Shape | undefined)[] = [];
  private u8: Uint8Array = new Uint8Array();
  private i32: Int32Array = new Int32Array();
  private exchange = 0;

  /** Prepares for the tape of the last decode; forgets the numbers of keys and shapes if the codec has rebuilt its tables. */
  refresh(u8: Uint8Array, i32: Int32Array, exchange: number): this {
    this.u8 = u8;
    this.i32 = i32;
    this.exchange = exchange;
    const generation = i32[exchange + slot.generation] as number;
    if (generation === this.generation) return this;
    this.generation = generation;
    this.keys = [];
    this.shapes = [];
    this.objectShapes = [];
    return this;
  }

  key(number: number): string {
    return this.keys[number] ?? this.readKey(number);
  }

  shape(node: number): Shape {
    const found = this.shapes[node];
    return typeof found === "object" ? found : this.readShape(node);
  }

  /** The shape of a node; undefined for the first dictionaries that have it, because many lists of keys come only once. */
  usualShape(node: number): Shape | undefined {
    const found = this.shapes[node];
    if (typeof found === "object") return found;
    const seen = (found ?? 0) + 1;
    if (seen === worthShape) return this.readShape(node);
    this.shapes[node] = seen;
    return undefined;
  }

  private readKey(number: number): string {
    const at = ((this.i32[this.exchange + slot.keysAt] as number) >>> 2) + number * keyRecord.length;
    const start =
      ((this.i32[this.exchange + slot.keyBytesAt] as number) >>> 0) +
      (this.i32[at + keyRecord.rawAt] as number) +
      textStart;
    const text = decodeText(this.u8, start, this.i32[at + keyRecord.textSize] as number);
    const name = internalized(text);
    this.keys[number] = name;
    return name;
  }

  private readShape(node: number): Shape {
    const keys: string[] = [];
    const nodes = (this.i32[this.exchange + slot.nodesAt] as number) >>> 2;
    for (let step = node; step !== 0; ) {
      const at = nodes + step * nodeRecord.length;
      keys.push(this.key(this.i32[at + nodeRecord.key] as number));
      step = this.i32[at + nodeRecord.parent] as number;
    }
    const shape = known.shape(keys.reverse());
    this.shapes[node] = shape;
    // V8 makes a hash table of an array with many holes.
    while (this.objectShapes.length <= node) this.objectShapes.push(undefined);
    if (shape.ordered && shape.keyList !== undefined) this.objectShapes[node] = shape;
    return shape;
  }
}
