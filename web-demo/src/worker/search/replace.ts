// What replacing the matches of a search would do. The edit that does it is made here, so what the person saw is what happens.

import {
  type Document,
  type DocumentNode,
  encode,
  formatPath,
  NodePath,
  type SearchOptions,
  StringName,
  type TypeName,
  type Variant,
} from "godot-variant";
import { grouped } from "../../../../js/describe/amounts.js";
import { type Address, isSameAddress, isWithin } from "../../protocol/places.js";
import type { Replacement, Replacements, ReplaceRequest } from "../../protocol/search.js";
import type { Task } from "../../protocol/serve.js";
import { requireExact } from "../../values/exact-number.js";
import { isContainer, isKeyed } from "../../values/types.js";
import { requirePath } from "../edit/batch.js";
import { exactKey, exactly, typeOf } from "../edit/entries.js";
import { parseValue } from "../edit/input.js";
import { areSame, packed } from "../edit/put.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import type { TopValue } from "../session/top-value.js";
import { floatText, keyText, previewOf, valueText } from "../tree/preview.js";
import type { TreeNode } from "../tree/tree-node.js";
import { replacedNumbers } from "./numbers.js";
import { patternOf, queryOf } from "./query.js";
import type { Search } from "./search.js";

const mostListed = 1000;
/** Undo keeps a step for each. */
const mostChanges = 50_000;
/** Milliseconds until other messages are handled. */
const slice = 12;
const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;
const wholeNumber = /^[-+]?\d+$/;
const floatNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Rejects for an invalid expression, type or replacement. */
export async function replacements(
  task: Task,
  session: Session,
  search: Search,
  { query, by, within, only }: ReplaceRequest,
): Promise<Replacements> {
  const rule = new Rule(queryOf(query), by, query.keys, session.inside.content.format.dialect);
  const found = await search.all(task, query);
  const { edition } = session;
  const plan = new Plan(session);
  let until = performance.now() + slice;
  for (const address of found ?? []) {
    if (only !== undefined && !isSameAddress(only, address)) continue;
    if (within === undefined || isWithin(address, within)) plan.add(rule, address);
    if (performance.now() < until) continue;
    await task.breathe();
    if (task.isStale || session.edition !== edition) return nothing;
    until = performance.now() + slice;
  }
  return plan.result(edition);
}

const nothing: Replacements = { list: [], changes: 0, refused: 0, edit: undefined };

