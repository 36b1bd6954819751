// A text for each key of a Dictionary, equal for keys that the engine takes for equal.
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
import { bytesOfView } from "../table/view-fields.js";
import { clonedEntries } from "./key-list.js";
import type { Image, InputEvent } from "./legacy-values.js";
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

/** Texts of the containers that were keys in one decode, so that nested keys are converted to text only once. */
export class KeyTexts extends Map<object, string> {
  /** Whether Dictionary keys compare by identity, as in Godot 3. */
  readonly dictionariesApart: boolean;

  constructor(dictionariesApart: boolean) {
    super();
    this.dictionariesApart = dictionariesApart;
  }
}

/** Determines which keys count as equal. */
export interface KeyForm {
  /** The type of a whole number inside a key: `int` in `plain` mode, `float` in `exact` mode; `any` equals both. */
  readonly numbers: "int" | "float" | "any";
  /** Whether numbers of 32-bit vectors are rounded to 32 bits, as `encode` does. */
  readonly single: boolean;
  /**
   * Whether keys compare as in Godot 3: NaN equals NaN inside a key too, float arrays compare by their bits, and the NodePath `/`
   * is an empty one.
   */
  readonly asGodot3: boolean;
  /** Whether objects, which engines compare by identity, are equal if they have the same content. */
  readonly byContent?: boolean;
  /** Whether Strings and StringNames are equal inside a key, as they are where ints and floats are. */
  readonly anyText?: boolean;
}

export const keyForms = {
  plain: { numbers: "int", single: true, asGodot3: false },
  exact: { numbers: "float", single: true, asGodot3: false },
  /** Strings and StringNames are equal too, at any depth. */
  loose: { numbers: "any", single: true, asGodot3: false },
  /** The same, and objects with the same content are equal. */
  content: { numbers: "any", single: true, asGodot3: false, byContent: true },
  /** The same, and NaN equals NaN: for values that need not be keys. */
  value: { numbers: "any", single: true, asGodot3: true, byContent: true },
  /** The same, with the types that numbers have in `exact` mode. */
  exactValue: { numbers: "float", single: true, asGodot3: true, byContent: true, anyText: true },
  godot3: { numbers: "float", single: true, asGodot3: true },
  /** Equal for keys that a path cannot tell apart. */
  path: { numbers: "float", single: false, asGodot3: true, byContent: true },
} as const satisfies Record<string, KeyForm>;

const seed = /* @__PURE__ */ Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
const nullObjectText = "null object";
const identities = new WeakMap<object, number>();
let lastIdentity = 0;

/** Longer texts are replaced by a digest, so that the texts of nested keys do not grow at every level. */
const longest = 64;

/** The texts of keys while `rememberingKeys` runs. */
let remembered: ReadonlyMap<KeyForm, KeyTexts> | undefined;

/**
 * Converts every nested key to text only once during `run`, which must not change any key that it asks for by `rememberedTexts`. A getter or
 * a callback of the program may change others, and call functions that remember keys, too.
 */
export function rememberingKeys<Result>(run: () => Result): Result {
  const before = remembered;
  remembered = new Map(Object.values(keyForms).map((form) => [form, new KeyTexts(false)]));
  try {
    return run();
  } finally {
    remembered = before;
  }
}

/** The texts of keys that `rememberingKeys` remembers. */
export const rememberedTexts = (form: KeyForm): KeyTexts | undefined => remembered?.get(form);

/** The text of a key, with what `rememberingKeys` remembers. */
export const rememberedText = (key: object, form: KeyForm): string | undefined =>
  keyText(key, form, rememberedTexts(form));

/**
 * Returns the same text for two Dictionary keys if and only if an engine treats them as equal. Undefined for objects that
 * compare by identity, and for anything that is not a Variant.
 */
