// Functions from text: the only place that makes any, and only where shape-cache.ts allows it.

import { components, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import { fromArrays } from "../values/make-value.js";
import type { Variant } from "../values/variant.js";

/** What gives the values of a dictionary one after the other. */
export interface ValueReader {
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  /** Index of the next word. */
  at: number;
  value(): Variant;
  /** The text of this number. */
  textOf(number: number): string;
}

/** Reads the values of a dictionary, each after the word of its key. */
export type Make = (reader: ValueReader) => { [key: string]: Variant };

/** The condition that a tag fulfils when its value can be read at once, that value, and the words of both. */
type Reading = readonly [condition: string, value: string, words: number];

/** A function that makes objects of these keys, quickest when their values have these tags. Throws where that is forbidden. */
export function makerOf(keys: readonly string[], tags: readonly number[]): Make {
  const types = [...new Set(tags)].filter((type) => fromArrays[type] !== undefined);
  const names = keys.map((_, i) => `v${i}`);
  const code = [
    ...types.map((type) => `const c${type}=c[${type}];`),
    `return function(r){let{i32:i,f32:f,at:a}=r,t,${names};`,
    ...tags.map((tag, i) => `t=i[++a];${reading(`v${i}`, readingOf(tag))}`),
    `r.at=a;return{${keys.map((key, i) => `${key}:v${i}`)}}}`,
  ];
  return new Function("c", code.join(""))(fromArrays) as Make;
}

/** Reads the value of the tag `t`, which stands at `a`, into a variable. */
function reading(variable: string, quick: Reading | undefined): string {
  const any = `{r.at=a;${variable}=r.value();a=r.at}`;
  return quick === undefined ? any : `if(${quick[0]}){${variable}=${quick[1]};a+=${quick[2]}}else${any}`;
}

function readingOf(tag: number): Reading | undefined {
  const same = `t===${tag}`;
  if (tag === Type.int) return [same, "i[a+1]", 2];
  if (tag === Type.float) return [same, "f[a+1]", 2];
  if (tag === Type.String) return [same, "r.textOf(i[a+1])", 2];
  if ((tag & 0xff) === Type.bool) return [`(t&255)===${Type.bool}`, `t!==${Type.bool}`, 1];
  if (fromArrays[tag] === undefined) return undefined;
  const source = isIntegerType(tag) ? "i" : "f";
  return [same, `c${tag}(${source},a+1,false)`, 1 + (components[tag] as number)];
}
