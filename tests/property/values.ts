// Arbitrary values of every type that a dialect has, in the notation of the fixtures. What a dialect has comes from variant.json.
import fc from "fast-check";
import type { DialectName, Options } from "../../js/index.js";
import { encode } from "../fixtures/make/reference-encode.mjs";
import { sameKey } from "../fixtures/make/reference-keys.mjs";
import {
  type Dialect,
  dialect,
  dialectNames,
  f32Text,
  f64Text,
  isNan32,
  isReal,
  table,
  widen,
} from "../fixtures/make/reference-table.mjs";
import type { Canonical } from "../js/fixture-notation.js";
import { fromHex } from "../js/fixtures.js";

export const dialects = dialectNames as readonly DialectName[];

/** A value, its bytes as the reference codec writes them, and the options that read and write them without loss. */
export interface Sample {
  readonly value: Canonical;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: Options & { dialect: DialectName };
}

/** What the values may contain. */
export interface Choice {
  readonly dialect: Dialect;
  readonly objects: boolean;
  /** Whether vectors are 64-bit, in dialects without a flag for it. */
  readonly double: boolean;
  /** Whether elements of typed containers may have other types, which is read with a warning. */
  readonly misfits: boolean;
}

type Values = fc.Arbitrary<Canonical>;

const edges = [0, 1, -1, 2 ** 7, 2 ** 8, 2 ** 15, 2 ** 16, 2 ** 31, 2 ** 32, 2 ** 53].map(BigInt);
const edgeInts = edges
  .concat(2n ** 63n)
  .flatMap((edge) => [edge - 1n, edge, edge + 1n, -edge - 1n, -edge, 1n - edge]);
const intsWithin = (bits: number): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.constantFrom(...edgeInts.filter((edge) => BigInt.asIntN(bits, edge) === edge)),
    fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }),
  );
const int32 = intsWithin(32).map(String);
const int64 = intsWithin(64).map(String);
const word = fc.nat(0xffffffff);
/** Ids and other unsigned numbers of 64 bits. */
const unsigned = intsWithin(64).map((value) => String(BigInt.asUintN(64, value)));

const view = new DataView(new ArrayBuffer(8));
const bits32 = (value: number) => {
  view.setFloat32(0, value);
  return view.getUint32(0);
};
const bits64 = (value: number) => {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};
const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  0.1,
  1e15,
  2 ** 24 + 1,
  2 ** 53,
  -(2 ** 63),
  1e300,
  5e-324,
  1e-45,
  Infinity,
  NaN,
];
const words32 = fc.oneof(
  fc.constantFrom(...numbers.map(bits32), 0x7f800001, 0xffc00001, 0x7fffffff, 0xff800000),
  fc.float().map(bits32),
  word,
);
const words64 = fc.oneof(
  fc.constantFrom(...numbers.map(bits64), 0x7ff0000000000001n, 0xfff8000000000001n, 0xfff0000000000000n),
  fc.double().map(bits64),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
);
const float32 = words32.map((bits) => f32Text(bits | 0));
const float64 = words64.map(f64Text);
/** A 32-bit float as 64-bit text: NaNs are widened. */
const narrowFloat = words32.map((bits) => (isNan32(bits) ? f64Text(widen(bits)) : f32Text(bits | 0)));

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."abz_ 0129.:/[]{}()\"'\\&@#%,;=+-\n\t\r") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\u0001", "\u007f", "\u0085", "\ufeff", "\uffff", "\u2028", "é", "日", "😀"),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((text) => text !== "\0"),
  },
);
const words = [
  "",
  "hp",
  "42",
  "-1",
  "0",
  "1.0",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "null",
  "true",
];
/** Texts without NUL, which Godot's strings cannot hold. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words, "inf", "nan", "i:5", "s:", "\ufeffa", "Vector2(1, 2)", '&"name"', "res://a.gd"),
  fc.string({ unit: character, maxLength: 12 }),
);
const list = <T>(item: fc.Arbitrary<T>, size = 4) => fc.array(item, { maxLength: size });

function component(
  type: string,
  choice: Choice,
): fc.Arbitrary<{ texts: fc.Arbitrary<string>; wide: boolean }> {
  const { element } = table.types[type] as { element: string };
  if (element === "i32") return fc.constant({ texts: int32, wide: false });
  if (element === "i64") return fc.constant({ texts: int64, wide: false });
  if (element === "f64") return fc.constant({ texts: float64, wide: false });
  const narrow = fc.constant({ texts: float32, wide: false });
  if (!isReal(choice.dialect, type)) return narrow;
  const wide = fc.constant({ texts: float64, wide: true });
  if (choice.dialect.reals === "by_option") return choice.double ? wide : narrow;
  return choice.dialect.reals === "by_flag" ? fc.oneof({ weight: 3, arbitrary: narrow }, wide) : narrow;
}

/** A vector, or a packed array of up to three elements. */
function numbersOf(type: string, choice: Choice): Values {
  const { layout, components = 1 } = table.types[type] as { layout: string; components?: number };
  const counts = layout === "packed" ? fc.nat(3) : fc.constant(1);
  return fc.tuple(component(type, choice), counts).chain(([{ texts, wide }, count]) => {
    const length = count * components;
    const numbers = fc.array(texts, { minLength: length, maxLength: length });
    return numbers.map((parts) => (wide ? { [type]: parts, wide } : { [type]: parts }));
  });
}

