// Generates functions that write objects, as object-code.ts generates functions that make them.

import { Type } from "../table/table.gen.js";

/** Writes words of the output. A call may replace the views. */
export interface WordWriter {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  /** The last word at which a small value surely fits. */
  readonly limit: number;
  grow(at: number): void;
  /** Writes a value from word `at` on; returns the word after it. */
  put(value: unknown, at: number, depth: number): number;
  putText(text: string, at: number): number;
}

/** Writes an object from word `at` on; returns the word after it. */
export type WriteObject = (writer: WordWriter, object: object, at: number, depth: number) => number;

/**
 * Generates a function that writes objects with these keys, optimized for values of the sample's types. `words` are the keys in
 * the output, `headers` those of the types. Throws if generating is forbidden.
 */
export function writerOf(
  keys: readonly string[],
  words: readonly Int32Array[],
  sample: object,
  headers: Int32Array,
  exact: boolean,
): WriteObject {
  const code = [
    "let{i32:i,f32:f}=w,c=a+1,n=0,v,l;",
    `i[a]=${headers[Type.Dictionary]};a+=2;`,
    ...keys.map((key, index) => {
      const name = JSON.stringify(key);
      const value: unknown = Object.getOwnPropertyDescriptor(sample, key)?.value;
      const written = [headers[Type.String] as number, ...(words[index] as Int32Array)];
      return (
        `v=o[${name}];if(v!==void 0){if(a>w.limit){w.grow(a);i=w.i32;f=w.f32}` +
        `${written.map((word, at) => `i[a+${at}]=${word};`).join("")}a+=${written.length};n++;` +
        `${codeFor(value, headers, exact)}}`
      );
    }),
    "i[c]=n;return a",
  ];
  return new Function("w", "o", "a", "d", code.join("")) as WriteObject;
}

/** Code that writes the value `v` quickly if it is like the sample. */
function codeFor(sample: unknown, headers: Int32Array, exact: boolean): string {
  const any = "{a=w.put(v,a,d);i=w.i32;f=w.f32}";
  if (typeof sample === "string")
    return `if(typeof v==="string"){i[a]=${headers[Type.String]};a=w.putText(v,a+1);i=w.i32;f=w.f32}else${any}`;
  if (typeof sample !== "number") return any;
  const isInt = !exact && (sample | 0) === sample;
  if (isInt)
    return `if(typeof v==="number"&&(l=v|0)===v&&(l!==0||!Object.is(v,-0))){i[a]=${headers[Type.int]};i[a+1]=l;a+=2}else${any}`;
  return `if(typeof v==="number"&&Math.fround(v)===v${exact ? "" : "&&!Number.isInteger(v)"}){i[a]=${headers[Type.float]};f[a+1]=v;a+=2}else${any}`;
}
