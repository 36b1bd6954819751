import type { Components } from "../table/components.js";
import { isPlainInt } from "../table/numbers.js";
import {
  brandOf,
  isComponentType,
  isIntegerType,
  isMap,
  isPackedComponentsType,
  isPlainObject,
  typedArrayName,
  typeOfBrand,
} from "../table/type-kinds.js";
import type { PackedVector2Array } from "./packed.gen.js";
import type { PackedStringArray } from "./packed.js";
import type {
  Callable,
  EncodedObjectAsID,
  Float,
  NodePath,
  RID,
  Signal,
  StringName,
} from "./small-values.js";

/** Texts of the containers that one decode has seen as keys, so that nested keys are written once. */
export class KeyTexts extends Map<object, string> {
  /** Whether equal Dictionaries are different keys, as in Godot 3. */
  readonly dictionariesApart: boolean;

  constructor(dictionariesApart: boolean) {
    super();
    this.dictionariesApart = dictionariesApart;
  }
}

/** Which keys count as equal. */
export interface KeyForm {
  /** What a whole number inside a key is: `plain` mode means ints, `exact` mode floats; `any` equals both. */
  readonly numbers: "int" | "float" | "any";
  /** Whether the numbers of 32-bit vectors are rounded to what `encode` writes. */
  readonly single: boolean;
}

export const keyForms = {
  plain: { numbers: "int", single: true },
  exact: { numbers: "float", single: true },
  /** Also a String like a StringName, anywhere. */
  loose: { numbers: "any", single: true },
} as const satisfies Record<string, KeyForm>;

const seed = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
const nullObjectText = "null object";
const identities = new WeakMap<object, number>();
let lastIdentity = 0;

/** Longer texts are replaced by a digest, so that a key inside a key inside a key does not grow at every level. */
const longest = 256;

/**
 * The text that two Dictionary keys share exactly when an engine takes them for the same key. Undefined for objects
 * that are compared by identity.
 */
export function keyText(key: object, form: KeyForm, known?: KeyTexts): string | undefined {
  const seen = known?.get(key);
  if (seen !== undefined) return seen;
  if (brandOf(key) === "StringName") return nameText((key as StringName).text);
  const text = textOf(key, form, known);
  if (text === undefined || text.length <= longest) return text;
  const digested = digest(text);
  known?.set(key, digested);
  return digested;
}

/** Whether a key is a Dictionary or an Array with one in it. */
export function holdsDictionary(key: unknown): boolean {
  if (typeof key !== "object" || key === null) return false;
  return Array.isArray(key) ? key.some(holdsDictionary) : isMap(key) || isPlainObject(key);
}

/** The text of a number that is a float for certain. */
export function floatText(value: number): string {
  return `float ${value}`;
}

/** The text of a StringName; a String has the same. */
export function nameText(text: string): string {
  return `name ${text}`;
}

function textOf(key: object, form: KeyForm, known?: KeyTexts): string | undefined {
  if (Array.isArray(key)) return arrayText(key, form, known);
  const typedArray = typedArrayName(key);
  if (typedArray !== undefined) return numbersText(typedArray, key as Float64Array);
  if (isMap(key)) return mapText(key, form, known);
  const type = brandOf(key);
  const number = typeOfBrand(type);
  if (number !== undefined && isComponentType(number)) return componentsText(key as Components, number, form);
  if (isPackedComponentsType(number)) return numbersText(type as string, (key as PackedVector2Array).data);
  switch (type) {
    case "float":
      return floatText((key as Float).value);
    case "NodePath":
      return nodePathText(key as NodePath);
    case "RID":
      return `RID ${(key as RID).id}`;
    case "Signal":
      return `Signal ${(key as Signal).objectId} ${(key as Signal).name}`;
    case "Callable":
      return String(key as Callable);
    case "PackedStringArray":
      return `strings ${JSON.stringify((key as PackedStringArray).data)}`;
    case "EncodedObjectAsID":
      return (key as EncodedObjectAsID).objectId === 0n ? nullObjectText : undefined;
    case "GodotObject":
      return (key as { className?: string }).className === "" ? nullObjectText : undefined;
    default:
      return isPlainObject(key) ? mapText(Object.entries(key), form, known) : undefined;
  }
}

function arrayText(key: readonly unknown[], form: KeyForm, known?: KeyTexts): string {
  const type = brandOf(key) ?? "Array";
  const elements = Array.from(key, (element) => nestedText(element, form, known)).join();
  return `${type === "Array" ? "" : type}[${elements}]`;
}

function componentsText(value: Components, type: number, form: KeyForm): string {
  const numbers = value.toArray();
  const round = form.single && !value.wide && !isIntegerType(type);
  return `${type} ${(round ? numbers.map(Math.fround) : numbers).join()}`;
}

function numbersText(type: string, numbers: Float32Array | Float64Array): string {
  return `${type} ${numbers.join()}`;
}

function nodePathText(path: NodePath): string {
  return `NodePath ${JSON.stringify([path.absolute, path.names, path.subnames])}`;
}

/** Keys inside are compared as keys, values as elements. */
function mapText(entries: Iterable<[unknown, unknown]>, form: KeyForm, known?: KeyTexts): string {
  let text = "{";
  for (const [key, value] of entries) {
    text += `${innerKeyText(key, form, known)}:${nestedText(value, form, known)},`;
  }
  return `${text}}`;
}

function innerKeyText(key: unknown, form: KeyForm, known?: KeyTexts): string {
  if (typeof key === "string") return JSON.stringify(nameText(key));
  if (brandOf(key) === "StringName") return JSON.stringify(nameText((key as StringName).text));
  return Number.isNaN(key) ? floatText(Number.NaN) : nestedText(key, form, known);
}

function nestedText(value: unknown, form: KeyForm, known?: KeyTexts): string {
  const type = brandOf(value);
  if (form.numbers === "any" && type === "StringName") return JSON.stringify((value as StringName).text);
  if (type === "float")
    return numberText((value as Float).value, form.numbers === "any" ? form : keyForms.exact);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return form.numbers === "any" ? `number ${value}` : `int ${value}`;
  if (typeof value === "number") return numberText(value, form);
  if (typeof value !== "object" || value === null) return String(value);
  return keyText(value, form, known) ?? `object ${identityOf(value)}`;
}

function numberText(value: number, { numbers }: KeyForm): string {
  if (numbers === "any") return `number ${value}`;
  // Inside a container the engine compares a NaN as numbers are compared: it equals nothing.
  if (Number.isNaN(value)) return `NaN ${++lastIdentity}`;
  return numbers === "int" && isPlainInt(value) ? `int ${value}` : floatText(value);
}

function identityOf(value: object): number {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identities.set(value, ++lastIdentity);
  return lastIdentity;
}

/** 128 bits of a text, under a seed that nobody outside knows. */
function digest(text: string): string {
  let [a, b, c, d] = seed as [number, number, number, number];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ code, 0x9e3779b1);
    b = c ^ Math.imul(b ^ code, 0x85ebca77);
    c = d ^ Math.imul(c ^ (code + (a >>> 15)), 0xc2b2ae3d);
    d = a ^ Math.imul(d ^ (code + (b >>> 13)), 0x27d4eb2f);
  }
  return `digest ${[a, b, c, d].map((word) => (word >>> 0).toString(36)).join()} ${text.length}`;
}
