// Generates functions that make objects. object-writer-code.ts and message-code.ts generate others; their callers ask first whether it is allowed.

import { tape as bit } from "../table/boundary.gen.js";
import { exactInt } from "../table/numbers.js";
import { components, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import type { KeyList } from "../values/key-list.js";
import { lazyDictionary } from "../values/lazy-dictionary.js";
import { fromArrays } from "../values/make-value.js";
import { isArrayIndex } from "../values/plain-containers.js";
import { StringName } from "../values/small-values.js";
import type { Dictionary, Variant } from "../values/variant.js";

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

export type PlainObject = { [key: string]: Variant };

/** Builds an object, or a Dictionary of `exact` mode, from the values of a dictionary, and skips the key word before each value. */
export type Make<Made> = (reader: ValueReader) => Made;

/** Code that reads a value inline: the condition on its tag, the expression, and the number of words to skip. */
type Reading = readonly [condition: string, value: string, words: number];

/** Whether an object literal makes a property of this name, in the place where it names it. */
export const isPlainKey = (key: string): boolean => key !== "__proto__" && !isArrayIndex(key);

/** Code that names properties and their values in an object literal. */
export const literalOf = (keys: readonly string[], values: readonly string[]): string =>
  `{${keys.map((key, i) => `${JSON.stringify(key)}:${values[i]}`)}}`;

/** Generates a function that makes objects with these keys, optimized for values with these tags. Throws if generating is forbidden. */
export function makerOf(keys: readonly string[], tags: readonly number[]): Make<PlainObject> {
  return generated(tags, false, (values) => literalOf(keys, values));
}

/** The same for Dictionaries of `exact` mode. V8 sees how long the array of a literal lives, as it does for objects. */
export function exactMakerOf(keyList: KeyList, tags: readonly number[]): Make<Dictionary> {
  return generated(tags, true, (values) => `dictionary(keys,[${values}])`, keyList);
}

function generated<Made>(
  tags: readonly number[],
  exact: boolean,
  made: (values: readonly string[]) => string,
  keys?: KeyList,
): Make<Made> {
  const types = [...new Set(tags)].filter((type) => fromArrays[type] !== undefined);
  const values = tags.map((_, i) => `v${i}`);
  const code = [
    ...types.map((type) => `const c${type}=classes[${type}];`),
    `return function(r){let{i32:i,f32:f,f64:d,at:a}=r,t,${values};`,
    ...tags.map((tag, i) => `t=i[++a];${reading(`v${i}`, readingOf(tag, exact))}`),
    `r.at=a;return ${made(values)}}`,
  ];
  const used = { classes: fromArrays, int: exactInt, dictionary: lazyDictionary, Name: StringName, keys };
  return new Function(`{${Object.keys(used)}}`, code.join(""))(used) as Make<Made>;
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

function readingOf(tag: number, exact: boolean): Reading | undefined {
  const same = `t===${tag}`;
  if (tag === Type.int) return [same, exact ? "int(i[a+1])" : "i[a+1]", 2];
  if (tag === Type.float || tag === wideFloat) return narrowFloat;
  const text = "r.textOf(i[a+1])";
  if (tag === Type.String) return [same, text, 2];
  if (tag === Type.StringName) return [same, exact ? `new Name(${text})` : text, 2];
  if ((tag & 0xff) === Type.bool) return [`(t&255)===${Type.bool}`, `t!==${Type.bool}`, 1];
  if (fromArrays[tag] === undefined) return undefined;
  const source = isIntegerType(tag) ? "i" : "f";
  return [same, `c${tag}(${source},a+1,false)`, 1 + (components[tag] as number)];
}
