import { type Builder, NotationError } from "../../forms/json-parser.js";
import * as api from "../../index.js";
import { type ContainerType, Dictionary, type TypeName, type Variant, VariantArray } from "../../index.js";
import { components as componentCounts, Type } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import {
  byteValue,
  type Floats,
  floatValue,
  idValue,
  integerValue,
  listValue,
  numbersInto,
  textValue,
} from "./values.js";

type Attributes = ReadonlyMap<string, Variant>;
type Tag = {
  readonly attributes: readonly string[];
  make(content: Variant, attributes: Attributes): Variant;
};

/** Reads the notation that `exactNotation` writes. */
export const exactBuilder: Builder = {
  array: (items) => items,
  object(members) {
    const [name, content] = members[0] ?? ["", null];
    const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
    if (tag === undefined) throw new NotationError(unknownTag(name));
    const attributes = new Map(members.slice(1));
    for (const attribute of attributes.keys()) {
      if (!tag.attributes.includes(attribute))
        throw new NotationError(`${name} has no attribute ${JSON.stringify(attribute)}`);
    }
    return tag.make(content, attributes);
  },
};

function unknownTag(name: string): string {
  const found = name === "" ? "an object without one" : JSON.stringify(name);
  return `every object starts with the tag of a type, not with ${found}; a Dictionary is {"Dictionary": [[key, value]]}`;
}

/** The flag with this name. */
function isSet(attributes: Attributes, name: string): boolean {
  const value = attributes.get(name) ?? false;
  if (typeof value !== "boolean") throw new NotationError(`${name} must be true or false`);
  return value;
}

function containerType(value: Variant | undefined): ContainerType | undefined {
  if (value === undefined) return undefined;
  const text = textValue(value);
  const colon = text.indexOf(":");
  const [kind, name] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  if (kind === "class") return { kind, name };
  if (kind === "script") return { kind, path: name };
  if (kind === "" && Object.hasOwn(Type, name)) return { kind: "builtin", type: name as TypeName };
  throw new NotationError(`there is no type ${JSON.stringify(text)}`);
}

function pairs(content: Variant): [Variant, Variant][] {
  return listValue(content).map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new NotationError("expected pairs [key, value]");
    return pair as [Variant, Variant];
  });
}

/** Every pair stays: which container keys are equal depends on the engine, and decode has decided that already. */
function dictionary(content: Variant, attributes: Attributes): Variant {
  const value = new Dictionary([], {
    keyType: containerType(attributes.get("key")),
    valueType: containerType(attributes.get("value")),
    shared: isSet(attributes, "shared"),
  });
  for (const [key, entry] of pairs(content)) Map.prototype.set.call(value, key, entry);
  return value;
}

function nodePath(content: Variant, attributes: Attributes): Variant {
  const hasProperty = attributes.has("property") ? isSet(attributes, "property") : undefined;
  if (typeof content === "string") return new api.NodePath({ ...new api.NodePath(content), hasProperty });
  const names = listValue(content).map(textValue);
  const subnames = listValue(attributes.get("subnames") ?? []).map(textValue);
  return new api.NodePath({ absolute: isSet(attributes, "absolute"), names, subnames, hasProperty });
}

function object(content: Variant, attributes: Attributes): Variant {
  const properties = pairs(content).map(([name, value]) => [textValue(name), value] as const);
  return new api.GodotObject(textValue(attributes.get("class") ?? ""), properties);
}

function image(content: Variant, attributes: Attributes): Variant {
  const number = (name: string) => integerValue(attributes.get(name) ?? 0n);
  return new api.Image(
    number("format"),
    number("mipmaps"),
    number("width"),
    number("height"),
    byteValue(content),
  );
}

function inputEvent(content: Variant, attributes: Attributes): Variant {
  const words = Int32Array.from(listValue(content), integerValue);
  return new api.InputEvent(
    integerValue(attributes.get("type") ?? 0n),
    integerValue(attributes.get("device") ?? 0n),
    words,
  );
}

interface ComponentClass {
  fromArray(source: ArrayLike<number>, at: number, wide: boolean): Variant & object;
}

