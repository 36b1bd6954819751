// Generates functions that make objects. object-writer-code.ts and message-code.ts generate others; their callers ask first whether it is allowed.

import { tape as bit } from "../table/boundary.gen.js";
import { components, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import { fromArrays } from "../values/make-value.js";
import { isArrayIndex } from "../values/plain-containers.js";
import type { Variant } from "../values/variant.js";

/** Reads the values of a dictionary one after the other. */
export interface ValueReader {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  /** Tape index of the next word. */
  at: number;
  value(): Variant;
  /** The text with a number in the table of texts. */
  textOf(number: number): string;
}

/** Builds an object from the values of a dictionary, and skips the key word before each value. */
export type Make = (reader: ValueReader) => { [key: string]: Variant };

/** Code that reads a value inline: the condition on its tag, the expression, and the number of words to skip. */
type Reading = readonly [condition: string, value: string, words: number];

/** Whether an object literal makes a property of this name, in the place where it names it. */
export const isPlainKey = (key: string): boolean => key !== "__proto__" && !isArrayIndex(key);

/** Code that names properties and their values in an object literal. */
export const literalOf = (keys: readonly string[], values: readonly string[]): string =>
  `{${keys.map((key, i) => `${JSON.stringify(key)}:${values[i]}`)}}`;

/** Generates a function that makes objects with these keys, optimized for values with these tags. Throws if generating is forbidden. */
export function makerOf(keys: readonly string[], tags: readonly number[]): Make {
  const types = [...new Set(tags)].filter((type) => fromArrays[type] !== undefined);
  const names = keys.map((_, i) => `v${i}`);
  const code = [
    ...types.map((type) => `const c${type}=c[${type}];`),
    `return function(r){let{i32:i,f32:f,f64:d,at:a}=r,t,${names};`,
    ...tags.map((tag, i) => `t=i[++a];${reading(`v${i}`, readingOf(tag))}`),
    `r.at=a;return${literalOf(keys, names)}}`,
  ];
  return new Function("c", code.join(""))(fromArrays) as Make;
}

/** Code that reads the value with the tag `t`, at index `a`, into a variable. */
function reading(variable: string, quick: Reading | undefined): string {
  const any = `{r.at=a;${variable}=r.value();a=r.at}`;
  if (quick === undefined) return any;
  // V8 copies the number that a call returns. A float of 64 bits is aligned.
  const wide = quick === narrowFloat ? `if(t===${wideFloat}){a=a+2&-2;${variable}=d[a>>1];a+=2}else` : "";
  return `if(${quick[0]}){${variable}=${quick[1]};a+=${quick[2]}}else ${wide}${any}`;
}

const narrowFloat: Reading = [`t===${Type.float}`, "f[a+1]", 2];
/** The tag of a float of 64 bits that is no unusual NaN. */
export const wideFloat = Type.float | bit.wide;

function readingOf(tag: number): Reading | undefined {
  const same = `t===${tag}`;
  if (tag === Type.int) return [same, "i[a+1]", 2];
  if (tag === Type.float || tag === wideFloat) return narrowFloat;
  if (tag === Type.String) return [same, "r.textOf(i[a+1])", 2];
  if ((tag & 0xff) === Type.bool) return [`(t&255)===${Type.bool}`, `t!==${Type.bool}`, 1];
  if (fromArrays[tag] === undefined) return undefined;
  const source = isIntegerType(tag) ? "i" : "f";
  return [same, `c${tag}(${source},a+1,false)`, 1 + (components[tag] as number)];
}