function nodePath({ dialect }: Choice): Values {
  const parts = { absolute: fc.boolean(), names: list(text, 3), subnames: list(text, 3) };
  if (dialect.node_path_property !== "kept") return fc.record(parts).map((path) => ({ NodePath: path }));
  return fc
    .record({ ...parts, property: fc.boolean() })
    .map((path) => ({ NodePath: { ...path, property: path.property && path.subnames.length > 0 } }));
}

const image: Values = fc
  .record({
    format: fc.nat(22).map(String),
    mipmaps: word.map(String),
    width: word.map(String),
    height: word.map(String),
    data: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  })
  .map((fields) => ({ Image: fields }));

/** The possible numbers of words of each kind of event; other kinds have none. */
const eventWords: Readonly<Record<number, readonly number[]>> = { 1: [2], 3: [1], 4: [1, 2], 5: [1], 6: [1] };
const inputEvent: Values = fc
  .tuple(fc.oneof(fc.nat(9), fc.nat(0x7fffffff)), word, fc.nat(1), word, word)
  .map(([type, device, which, ...data]) => {
    const counts = eventWords[type] ?? [0];
    const count = counts[which % counts.length];
    return {
      InputEvent: { type: String(type), device: String(device), words: data.slice(0, count).map(String) },
    };
  });

const bytes: Values = fc
  .uint8Array({ maxLength: 9 })
  .map((array) => ({ PackedByteArray: Buffer.from(array).toString("hex") }));
const objectID: Values = unsigned.map((id) => ({ ObjectID: id }));

/** Values of a type that contain no others; undefined for a type whose values do, or that the dialect cannot write. */
function leaf(type: string, choice: Choice): Values | undefined {
  const { dialect } = choice;
  const { layout } = table.types[type] as { layout: string };
  switch (dialect.layouts[type] ?? layout) {
    case "unsupported":
    case "dictionary":
    case "array":
    case "typed_array":
      return undefined;
    case "empty":
      if (type === "Nil") return fc.constant(null);
      if (type === "RID") return fc.constant({ RID: "0" });
      return fc.constant(type === "Callable" ? { Callable: true } : { ObjectID: "0" });
    case "boolean":
      return fc.boolean();
    case "integer":
      return (dialect.integers === "always_32" ? int32 : int64).map((int) => ({ int }));
    case "real":
      return (dialect.floats === "always_32" ? narrowFloat : fc.oneof(float64, narrowFloat)).map((float) => ({
        float,
      }));
    case "text":
      return text.map((content) => ({ [type]: content }));
    case "numbers":
      return numbersOf(type, choice);
    case "packed":
      return type === "PackedByteArray" ? bytes : numbersOf(type, choice);
    case "packed_texts":
      return list(text).map((texts) => ({ [type]: texts }));
    case "node_path":
      return nodePath(choice);
    case "id":
      return unsigned.map((id) => ({ RID: id }));
    case "signal":
      return fc.record({ name: text, object: unsigned }).map((signal) => ({ Signal: signal }));
    case "object":
      return objectID;
    case "image":
      return image;
    case "input_event":
      return inputEvent;
    default:
      throw new Error(`no values of ${type}`);
  }
}

/** Names of classes, which no script's path can be. */
const named = text.filter((name) => name !== "" && !name.startsWith("res:"));

/** The declared types that a container of a dialect can have. */
function declared({ dialect, objects }: Choice): Values {
  const builtin = fc
    .constantFrom(...dialect.types.slice(1).filter((type) => type !== "Object" || objects))
    .map((type) => ({ builtin: type }));
  if (!objects) return fc.oneof(builtin, fc.constant({ class: "EncodedObjectAsID" }));
  const script = named.map((name) => ({ script: `res://${name}` }));
  return fc.oneof(
    { weight: 3, arbitrary: builtin },
    named.map((name) => ({ class: name })),
    script,
  );
}

