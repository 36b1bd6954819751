// The floor of encode: a program for one value, which reads all of it and writes the bytes that encode gives.
import { encode } from "../../js/index.js";
import { Type } from "../../js/table/table.gen.js";

type Write = (value: unknown, to: Target) => number;

/** The views of the buffer that a program writes to. */
interface Target {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly view: DataView;
}

/**
 * A function that encodes any of these values: it reads every number and character, writes the bytes of `encode` to a buffer that is
 * kept, and returns a copy. The code is generated for values of these keys and types, so it checks nothing and looks for nothing.
 * Throws if a result has other bytes than that of `encode`.
 */
export function rewriterOf(values: readonly unknown[]): (value: unknown) => Uint8Array {
  const results = values.map((value) => encode(value));
  // Room for the last character of a text, which is written as a whole word.
  const buffer = new ArrayBuffer(Math.max(...results.map(({ length }) => length)) + 8);
  const to = { i32: new Int32Array(buffer), f32: new Float32Array(buffer), view: new DataView(buffer) };
  const code = `let{i32:i,f32:f,view:b}=w,a=0;${codeFor(values, "v")}return a*4`;
  const program = new Function("ascii", "utf8", "real", `return function(v,w){${code}}`);
  const write = program(writeAscii, writeUtf8, writeReal) as Write;
  const rewrite = (value: unknown) => new Uint8Array(new Uint8Array(buffer, 0, write(value, to)));
  for (const [i, value] of values.entries()) {
    if (!Buffer.from(rewrite(value)).equals(results[i] as Uint8Array)) throw new Error("the floor is wrong");
  }
  return rewrite;
}

/** Code that writes the value `v`, which is like one of the samples, from word `a` on. */
function codeFor(samples: readonly unknown[], v: string): string {
  const [first] = samples;
  const all = (isSuch: (sample: unknown) => boolean) => samples.every(isSuch);
  if (typeof first === "string") return `i[a]=${Type.String};${textCode(samples as string[], v)}`;
  if (typeof first === "boolean") return `i[a]=${Type.bool};i[a+1]=+${v};a+=2;`;
  if (all((one) => typeof one === "number")) return numberCode(samples as number[], v);
  if (Array.isArray(first)) return listCode(samples as unknown[][], v);
  return objectCode(samples as object[], v);
}

function numberCode(samples: readonly number[], v: string): string {
  const int = `i[a]=${Type.int};i[a+1]=${v};a+=2;`;
  const real = `a=real(${v},w,a);`;
  if (samples.every(Number.isInteger)) return int;
  return samples.some(Number.isInteger) ? `if((${v}|0)===${v}){${int}}else{${real}}` : real;
}

function listCode(samples: readonly unknown[][], v: string): string {
  const each = `${v.replaceAll(/\W/g, "")}e`;
  return `i[a]=${Type.Array};i[a+1]=${v}.length;a+=2;for(const ${each} of ${v}){${codeFor(samples.flat(), each)}}`;
}

function objectCode(samples: readonly object[], v: string): string {
  const [first] = samples as [object];
  const keys = Object.keys(first);
  if ("toArray" in first) {
    const stores = keys.map((key, i) => `f[a+${i + 1}]=${v}.${key};`);
    return `i[a]=${wordsOf(first)[0]};${stores.join("")}a+=${1 + keys.length};`;
  }
  if ("subnames" in first) {
    const names = samples.flatMap((path) => (path as { names: string[] }).names);
    const head = `i[a]=${Type.NodePath};i[a+1]=${v}.names.length|1<<31;i[a+2]=0;i[a+3]=+${v}.absolute;a+=4;`;
    return `${head}for(const n of ${v}.names){a--;${textCode(names, "n")}}`;
  }
  const fields = keys.map((key) => {
    const values = samples.map((one) => (one as Record<string, unknown>)[key]);
    return store(wordsOf(key)) + codeFor(values, `${v}[${JSON.stringify(key)}]`);
  });
  return store([Type.Dictionary, keys.length]) + fields.join("");
}

/** Code that writes a text after the word `a`. */
const textCode = (samples: readonly string[], v: string) =>
  samples.every((text) => Buffer.byteLength(text) === text.length)
    ? `a=ascii(${v},i,a+1);`
    : `a=utf8(${v},w,a+1);`;

const store = (words: Iterable<number>) =>
  `${[...words].map((word, i) => `i[a+${i}]=${word};`).join("")}a+=${[...words].length};`;

const wordsOf = (value: unknown) => new Int32Array(encode(value).buffer);

function writeReal(value: number, { i32, f32, view }: Target, at: number): number {
  if (Math.fround(value) === value) {
    i32[at] = Type.float;
    f32[at + 1] = value;
    return at + 2;
  }
  i32[at] = Type.float | (1 << 16);
  view.setFloat64(at * 4 + 4, value, true);
  return at + 3;
}

/** Writes the length and the characters. The fastest way that was found; js/wasm/text-writer.ts says why it overlaps words. */
function writeAscii(text: string, words: Int32Array, at: number): number {
  const { length } = text;
  words[at] = length;
  let end = at + 1;
  if (length < 4) {
    let word = 0;
    for (let i = 0; i < length; i++) word |= text.charCodeAt(i) << (i * 8);
    words[end] = word;
    return length === 0 ? end : end + 1;
  }
  for (let i = 0; i < length; i += 4) {
    const from = Math.min(i, length - 4);
    const low = text.charCodeAt(from) | (text.charCodeAt(from + 1) << 8);
    const high = text.charCodeAt(from + 2) | (text.charCodeAt(from + 3) << 8);
    words[end++] = (low | (high << 16)) >>> ((i - from) * 8);
  }
  return end;
}

function writeUtf8(text: string, { i32, view }: Target, at: number): number {
  const start = at * 4 + 4;
  let end = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      view.setUint8(end++, code);
    } else if (code < 0x800) {
      view.setUint16(end, 0x80c0 | (code >> 6) | ((code & 0x3f) << 8), true);
      end += 2;
    } else if ((code & 0xf800) !== 0xd800) {
      const middle = (code & 0xfc0) << 2;
      view.setInt32(end, 0x8080e0 | (code >> 12) | middle | ((code & 0x3f) << 16), true);
      end += 3;
    } else {
      const point = ((code & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff) + 0x10000;
      const middle = ((point & 0x3f000) >> 4) | ((point & 0xfc0) << 10);
      view.setInt32(end, 0x808080f0 | (point >> 18) | middle | ((point & 0x3f) << 24), true);
      end += 4;
    }
  }
  i32[at] = end - start;
  const last = end >> 2;
  i32[last] = (i32[last] as number) & ~(-1 << ((end & 3) * 8));
  return (end + 3) >> 2;
}
