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
 * kept, and returns a copy. The code is generated for values of these keys and types. It looks for nothing, but checks what an encoder
 * must not take for granted: classes, keys and their order, types, and characters. Throws if a result has other bytes than that of `encode`.
 */
export function rewriterOf(values: readonly unknown[]): (value: unknown) => Uint8Array {
  const results = values.map((value) => encode(value));
  // Room for the last character of a text, which is written as a whole word.
  const buffer = new ArrayBuffer(Math.max(...results.map(({ length }) => length)) + 8);
  const to = { i32: new Int32Array(buffer), f32: new Float32Array(buffer), view: new DataView(buffer) };
  const constants: unknown[] = [];
  const code = `let{i32:i,f32:f}=w,a=0;${codeFor(values, "v", constants)}return a*4`;
  const program = new Function("ascii", "utf8", "real", "c", `return function(v,w){${code}}`);
  const write = program(writeAscii, writeUtf8, writeReal, constants) as Write;
  const rewrite = (value: unknown) => new Uint8Array(new Uint8Array(buffer, 0, write(value, to)));
  for (const [i, value] of values.entries()) {
    if (!Buffer.from(rewrite(value)).equals(results[i] as Uint8Array)) throw new Error("the floor is wrong");
  }
  return rewrite;
}

/** Code that writes the value in the variable `v`, which is like one of the samples, from word `a` on. The code takes `constants` from the array `c`. */
function codeFor(samples: readonly unknown[], v: string, constants: unknown[]): string {
  const [first] = samples;
  const type = typeof first;
  if (type === "string")
    return `${check(`typeof ${v}==="string"`)}i[a]=${Type.String};${textCode(samples as string[], v)}`;
  if (type === "boolean") return `${check(`typeof ${v}==="boolean"`)}i[a]=${Type.bool};i[a+1]=+${v};a+=2;`;
  if (type === "number") {
    const isInt = `(${v}|0)===${v}&&(${v}!==0||!Object.is(${v},-0))`;
    return `${check(`typeof ${v}==="number"`)}if(${isInt}){i[a]=${Type.int};i[a+1]=${v};a+=2}else a=real(${v},w,a);`;
  }
  if (!Array.isArray(first)) return objectCode(samples as object[], v, constants);
  const each = codeFor((samples as unknown[][]).flat(), `${v}e`, constants);
  return `${check(`Array.isArray(${v})`)}i[a]=${Type.Array};i[a+1]=${v}.length;a+=2;for(const ${v}e of ${v}){${each}}`;
}

const check = (condition: string) => `if(!(${condition}))throw new Error("another value");`;

function objectCode(samples: readonly object[], v: string, constants: unknown[]): string {
  const [first] = samples as [object];
  const keys = Object.keys(first);
  const prototype = constants.push(Object.getPrototypeOf(first)) - 1;
  const isSuch = check(`Object.getPrototypeOf(${v})===c[${prototype}]`);
  if ("toArray" in first) {
    const numbers = check(keys.map((key) => `typeof ${v}.${key}==="number"`).join("&&"));
    const stores = keys.map((key, i) => `f[a+${i + 1}]=${v}.${key};`);
    return `${isSuch}${numbers}i[a]=${wordsOf(first)[0]};${stores.join("")}a+=${1 + keys.length};`;
  }
  if ("subnames" in first) {
    const names = samples.flatMap((path) => (path as { names: string[] }).names);
    const head = `i[a]=${Type.NodePath};i[a+1]=${v}.names.length|1<<31;i[a+2]=0;i[a+3]=+${v}.absolute;a+=4;`;
    const name = `${check('typeof n==="string"')}a--;${textCode(names, "n")}`;
    return `${isSuch}${check(`${v}.subnames.length===0`)}${head}for(const n of ${v}.names){${name}}`;
  }
  const list = constants.push(keys) - 1;
  const names = `let ${v}n=0;for(const k in ${v})${check(`k===c[${list}][${v}n++]`)}${check(`${v}n===${keys.length}`)}`;
  const fields = keys.map((key, i) => {
    const values = samples.map((one) => (one as Record<string, unknown>)[key]);
    const value = `const ${v}${i}=${v}[${JSON.stringify(key)}];`;
    return store(wordsOf(key)) + value + codeFor(values, `${v}${i}`, constants);
  });
  return isSuch + names + store([Type.Dictionary, keys.length]) + fields.join("");
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
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      checkAscii(code, code | 0x01010100);
      word |= code << (i * 8);
    }
    words[end] = word;
    return length === 0 ? end : end + 1;
  }
  for (let i = 0; i < length; i += 4) {
    const from = Math.min(i, length - 4);
    const one = text.charCodeAt(from);
    const two = text.charCodeAt(from + 1);
    const three = text.charCodeAt(from + 2);
    const four = text.charCodeAt(from + 3);
    const word = one | (two << 8) | (three << 16) | (four << 24);
    checkAscii(one | two | three | four, word);
    words[end++] = word >>> ((i - from) * 8);
  }
  return end;
}

/** Throws unless all characters, of which `all` has every bit, are ASCII, and the word that they fill has no NUL. */
function checkAscii(all: number, word: number): void {
  if (all > 0x7f || ((word - 0x01010101) & ~word & 0x80808080) !== 0) throw new Error("another text");
}

function writeUtf8(text: string, { i32, view }: Target, at: number): number {
  const start = at * 4 + 4;
  let end = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0) throw new Error("a text with a NUL");
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
      const low = text.charCodeAt(++i);
      if (code > 0xdbff || (low & 0xfc00) !== 0xdc00) throw new Error("half a surrogate pair");
      const point = ((code & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
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