export function keyText(key: object, form: KeyForm, known?: KeyTexts): string | undefined {
  const seen = known?.get(key);
  if (seen !== undefined) return seen;
  if (brandOf(key) === "StringName" && typeof (key as StringName).text === "string")
    return nameText((key as StringName).text);
  let text: string | undefined;
  try {
    text = Array.isArray(key) || isMap(key) ? containerText(key, form, known) : textOf(key, form, known);
  } catch (error) {
    // No Variant can be this key, such as an array whose buffer was transferred, so it compares by identity.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  if (text === undefined) return text;
  const short = text.length <= longest ? text : digest(text);
  known?.set(key, short);
  return short;
}

/** Whether a key is a Dictionary or an Array that contains one. */
export function holdsDictionary(key: unknown): boolean {
  if (typeof key !== "object" || key === null) return false;
  return Array.isArray(key) ? key.some(holdsDictionary) : isMap(key) || isPlainObject(key);
}

/** The text of a number that is certainly a float. */
export function floatText(value: number): string {
  return `float ${value}`;
}

/** The text of a StringName, and of an equal String. */
export function nameText(text: string): string {
  return `name ${text}`;
}

function textOf(key: object, form: KeyForm, known?: KeyTexts): string | undefined {
  const typedArray = typedArrayName(key);
  if (typedArray !== undefined) {
    const array = key as Float64Array;
    return numbersText(typedArray, form.asGodot3 ? bytesOfView(array) : array);
  }
  const type = brandOf(key);
  const number = typeOfBrand(type);
  if (number !== undefined && isComponentType(number)) return componentsText(key as Components, number, form);
  if (isPackedComponentsType(number)) return numbersText(type as string, (key as PackedVector2Array).data);
  switch (type) {
    case "float":
      return floatText((key as Float).value);
    case "NodePath":
      return nodePathText(key as NodePath, form);
    case "RID":
      return `RID ${(key as RID).id}`;
    case "Signal":
      return `Signal ${(key as Signal).objectId} ${JSON.stringify((key as Signal).name)}`;
    case "Callable":
      return String(key as Callable);
    case "PackedStringArray":
      return `strings ${JSON.stringify((key as PackedStringArray).data)}`;
    case "EncodedObjectAsID": {
      const { objectId } = key as EncodedObjectAsID;
      return objectId === 0n ? nullObjectText : form.byContent ? `object ${objectId}` : undefined;
    }
    case "GodotObject":
      if ((key as FullObject).className === "") return nullObjectText;
      return form.byContent ? containerText(key, form, known) : undefined;
    case "Image":
      return form.byContent ? `${key} ${(key as Image).data.join()}` : undefined;
    case "InputEvent":
      return form.byContent ? `${key} ${(key as InputEvent).words.join()}` : undefined;
    default:
      return isPlainObject(key) ? containerText(key, form, known) : undefined;
  }
}

/** The containers around the one whose text is being made. */
const around = new Set<object>();

/**
 * The text of a container; undefined inside itself, where it compares by identity. One function for all of them, because each further
 * one would take the call stack at every level, of which engines write a thousand.
 */
function containerText(key: object, form: KeyForm, known?: KeyTexts): string | undefined {
  if (around.has(key)) return undefined;
  const isOutermost = around.size === 0;
  try {
    around.add(key);
    let text = beginningOf(key);
    if (Array.isArray(key)) {
      for (let i = 0; i < key.length; i++) text += `${nestedText(key[i], form, known)},`;
      return `${text}]`;
    }
    // The engine compares inner keys as keys and inner values as elements, which differ in NaN and StringName.
    for (const [name, value] of entriesOf(key))
      text += `${anyKeyText(name, form, known)}:${nestedText(value, form, known)},`;
    return `${text}}`;
  } finally {
    // Deep keys may exhaust the stack, where nothing but the outermost call can be sure to clean up.
    if (isOutermost) around.clear();
    else around.delete(key);
  }
}

function beginningOf(key: object): string {
  const type = brandOf(key);
  if (Array.isArray(key)) return type === undefined || type === "Array" ? "[" : `${type}[`;
  return type === "GodotObject" ? `${JSON.stringify((key as FullObject).className)}{` : "{";
}

function entriesOf(key: object): Iterable<[unknown, unknown]> {
  if (isMap(key)) return key;
  if (brandOf(key) === "GodotObject") return (key as FullObject).properties;
  return clonedEntries(key) ?? Object.entries(key);
}

function componentsText(value: Components, type: number, form: KeyForm): string {
  const numbers = value.toArray();
  const round = form.single && !value.wide && !isIntegerType(type);
  return `${type} ${(round ? numbers.map(Math.fround) : numbers).join()}`;
}

function numbersText(type: string, numbers: Float32Array | Float64Array | Uint8Array): string {
  return `${type} ${numbers.join()}`;
}

function nodePathText({ absolute, names, subnames }: NodePath, { asGodot3 }: KeyForm): string {
  const isEmptied = asGodot3 && names.length + subnames.length === 0;
  return `NodePath ${JSON.stringify([absolute && !isEmptied, names, subnames])}`;
}

/** What a GodotObject has; its class needs this module. */
interface FullObject {
  readonly className: string;
  readonly properties: Iterable<[string, unknown]>;
}

/** The text of any key, equal for equal keys; every object that compares by identity has its own. */
export function anyKeyText(key: unknown, form: KeyForm, known?: KeyTexts): string {
  if (typeof key === "string") return JSON.stringify(nameText(key));
  const brand = brandOf(key);
  if (brand === "StringName") return JSON.stringify(nameText((key as StringName).text));
  if (Number.isNaN(brand === "float" ? (key as Float).value : key)) return floatText(Number.NaN);
  return nestedText(key, form, known);
}

function nestedText(value: unknown, form: KeyForm, known?: KeyTexts): string {
  const type = brandOf(value);
  if (type === "StringName") {
    const text = JSON.stringify((value as StringName).text);
    return form.numbers === "any" || form.anyText ? text : nameText(text);
  }
  if (type === "float")
    return numberText((value as Float).value, form.numbers === "int" ? keyForms.exact : form);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return form.numbers === "any" ? `number ${value}` : `int ${value}`;
  if (typeof value === "number") return numberText(value, form);
  if (typeof value !== "object" || value === null) return String(value);
  return keyText(value, form, known) ?? `object ${identityOf(value)}`;
}

function numberText(value: number, { numbers, asGodot3 }: KeyForm): string {
  if (numbers === "any") return `number ${value}`;
  // Inside a container, the engine compares NaN as a number, so it equals nothing, not even itself.
  if (Number.isNaN(value) && !asGodot3) return `NaN ${++lastIdentity}`;
  return numbers === "int" && isPlainInt(value) ? `int ${value}` : floatText(value);
}

function identityOf(value: object): number {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identities.set(value, ++lastIdentity);
  return lastIdentity;
}

/** A 128-bit hash of a text. The random seed keeps hostile inputs from constructing collisions. */
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
