// Exact JSON: prints and reads values without losing anything.
import { type Builder, memberPairs, NotationError } from "../../forms/json-parser.js";
import { base64, elements, type Item, listed, type Notation, type Piece } from "../../forms/json-printer.js";
import type { ContainerType, TypeName, Variant } from "../../index.js";
import * as api from "../../index.js";
import { bytesOfBase64 } from "../../table/base64.js";
import type { Components } from "../../table/components.js";
import { quoted } from "../../table/quoted.js";
import { components as componentCounts, Type, typeNames } from "../../table/table.gen.js";
import { isComponentType, isIntegerType } from "../../table/type-kinds.js";
import { kindOf } from "../output/types.js";
import {
  type Floats,
  floatContent,
  floatsOf,
  floatTexts,
  floatValue,
  idValue,
  integerValue,
  signedValue,
} from "./exact-numbers.js";

/**
 * Writes JSON that reads back to the same bytes; docs/GUIDE.md has the rules. A JSON object is always a tagged value. A
 * Dictionary is never a JSON object, because its keys could look like a tag.
 */
export const exactNotation: Notation = (given): Piece => {
  const value = given as Variant;
  const kind = kindOf(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return String(value);
  // Whole floats have a tag, because other programs print 1.0 as 1.
  if (typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value)) return String(value);
  const tag = tagNames[kind] ?? kind;
  if (tag === "Array" && isPlainArray(value as api.VariantArray))
    return { open: "[", items: elements(value as Variant[]), close: "]" };
  const written = (tags[tag] as Tag).write(value as never);
  const [content, attributes] = Array.isArray(written) ? written : [written, {}];
  const end = `${attributesText(attributes)}}`;
  if (typeof content === "string") return `{"${tag}": ${content}${end}`;
  if ("items" in content) return { open: `{"${tag}": [`, items: content.items, close: `]${end}` };
  return { parts: joined(`{"${tag}": `, content, end) };
};

function attributesText(attributes: AttributeTexts): string {
  let all = "";
  for (const [name, text] of Object.entries(attributes))
    if (text !== undefined) all += `, "${name}": ${text}`;
  return all;
}

function* joined(start: string, parts: Iterable<string>, end: string): Generator<string> {
  yield start;
  yield* parts;
  yield end;
}

/** Reads the output of `exactNotation`. */
export const exactBuilder: Builder = {
  array: (items) => items,
  object(members) {
    const [[name, content] = ["", null], ...others] = memberPairs(members);
    const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
    if (tag === undefined) throw new NotationError(unknownTag(name));
    const attributes = new Map(others);
    for (const attribute of attributes.keys()) {
      if (!tag.attributes.includes(attribute))
        throw new NotationError(`${name} has no attribute ${JSON.stringify(attribute)}.`);
    }
    return tag.read(content, attributes);
  },
};

function unknownTag(name: string): string {
  const found = name === "" ? "an object without one" : JSON.stringify(name);
  return `Every object must start with the tag of a type, not with ${found}. A Dictionary is {"Dictionary": [[key, value]]}.`;
}

type Attributes = ReadonlyMap<string, Variant>;
/** The JSON after a tag: text, a long text in parts, or an array of values. */
type Content = string | Iterable<string> | { readonly items: Iterable<Item> };
type AttributeTexts = Readonly<Record<string, string | undefined>>;

/** How the values of a type are written and read. */
interface Tag {
  readonly attributes: readonly string[];
  readonly write: (value: never) => Content | readonly [Content, AttributeTexts];
  readonly read: (content: Variant, attributes: Attributes) => Variant;
}

function tag<T>(
  write: (value: T) => Content | readonly [Content, AttributeTexts],
  read: (content: Variant, attributes: Attributes) => Variant,
  ...attributes: readonly string[]
): Tag {
  return { attributes, write: write as Tag["write"], read };
}

const tagNames: Readonly<Record<string, string>> = { EncodedObjectAsID: "ObjectID", GodotObject: "Object" };

const flagText = (flag: boolean | undefined) => (flag ? "true" : undefined);
const idText = (id: bigint) => `"${id}"`;
const textsOf = (list: Iterable<unknown>, text: (element: never) => string = String) =>
  listed(Array.from(list as Iterable<never>, text));