/** Values of all types of a dialect. Dictionary keys and property names are unique, so that the bytes come back. */
export function valuesOf(choice: Choice): Values {
  const { dialect, objects, misfits } = choice;
  const made = dialect.types.flatMap((type): [string, Values][] => {
    const values = leaf(type, choice);
    return values === undefined ? [] : [[type, values]];
  });
  const leaves = new Map(made);
  const anyLeaf = fc.oneof(...leaves.values());
  const shared = dialect.shared_bit ? fc.constantFrom({}, { shared: true }) : fc.constant({});
  const maybeType = (typed: boolean | undefined) =>
    typed ? fc.option(declared(choice), { nil: undefined }) : fc.constant(undefined);
  const containers = dialect.types.filter(
    (type) => !leaves.has(type) && dialect.layouts[type] !== "unsupported",
  );
  return fc.letrec<{ any: Canonical }>((tie) => {
    const any = fc.oneof(
      { depthIdentifier: "value", depthSize: "small", maxDepth: 5, withCrossShrink: true },
      anyLeaf,
      ...containers.map((type) => fc.constant(type).chain((name) => container(name))),
      ...(objects && (dialect.layouts.Object ?? "object") === "object" ? [object()] : []),
    );
    const ofType = (type: string): Values =>
      type === "Array" || type === "Dictionary"
        ? container(type)
        : (leaves.get(type) ?? (containers.includes(type) ? container(type) : anyLeaf));
    const fits = (type: Canonical | undefined): Values => {
      if (type === undefined) return tie("any");
      const { builtin } = type as { builtin?: string };
      const fitting = builtin === undefined ? fc.constant(null) : ofType(builtin);
      return misfits ? fc.oneof({ weight: 4, arbitrary: fitting }, tie("any")) : fitting;
    };
    function container(type: string): Values {
      if (type === "Array") {
        return fc.tuple(maybeType(dialect.typed_arrays), shared).chain(([elementType, bit]) =>
          list(fits(elementType)).map((elements) => ({
            Array: elements,
            ...(elementType === undefined ? {} : { type: elementType }),
            ...bit,
          })),
        );
      }
      if (type === "Dictionary") return dictionary();
      const types = declared(choice).filter((kind) => !(kind as object).hasOwnProperty.call(kind, "script"));
      return fc
        .option(objects ? types : types.filter((kind) => (kind as { class?: string }).class === undefined), {
          nil: undefined,
        })
        .chain((elementType) =>
          list(fits(elementType)).map((elements) => ({
            [type]: elements,
            ...(elementType === undefined ? {} : { type: elementType }),
          })),
        );
    }
    function dictionary(): Values {
      const types = fc.tuple(
        maybeType(dialect.typed_dictionaries),
        maybeType(dialect.typed_dictionaries),
        shared,
      );
      return types.chain(([keyType, valueType, bit]) => {
        const entry = fc.tuple(fits(keyType), fits(valueType));
        const selector = ([key]: [Canonical, Canonical]) =>
          sameKey(key, true, dialect.dictionary_keys_by_identity === true);
        return fc.uniqueArray(entry, { selector, maxLength: 4 }).map((entries) => ({
          Dictionary: entries,
          ...(keyType === undefined ? {} : { key: keyType }),
          ...(valueType === undefined ? {} : { value: valueType }),
          ...bit,
        }));
      });
    }
    function object(): Values {
      const property = fc.tuple(fc.oneof(text, fc.constant("script")), tie("any"));
      const properties = fc.uniqueArray(property, { selector: ([name]) => name, maxLength: 3 });
      return fc.tuple(named, properties).map(([name, all]) => ({
        Object: {
          class: name,
          properties: all.map(([key, value]) =>
            key === "script" && dialect.script_paths ? [key, { String: "res://a.gd" }] : [key, value],
          ),
        },
      }));
    }
    return { any };
  }).any;
}

/** Values of a dialect with their bytes and options: with and without full objects, and of both widths where an option decides. */
export function samples(
  name: DialectName,
  wanted: Partial<Omit<Choice, "dialect">> = {},
): fc.Arbitrary<Sample> {
  const both = [false, true];
  const known = both.flatMap((objects) =>
    both.map((double): [Choice, Values] => {
      const choice = { dialect: dialect(name), objects, double, misfits: true, ...wanted };
      return [choice, valuesOf(choice)];
    }),
  );
  return fc.constantFrom(...known).chain(([choice, values]) =>
    values.map((value) => {
      const real = choice.dialect.reals !== "by_option" ? undefined : choice.double ? "double" : "single";
      const options: Sample["options"] = {
        dialect: name,
        mode: "exact",
        allowObjects: choice.objects,
        fullObjects: choice.objects,
        real,
      };
      return { value, bytes: fromHex(encode(value, name, { real })), options };
    }),
  );
}

/** Whether a key of a Dictionary in the value holds something that equals nothing else: an object, a NaN, in Godot 3 a Dictionary. */
export function hasKeyByIdentity(value: Canonical, inKey = false): boolean {
  if (typeof value === "string") return inKey && value.startsWith("nan:");
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((part) => hasKeyByIdentity(part, inKey));
  if (inKey && ["Object", "ObjectID", "Dictionary", "Image", "InputEvent"].some((type) => type in value))
    return true;
  const { Dictionary: entries, ...rest } = value as { Dictionary?: [Canonical, Canonical][] };
  if (entries?.some(([key, content]) => hasKeyByIdentity(key, true) || hasKeyByIdentity(content, inKey)))
    return true;
  return Object.values(rest).some((part) => part !== undefined && hasKeyByIdentity(part as Canonical, inKey));
}