/** The numbers of a value, read with their width; `bits` where one of them is a NaN that is not the usual one. */
function componentTag(name: TypeName, owner: ComponentClass): Tag {
  const count = componentCounts[Type[name]] as number;
  const isInteger = isIntegerType(Type[name]);
  return {
    attributes: isInteger ? [] : ["wide"],
    make(content, attributes) {
      const list = listValue(content);
      if (list.length !== count) throw new NotationError(`${name} has ${count} numbers, not ${list.length}`);
      if (isInteger) return owner.fromArray(list.map(integerValue), 0, false);
      const wide = isSet(attributes, "wide");
      const numbers = floats(list, wide);
      const value = owner.fromArray(numbers, 0, wide);
      if (numbers.some(Number.isNaN))
        Object.defineProperty(value, "componentBits", { value: new Int32Array(numbers.buffer) });
      return value;
    },
  };
}

function floats(list: readonly Variant[], wide: boolean): Floats {
  return numbersInto(wide ? new Float64Array(list.length) : new Float32Array(list.length), list);
}

function packedTag(name: TypeName, make: (data: Floats) => Variant): Tag {
  const stride = componentCounts[Type[name]] as number;
  return {
    attributes: ["wide"],
    make(content, attributes) {
      const list = listValue(content);
      if (list.length % stride !== 0)
        throw new NotationError(`${name} needs ${stride} numbers for each element`);
      return make(floats(list, isSet(attributes, "wide")));
    },
  };
}

const simple = (make: (content: Variant) => Variant): Tag => ({ attributes: [], make });

const tags: Readonly<Record<string, Tag>> = {
  int: simple((content) => idValue(content)),
  float: simple(floatValue),
  StringName: simple((content) => new api.StringName(textValue(content))),
  NodePath: { attributes: ["subnames", "absolute", "property"], make: nodePath },
  RID: simple((content) => new api.RID(idValue(content))),
  ObjectID: simple((content) => new api.EncodedObjectAsID(idValue(content))),
  Object: { attributes: ["class"], make: object },
  Callable: simple(() => new api.Callable()),
  Signal: {
    attributes: ["object"],
    make: (content, attributes) =>
      new api.Signal(textValue(content), idValue(attributes.get("object") ?? 0n)),
  },
  Array: {
    attributes: ["type", "shared"],
    make: (content, attributes) =>
      new VariantArray(
        listValue(content),
        containerType(attributes.get("type")),
        isSet(attributes, "shared"),
      ),
  },
  Dictionary: { attributes: ["key", "value", "shared"], make: dictionary },
  Image: { attributes: ["format", "mipmaps", "width", "height"], make: image },
  InputEvent: { attributes: ["type", "device"], make: inputEvent },
  PackedByteArray: simple(byteValue),
  PackedInt32Array: simple((content) => Int32Array.from(listValue(content), integerValue)),
  PackedInt64Array: simple((content) => BigInt64Array.from(listValue(content), idValue)),
  PackedFloat32Array: simple((content) => floats(listValue(content), false)),
  PackedFloat64Array: simple((content) => floats(listValue(content), true)),
  PackedStringArray: simple((content) => new api.PackedStringArray(listValue(content).map(textValue))),
  PackedVector2Array: packedTag("PackedVector2Array", (data) => new api.PackedVector2Array(data)),
  PackedVector3Array: packedTag("PackedVector3Array", (data) => new api.PackedVector3Array(data)),
  PackedVector4Array: packedTag("PackedVector4Array", (data) => new api.PackedVector4Array(data)),
  PackedColorArray: packedTag("PackedColorArray", (data) => new api.PackedColorArray(data)),
  ...componentTags(),
};

function componentTags(): Record<string, Tag> {
  const { Vector2, Vector2i, Rect2, Rect2i, Vector3, Vector3i, Transform2D, Vector4, Vector4i } = api;
  const { Plane, Quaternion, AABB, Basis, Transform3D, Projection, Color } = api;
  const flat = { Vector2, Vector2i, Rect2, Rect2i, Vector3, Vector3i, Transform2D, Vector4, Vector4i };
  const classes: Partial<Record<TypeName, ComponentClass>> = {
    ...flat,
    ...{ Plane, Quaternion, AABB, Basis, Transform3D, Projection, Color },
  };
  const entries = Object.entries(classes) as [TypeName, ComponentClass][];
  return Object.fromEntries(entries.map(([name, owner]) => [name, componentTag(name, owner)]));
}