const tags: Readonly<Record<string, Tag>> = {
  int: tag(idText, idValue),
  float: tag(floatContent, floatValue),
  StringName: tag(
    ({ text }: api.StringName) => quoted(text),
    (content) => new api.StringName(textValue(content)),
  ),
  NodePath: tag(nodePathTexts, nodePath, "subnames", "absolute", "property"),
  RID: tag(
    ({ id }: api.RID) => idText(id),
    (content) => new api.RID(idValue(content)),
  ),
  ObjectID: tag(
    ({ objectId }: api.EncodedObjectAsID) => idText(objectId),
    (content) => new api.EncodedObjectAsID(idValue(content)),
  ),
  Object: tag(
    ({ className, properties }: api.GodotObject) => [
      { items: pairs(properties) },
      { class: quoted(className) },
    ],
    (content, attributes) => {
      const properties = pairsOf(content).map(([name, value]) => [textValue(name), value] as const);
      return new api.GodotObject(textValue(attributes.get("class") ?? ""), properties);
    },
    "class",
  ),
  Callable: tag(
    () => "null",
    () => new api.Callable(),
  ),
  Signal: tag(
    ({ name, objectId }: api.Signal) => [quoted(name), { object: idText(objectId) }],
    (content, attributes) => new api.Signal(textValue(content), idValue(attributes.get("object") ?? 0n)),
    "object",
  ),
  Dictionary: tag(
    (value: api.Dictionary) => {
      const [key, type] = [containerText(value.keyType), containerText(value.valueType)];
      return [{ items: pairs(value) }, { key, value: type, shared: flagText(value.shared) }];
    },
    dictionary,
    "key",
    "value",
    "shared",
  ),
  Image: tag(
    ({ data, ...numbers }: api.Image) => [
      base64(data),
      Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)])),
    ],
    (content, attributes) => {
      const number = (name: string) => integerValue(attributes.get(name) ?? 0n);
      const [format, mipmaps, width, height] = ["format", "mipmaps", "width", "height"].map(number);
      return new api.Image(format, mipmaps, width, height, byteValue(content));
    },
    "format",
    "mipmaps",
    "width",
    "height",
  ),
  InputEvent: tag(
    ({ words, type, device }: api.InputEvent) => [
      textsOf(words),
      { type: String(type), device: String(device) },
    ],
    (content, attributes) => {
      const number = (name: string) => integerValue(attributes.get(name) ?? 0n);
      return new api.InputEvent(number("type"), number("device"), integersOf(content));
    },
    "type",
    "device",
  ),
  PackedByteArray: tag(base64, byteValue),
  PackedInt32Array: tag((list: Int32Array) => textsOf(list), integersOf),
  PackedInt64Array: tag(
    (list: BigInt64Array) => textsOf(list, idText),
    (content) => BigInt64Array.from(listValue(content), (value) => signedValue(value, 64)),
  ),
  PackedFloat32Array: tag(floatList, (content) => floatsOf(listValue(content), false)),
  PackedFloat64Array: tag(floatList, (content) => floatsOf(listValue(content), true)),
  PackedStringArray: tag(
    ({ data }: api.PackedStringArray) => textsOf(data, quoted),
    (content) => new api.PackedStringArray(listValue(content).map(textValue)),
  ),
  ...tagsOfClasses(),
};

/** Tags generated from the type table: vectors, transforms, packed arrays of vectors, arrays. */
function tagsOfClasses(): Record<string, Tag> {
  const classes: Readonly<Record<string, unknown>> = { ...api, Array: api.VariantArray };
  const made: Record<string, Tag> = {};
  for (const name of typeNames) {
    const owner = classes[name] as (new (...given: never[]) => Variant) | undefined;
    if (owner === undefined) continue;
    if (isComponentType(Type[name])) made[name] = componentTag(name, owner as unknown as ComponentClass);
    else if ("push" in owner.prototype) made[name] = arrayTag(owner as typeof api.VariantArray);
    else if ((componentCounts[Type[name]] as number) > 1) made[name] = packedTag(name, owner as PackedClass);
  }
  return made;
}

interface ComponentClass {
  fromArray(source: ArrayLike<number>, at: number, wide: boolean): Variant & object;
}

function componentTag(name: TypeName, owner: ComponentClass): Tag {
  const count = componentCounts[Type[name]] as number;
  const isInteger = isIntegerType(Type[name]);
  return tag(
    (value: Components) => {
      const { wide, componentBits } = value;
      const numbers = value.toArray();
      const texts = isInteger ? numbers : Array.from(floatTexts(numbers, wide, componentBits));
      return [`[${texts.join(", ")}]`, { wide: flagText(wide) }];
    },
    (content, attributes) => {
      const list = listValue(content);
      if (list.length !== count) throw new NotationError(`${name} has ${count} numbers, not ${list.length}.`);
      if (isInteger) return owner.fromArray(list.map(integerValue), 0, false);
      const wide = isSet(attributes, "wide");
      const numbers = floatsOf(list, wide);
      const value = owner.fromArray(numbers, 0, wide);
      if (numbers.some(Number.isNaN))
        Object.defineProperty(value, "componentBits", { value: new Int32Array(numbers.buffer) });
      return value;
    },
    ...(isInteger ? [] : ["wide"]),
  );
}

type PackedClass = new (data: Floats | Int32Array) => Variant;

