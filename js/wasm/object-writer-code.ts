// Generates functions that write objects, as object-code.ts generates functions that make them.

import { tape as bit } from "../table/boundary.gen.js";
import type { Components } from "../table/components.js";
import { components, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import { generated } from "./code-generation.js";
import { isPlainKey } from "./object-code.js";

/** Writes words of the output. A call may replace the views. */
export interface WordWriter {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  /** The last word at which a small value surely fits. */
  readonly limit: number;
  /** By type; -1 for types that are not written in runs. */
  readonly headers: Int32Array;
  grow(at: number): void;
  /** Writes a value from word `at` on; returns the word after it. */
  put(value: unknown, at: number, depth: number): number;
  putText(text: string, at: number): number;
  putBigint(value: bigint, at: number, depth: number): number;
  putArray(array: readonly unknown[], at: number, depth: number, prototypeOf?: PrototypeOf): number;
  putPlain(object: object, at: number, depth: number): number;
  putComponents(value: object, type: number, at: number, depth: number): number;
}

/** `Object.getPrototypeOf`, or a function of the same effect that is faster for objects of one class. */
export type PrototypeOf = (value: object) => object | null;

/** Writes an object from word `at` on; returns the word after it. */
export type WriteObject = (writer: WordWriter, object: object, at: number, depth: number) => number;

/** What the functions of a dialect have in common: the headers of the types, and the writers of instances by prototype. */
export interface WriterSettings {
  readonly headers: Int32Array;
  readonly exact: boolean;
  readonly writers: ReadonlyMap<unknown, WriteObject>;
}

/**
 * Generates a function that writes objects with these keys, optimized for values of the sample's types. `words` are the keys in
 * the output. Throws if generating is forbidden.
 */
export function writerOf(
  keys: readonly string[],
  words: readonly Int32Array[],
  sample: object,
  settings: WriterSettings,
): WriteObject {
  const values = keys.map((key) => Object.getOwnPropertyDescriptor(sample, key)?.value as unknown);
  return writerFor(
    words,
    values,
    settings,
    (i, code) => `v=o[${JSON.stringify(keys[i])}];if(v!==void 0){${code}n++}`,
  );
}

/** The same for the values of Dictionaries of `exact` mode, which stand in the order of their keys. */
export function listWriterOf(
  words: readonly Int32Array[],
  sample: readonly unknown[],
  settings: WriterSettings,
): WriteObject {
  return writerFor(words, sample, settings, (i, code) => `v=o[${i}];n++;${code}`);
}

/** `entry` completes the code that writes a key and the value `v`. */
function writerFor(
  words: readonly Int32Array[],
  values: readonly unknown[],
  settings: WriterSettings,
  entry: (index: number, code: string) => string,
): WriteObject {
  const { headers } = settings;
  /** What the code refers to: `Object.getPrototypeOf`, then a prototype and its writer in turn. */
  const constants: unknown[] = [Object.getPrototypeOf];
  const code = words.map((key, index) => {
    const written = [headers[Type.String] as number, ...key];
    return entry(
      index,
      `if(a>w.limit){w.grow(a);i=w.i32;f=w.f32}` +
        `${written.map((word, at) => `i[a+${at}]=${word};`).join("")}a+=${written.length};` +
        codeFor(values[index], settings, constants),
    );
  });
  return new Function(
    "s",
    "h",
    ...constants.map((_, i) => `c${i}`),
    `return function(w,o,a,d){let{i32:i,f32:f}=w,c=a+1,n=0,v,l;i[a]=${headers[Type.Dictionary]};a+=2;${code.join("")}i[c]=n;return a}`,
  )(float64, halves, ...constants) as WriteObject;
}

/** A float of 64 bits and its two words: words of the output are not aligned for it. */
const float64 = new Float64Array(1);
const halves = new Int32Array(float64.buffer);

/** Code that writes the value `v` quickly if it is like the sample. Calls may replace the views. */
function codeFor(sample: unknown, { headers, exact, writers }: WriterSettings, constants: unknown[]): string {
  const called = (call: string) => `{a=${call};i=w.i32;f=w.f32}`;
  const other = `else${called("w.put(v,a,d)")}`;
  switch (typeof sample) {
    case "number":
      return numberCode(sample, headers, exact) + other;
    case "string":
      return `if(typeof v==="string"){i[a]=${headers[Type.String]};a++;${called("w.putText(v,a)")}}${other}`;
    case "bigint":
      return `if(typeof v==="bigint")${called("w.putBigint(v,a,d)")}${other}`;
    case "boolean":
      return `if(typeof v==="boolean"){i[a]=${headers[Type.bool]};i[a+1]=v?1:0;a+=2}${other}`;
  }
  if (Array.isArray(sample)) {
    const first = ownField(Object.getOwnPropertyDescriptor(sample, 0)?.value);
    const prototypes = first === undefined ? "" : `,e=>(${first} in e,c0(e))`;
    return `if(Array.isArray(v))${called(`w.putArray(v,a,d${prototypes})`)}${other}`;
  }
  const prototype = prototypeOf(sample);
  const write = prototype === Object.prototype ? putPlain : writers.get(prototype);
  if (write === undefined) return called("w.put(v,a,d)");
  const at = constants.push(prototype, write) - 2;
  const isSuch = `typeof v==="object"&&v!==null&&!Array.isArray(v)&&(${ownField(sample) ?? '"constructor"'} in v,c0(v)===c${at})`;
  return `if(${isSuch})${called(`c${at + 1}(w,v,a,d)`)}${other}`;
}

/** Code that begins to write a number like the sample: conditions and what to do then. */
function numberCode(sample: number, headers: Int32Array, exact: boolean): string {
  if (!exact && (sample | 0) === sample) {
    const isInt = `typeof v==="number"&&(l=v|0)===v&&(l!==0||!Object.is(v,-0))`;
    return `if(${isInt}){i[a]=${headers[Type.int]};i[a+1]=l;a+=2}`;
  }
  const header = headers[Type.float] as number;
  const isFloat = exact ? "" : "&&!Number.isInteger(v)";
  const narrow = `if(typeof v==="number"&&Math.fround(v)===v${isFloat}){i[a]=${header};f[a+1]=v;a+=2}`;
  const wide = `{s[0]=v;i[a]=${header | bit.headerWide};i[a+1]=h[0];i[a+2]=h[1];a+=3}`;
  // JavaScript does not say which bits its NaN has.
  return `${narrow}else if(typeof v==="number"&&v===v${isFloat})${wide}`;
}

/**
 * The name of a property of the object, in quotes. Asking whether objects have it tells V8 what class they are of, so that it need not look for the prototype,
 * which takes 20 ns. Reading it would call a getter once more. Where the prototype has been changed, asking for `constructor` tells V8 nothing.
 */
function ownField(object: unknown): string | undefined {
  const key =
    typeof object === "object" && object !== null ? Object.keys(object).find(isPlainKey) : undefined;
  return key === undefined ? undefined : JSON.stringify(key);
}

const putPlain: WriteObject = (writer, object, at, depth) => writer.putPlain(object, at, depth);

const prototypeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;

/**
 * Generates a function that writes instances of a class whose components are its fields. Undefined if they are not, or if
 * generating is forbidden.
 */
export function componentsWriterOf(prototype: Components, type: number): WriteObject | undefined {
  const { toArray } = prototype;
  try {
    const fields = fieldsOf(prototype, components[type] as number);
    if (fields === undefined) return undefined;
    const isInt = isIntegerType(type);
    const names = fields.map((field, i) => `${field}:v${i}`);
    const checks = fields.map((_, i) => `typeof v${i}==="number"${isInt ? `&&(v${i}|0)===v${i}` : ""}`);
    const stores = fields.map((_, i) => `${isInt ? "i" : "f"}[a+${i + 1}]=v${i};`);
    const code = `return function(w,o,a,d){let{i32:i,f32:f,headers:{${type}:h}}=w,{${names}}=o;
if(h<0||o.toArray!==t||o.wide||o.componentBits!==void 0||!(${checks.join("&&")}))return w.putComponents(o,${type},a,d);
i[a]=h;${stores.join("")}return a+${fields.length + 1}}`;
    return generated(() => new Function("t", code)(toArray) as WriteObject);
  } catch {
    return undefined;
  }
}

/** Fields of classes, with numbers by which they are recognized in what `toArray` gives. */
const probe = { x: 11, y: 13, z: 17, w: 19, r: 23, g: 29, b: 31, a: 37 };

/** The names of the fields that `toArray` gives; undefined if it gives anything else. */
function fieldsOf({ toArray }: Components, count: number): string[] | undefined {
  const names = Object.entries(probe);
  const fields = toArray
    .call(probe as never, [], 0)
    .map((one) => names.find(([, number]) => number === one)?.[0]);
  return fields.length === count && !fields.includes(undefined) ? (fields as string[]) : undefined;
}
