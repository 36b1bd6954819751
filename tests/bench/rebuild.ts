// Lower bounds from generated code: what nobody can leave out who makes a value.
import { Dictionary, Vector2i } from "../../js/index.js";
import { cutTextsOf } from "./cut-texts.js";

type Leaf = string | number | boolean | null;

/** A class whose instances are made of numbers, in the order of `toArray`. */
interface Numbers {
  toArray(): number[];
}

interface Path {
  readonly absolute: boolean;
  readonly names: readonly string[];
}

const isNumbers = (value: object): value is Numbers => "toArray" in value;
const isPath = (value: object): value is Path => "absolute" in value;

/** Collects the leaves of a value, and writes the expression that makes it again from a list `p` of them, texts `t` and classes `c`. */
class Taker {
  readonly leaves: Leaf[] = [];
  readonly texts: string[] = [];
  readonly classes: unknown[] = [];

  code(value: unknown): string {
    if (typeof value !== "object" || value === null) return this.leaf(value as Leaf);
    if (Array.isArray(value)) return `[${value.map((one) => this.code(one))}]`;
    if (isNumbers(value))
      return `new ${this.classOf(value)}(${value.toArray().map((one) => this.leaf(one))})`;
    if (isPath(value)) {
      const names = value.names.map((name) => this.leaf(name));
      return `new ${this.classOf(value)}({absolute:${this.leaf(value.absolute)},names:[${names}],subnames:[]})`;
    }
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${this.code(one)}`)}}`;
  }

  private leaf(value: Leaf): string {
    if (typeof value === "string") return `t[n[${this.texts.push(value) - 1}]]`;
    return `p[${this.leaves.push(value) - 1}]`;
  }

  private classOf(value: object): string {
    const known = this.classes.indexOf(value.constructor);
    return `c[${known >= 0 ? known : this.classes.push(value.constructor) - 1}]`;
  }
}

type Make = (
  leaves: readonly Leaf[],
  texts: readonly string[],
  numbers: Int32Array,
  classes: readonly unknown[],
) => unknown;

/**
 * For each value, a function that makes it again from leaves that exist. Values of the same form share the code. With `cutsTexts` it
 * cuts the texts anew, which decoders of short messages do not need, because they remember texts.
 */
export function makersOf(values: readonly unknown[], cutsTexts: boolean): (() => unknown)[] {
  const compiled = new Map<string, Make>();
  return values.map((value) => {
    const { code, leaves, texts, classes } = taken(value);
    const make = compiled.get(code) ?? (new Function("p", "t", "n", "c", code) as Make);
    compiled.set(code, make);
    const { cut, numbers } = cutTextsOf(texts);
    if (cutsTexts) return () => make(leaves, cut(), numbers, classes);
    const strings = cut();
    return () => make(leaves, strings, numbers, classes);
  });
}

function taken(value: unknown) {
  const taker = new Taker();
  const code = `return(${taker.code(value)})`;
  return { code, leaves: taker.leaves, texts: taker.texts, classes: taker.classes };
}

type Link = { next: Chain; level: number } | [level: number, next: Chain];
type Chain = Link | { end: number };

/** Makes `deep` again, from the inside out. V8 would optimize one expression of 500 levels for 13 seconds. */
export function chainMaker(chains: readonly unknown[]): () => unknown {
  const all = chains.map((chain) => numbersOf(chain as Chain).reverse());
  return () =>
    all.map((numbers) => {
      let chain: Chain = { end: numbers[0] as number };
      for (let i = 1; i < numbers.length; i++) {
        const level = numbers[i] as number;
        chain = i % 2 === 0 ? { next: chain, level } : [level, chain];
      }
      return chain;
    });
}

/** The number of each level, from the outside in. */
function numbersOf(chain: Chain): number[] {
  const numbers: number[] = [];
  let link = chain;
  while (!("end" in link)) {
    const [level, next] = Array.isArray(link) ? link : [link.level, link.next];
    numbers.push(level);
    link = next;
  }
  return [...numbers, link.end];
}

/** Makes `mixed-keys` again, with the calls of Map that fill a Dictionary. */
export function tableMaker(value: unknown): () => unknown {
  const { cells, names } = value as { cells: Map<Vector2i, Cell>; names: Map<number, string> };
  const places = [...cells.keys()].map(({ x, y }) => [x, y] as const);
  const tiles = [...cells.values()];
  const [numbers, texts] = [[...names.keys()], [...names.values()]];
  const { set } = Map.prototype;
  return () => {
    const [first, second] = [new Dictionary(), new Dictionary()];
    for (let i = 0; i < places.length; i++) {
      const [x, y] = places[i] as (typeof places)[number];
      const { tile, turned } = tiles[i] as Cell;
      set.call(first, new Vector2i(x, y), { tile, turned });
    }
    for (let i = 0; i < numbers.length; i++) set.call(second, numbers[i], texts[i]);
    return { cells: first, names: second };
  };
}

interface Cell {
  tile: number;
  turned: number;
}

/** Makes `wide` again, by the fastest way that was found: as a hash table from the first key on, without a prototype to search. */
export function wideMaker(value: Record<string, number>): () => unknown {
  const numbers = Object.values(value);
  const { cut } = cutTextsOf(Object.keys(value));
  return () => {
    const keys = cut();
    const object = Object.create(null);
    for (let i = 0; i < numbers.length; i++) object[keys[i] as string] = numbers[i];
    return Object.setPrototypeOf(object, Object.prototype);
  };
}