function packedTag(name: TypeName, owner: PackedClass): Tag {
  const stride = componentCounts[Type[name]] as number;
  const isInteger = isIntegerType(Type[name]);
  return tag(
    ({ data }: { data: Floats | Int32Array }) => {
      if (isInteger) return textsOf(data);
      return [floatList(data as Floats), { wide: flagText(data.BYTES_PER_ELEMENT === 8) }];
    },
    (content, attributes) => {
      const list = listValue(content);
      if (list.length % stride !== 0)
        throw new NotationError(`${name} needs ${stride} numbers for each element.`);
      return new owner(isInteger ? integersOf(list) : floatsOf(list, isSet(attributes, "wide")));
    },
    ...(isInteger ? [] : ["wide"]),
  );
}

function floatList(data: Float32Array | Float64Array): Iterable<string> {
  const words = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  return listed(floatTexts(data, data.BYTES_PER_ELEMENT === 8, words));
}

const isPlainArray = ({ elementType, shared }: api.VariantArray) => elementType === undefined && !shared;

function arrayTag(owner: typeof api.VariantArray): Tag {
  return tag(
    (value: api.VariantArray) => {
      const type = containerText(value.elementType);
      return [{ items: elements(value) }, { type, shared: flagText(value.shared) }];
    },
    (content, attributes) =>
      new owner(listValue(content), containerType(attributes.get("type")), isSet(attributes, "shared")),
    "type",
    "shared",
  );
}

function* pairs(entries: Iterable<readonly [Variant, Variant]>): Generator<Item> {
  for (const [key, value] of entries) {
    yield { before: "[", value: key, after: ", " };
    yield { before: "", value, after: "]", joined: true };
  }
}

function pairsOf(content: Variant): [Variant, Variant][] {
  return listValue(content).map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new NotationError("Expected pairs [key, value].");
    return pair as [Variant, Variant];
  });
}

/** Keeps all pairs: which keys are equal depends on the engine, and decode has settled that already. */
function dictionary(content: Variant, attributes: Attributes): Variant {
  const value = new api.Dictionary([], {
    keyType: containerType(attributes.get("key")),
    valueType: containerType(attributes.get("value")),
    shared: isSet(attributes, "shared"),
  });
  for (const [key, entry] of pairsOf(content)) {
    if (Map.prototype.has.call(value, key)) throw new NotationError("A Dictionary has a key twice.");
    Map.prototype.set.call(value, key, entry);
  }
  return value;
}

function nodePathTexts(path: api.NodePath): [string, AttributeTexts] {
  const property = path.hasProperty === undefined ? undefined : String(path.hasProperty);
  const parts = ({ absolute, names, subnames }: api.NodePath) => JSON.stringify([absolute, names, subnames]);
  if (parts(new api.NodePath(path.text)) === parts(path)) return [quoted(path.text), { property }];
  const list = (names: readonly string[]) => `[${names.map(quoted).join(", ")}]`;
  return [list(path.names), { subnames: list(path.subnames), absolute: flagText(path.absolute), property }];
}

function nodePath(content: Variant, attributes: Attributes): Variant {
  const hasProperty = attributes.has("property") ? isSet(attributes, "property") : undefined;
  if (typeof content === "string") return new api.NodePath({ ...new api.NodePath(content), hasProperty });
  const names = listValue(content).map(textValue);
  const subnames = listValue(attributes.get("subnames") ?? []).map(textValue);
  return new api.NodePath({ absolute: isSet(attributes, "absolute"), names, subnames, hasProperty });
}

/** A prefix with a colon marks classes and scripts. Names of builtin types contain no colon. */
function containerText(type: ContainerType | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (type.kind === "builtin") return quoted(type.type);
  return quoted(type.kind === "class" ? `class:${type.name}` : `script:${type.path}`);
}

function containerType(value: Variant | undefined): ContainerType | undefined {
  if (value === undefined) return undefined;
  const text = textValue(value);
  const colon = text.indexOf(":");
  const [kind, name] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  if (kind === "class") return { kind, name };
  if (kind === "script") return { kind, path: name };
  if (kind === "" && Object.hasOwn(Type, name)) return { kind: "builtin", type: name as TypeName };
  throw new NotationError(`There is no type ${JSON.stringify(text)}.`);
}

function isSet(attributes: Attributes, name: string): boolean {
  const value = attributes.get(name) ?? false;
  if (typeof value !== "boolean") throw new NotationError(`${name} must be true or false.`);
  return value;
}

function listValue(value: Variant): Variant[] {
  if (Array.isArray(value)) return value;
  throw new NotationError("Expected an array.");
}

function integersOf(content: Variant): Int32Array {
  return Int32Array.from(listValue(content), (value) => Number(signedValue(value, 32)));
}

function textValue(value: Variant): string {
  if (typeof value === "string") return value;
  throw new NotationError("Expected a string.");
}

function byteValue(value: Variant): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfBase64(textValue(value));
  if (bytes === undefined) throw new NotationError("Expected base64.");
  return bytes;
}