/** Collects changes, and the matches that stay as they are. */
class Plan {
  readonly #session: Session;
  readonly #list: Replacement[] = [];
  readonly #places: Address[] = [];
  readonly #areKeys: boolean[] = [];
  readonly #values: Variant[] = [];
  /** The new keys, with the addresses of their containers. */
  readonly #newKeys = new Set<string>();
  #refused = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  add(rule: Rule, address: Address): void {
    const node = this.#session.nodeAt(address);
    const { inDocument } = node;
    const isKey =
      rule.takesKeys &&
      inDocument?.parent !== undefined &&
      isKeyed(inDocument.parent.type) &&
      this.#try(node, address, true, () => {
        const key = exactKey(this.#documentAt(address), inDocument);
        const made = rule.key(key);
        if (made === undefined) return undefined;
        if (!this.#isSame(key, made)) this.#requireFree(node, address, made);
        return [key, made, keyText(key), keyText(made)];
      });
    const isValue = this.#try(node, address, false, () => {
      const made = rule.value(node);
      if (made === undefined) return undefined;
      const value = node.value();
      if (typeof value === "string" && typeof made === "string")
        return [value, made, ...excerpts(value, made).map((text) => JSON.stringify(text))] as const;
      return [value, made, previewOf(node), valueText(node.type, made)];
    });
    if (!isKey && !isValue) this.#refuse(node, address, false, "Only its type matches.");
  }

  /** Returns whether there was something to replace, even if that is impossible. */
  #try(
    node: TreeNode,
    address: Address,
    isKey: boolean,
    make: () => readonly [old: Variant, made: Variant, ...texts: string[]] | undefined,
  ): boolean {
    try {
      const result = make();
      if (result === undefined) return false;
      const [old, made, before = "", after = ""] = result;
      if (this.#isSame(old, made)) return true;
      refusing(() => requirePath(this.#documentAt(address), node.inDocument as DocumentNode));
      if (this.#places.length === mostChanges)
        throw new Error(`At most ${grouped(mostChanges)} values change at once. Select a part of the file.`);
      this.#places.push(address);
      this.#areKeys.push(isKey);
      this.#values.push(made);
      this.#show({ address, path: pathOf(node), isKey, before, after, problem: "" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(node, address, isKey, error.message);
    }
    return true;
  }

  #isSame(one: Variant, other: Variant): boolean {
    if (typeof one !== "object" && typeof one !== "number") return one === other;
    const { dialect } = this.#session.inside.content.format;
    return areSame(packed(one, dialect), packed(other, dialect));
  }

  #documentAt([top]: Address): Document {
    return documentOf(this.#session.inside.content.values[top as number] as TopValue);
  }

  #refuse(node: TreeNode, address: Address, isKey: boolean, problem: string): void {
    this.#refused++;
    const before = isKey ? keyText(node.key as Variant) : previewOf(node);
    this.#show({ address, path: pathOf(node), isKey, before, after: "", problem });
  }

  #show(one: Replacement): void {
    if (this.#list.length < mostListed) this.#list.push(one);
  }

  #requireFree(node: TreeNode, address: Address, key: Variant): void {
    const container = address.slice(0, -1);
    const name = `${container} ${formatPath([key])}`;
    const keys = node.inDocument?.keys.slice(0, -1) ?? [];
    if (this.#newKeys.has(name) || this.#documentAt(address).has([...keys, key]))
      throw new Refused(`The key ${keyText(key)} exists already.`);
    this.#newKeys.add(name);
  }

  result(version: number): Replacements {
    const { dialect } = this.#session.inside.content.format;
    const edit = {
      kind: "replace",
      version,
      dialect,
      places: this.#places,
      areKeys: this.#areKeys,
      values: encode(this.#values, exactly(dialect)) as Uint8Array<ArrayBuffer>,
    } as const;
    const changes = this.#places.length;
    return { list: this.#list, changes, refused: this.#refused, edit: changes > 0 ? edit : undefined };
  }
}

const pathOf = (node: TreeNode) => node.inDocument?.path ?? "";

/** Why a match stays as it is. */
class Refused extends Error {}

/** Leaves a match as it is if a number is not possible there. */
function refusing<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    throw new Refused((error as Error).message);
  }
}

/** Letters before the first difference, and altogether. */
const around = 24;
const longest = 120;

/** Two texts where they begin to differ. */
function excerpts(...texts: readonly [string, string]): string[] {
  const [one, other] = texts;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const start = at > around * 2 ? at - around : 0;
  return texts.map((text) => {
    const isCut = text.length > start + longest;
    return `${start > 0 ? "…" : ""}${text.slice(start, start + longest)}${isCut ? "…" : ""}`;
  });
}

/** Makes new values of old ones; undefined where nothing matches. */
class Rule {
  readonly #options: SearchOptions;
  readonly #pattern: RegExp | undefined;
  readonly #by: string;
  readonly #inKeys: boolean;
  readonly #dialect: Parameters<typeof parseValue>[1];

  constructor(
    options: SearchOptions,
    by: string,
    inKeys: boolean,
    dialect: Parameters<typeof parseValue>[1],
  ) {
    this.#options = options;
    this.#pattern = patternOf(options);
    this.#by = by;
    this.#inKeys = inKeys;
    this.#dialect = dialect;
  }

  get takesKeys(): boolean {
    return this.#pattern !== undefined && this.#inKeys;
  }

  key(key: Variant): Variant | undefined {
    if (typeof key === "string") return this.#text(key);
    if (key instanceof StringName) return wrapped(this.#text(key.text), (text) => new StringName(text));
    if (typeof key === "bigint") return wrapped(this.#text(String(key)), intOf);
    if (this.#text(keyText(key)) === undefined) return undefined;
    throw new Refused("Only keys that are texts or ints are replaced.");
  }

  value(node: TreeNode): Variant | undefined {
    const { type } = node;
    if (this.#pattern === undefined) {
      if (isContainer(type) || isKeyed(type)) throw new Refused("Containers are not replaced.");
      const { from, to } = this.#options;
      return from === undefined && to === undefined ? this.#whole(type) : this.#inRange(node);
    }
    if (this.#options.values === false || isContainer(type) || isKeyed(type)) return undefined;
    const value = node.value();
    if (typeof value === "string") return this.#text(value);
    if (value instanceof StringName) return wrapped(this.#text(value.text), (text) => new StringName(text));
    if (value instanceof NodePath) return wrapped(this.#text(value.text), (text) => new NodePath(text));
    if (type === "int") return wrapped(this.#text(String(value)), intOf);
    if (type === "float") return wrapped(this.#text(floatText(value as number, node.isSingle)), floatOf);
    if (type === "bool") return wrapped(this.#text(String(value)), boolOf);
    if (this.#text(String(value)) === undefined) return undefined;
    throw new Refused(`Texts are not replaced in a ${node.typeText}. Search for numbers, as in 10..20.`);
  }

  #text(text: string): string | undefined {
    const pattern = this.#pattern as RegExp;
    pattern.lastIndex = 0;
    if (!pattern.test(text)) return undefined;
    pattern.lastIndex = 0;
    const by = this.#by;
    return this.#options.text instanceof RegExp ? text.replace(pattern, by) : text.replace(pattern, () => by);
  }

  /** A value of this type, in place of any. */
  #whole(type: TypeName): Variant {
    try {
      if (type === "int") return intOf(this.#by.trim());
      if (type === "float") return floatOf(this.#by.trim());
      if (type === "bool") return boolOf(this.#by.trim());
      const made = parseValue(this.#by, this.#dialect, type);
      if (type === "String" || typeOf(made) === type) return made;
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    throw new Refused(`“${this.#by}” is not a ${type}.`);
  }

  #inRange(node: TreeNode): Variant | undefined {
    const text = this.#by.trim();
    const { from = -Infinity, to = Infinity } = this.#options;
    const isInside = (number: number | bigint) => number >= from && number <= to;
    if (node.type === "int") return intOf(text);
    if (node.type === "float") return floatOf(text);
    const isReal = floatNumber.test(text);
    const made = isReal
      ? refusing(() => replacedNumbers(node.value(), node.type, isInside, text))
      : undefined;
    if (made === undefined) throw new Refused(`“${text}” does not fit into a ${node.typeText}.`);
    return made;
  }
}

const wrapped = <From, To>(value: From | undefined, make: (value: From) => To): To | undefined =>
  value === undefined ? undefined : make(value);

function intOf(text: string): bigint {
  const value = wholeNumber.test(text) ? BigInt(text.replace("+", "")) : undefined;
  if (value === undefined) throw new Refused(`“${text}” is not an int.`);
  if (value < least || value > most) throw new Refused(`${text} does not fit into an int.`);
  return value;
}

function floatOf(text: string): number {
  if (text === "inf") return Infinity;
  if (text === "-inf" || text === "inf_neg") return -Infinity;
  if (text === "nan") return Number.NaN;
  if (!floatNumber.test(text)) throw new Refused(`“${text}” is not a float.`);
  refusing(() => requireExact(text, Number(text)));
  return Number(text);
}

function boolOf(text: string): boolean {
  if (text !== "true" && text !== "false") throw new Refused(`“${text}” is not true or false.`);
  return text === "true";
}
