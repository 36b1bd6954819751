// Dictionaries whose keys a conversion may make equal: how many entries the engine of the target reads.
import { describe, expect, test } from "vitest";
import {
  Color,
  convert,
  type DialectName,
  Dictionary,
  encode,
  NodePath,
  PackedVector2Array,
  Quaternion,
  Signal,
  StringName,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
} from "../../js/index.js";
import { type Engine, engines, toHex } from "./engines.js";

const float = (value: number) => new Float32Array([value]);
const list = (...values: Variant[]) => new VariantArray(values);
const pairs = (...entries: [Variant, Variant][]) => new Dictionary(entries);

/** Keys of both generations. */
const common: readonly Variant[] = [
  null,
  true,
  1n,
  2n ** 40n,
  0.5,
  "a",
  new Vector2(1, 2),
  new Vector3(1, 2, 3),
  new Color(1, 2, 3, 4),
  new Quaternion(1, 2, 3, 4),
  new NodePath("a"),
  new NodePath(""),
  new NodePath("/"),
  list(new NodePath("")),
  list(new NodePath("/")),
  list(Number.NaN),
  list(list(Number.NaN)),
  list(0),
  list(-0),
  float(0),
  float(-0),
  list(float(0)),
  list(float(-0)),
  new PackedVector2Array(new Float32Array([0, 0])),
  new PackedVector2Array(new Float32Array([0, -0])),
  pairs(["a", 1n]),
  list(pairs(["a", 1n])),
  list(1n),
  list("a"),
  list(new Vector2(1, 2)),
  pairs([new Vector2(1, 2), 1n]),
  pairs([1n, new Vector2(1, 2)]),
  new Int32Array([1, 2, 3, 4]),
  float(1),
  new Float32Array([1, 2, 3, 4]),
];
const onlyGodot4: readonly Variant[] = [
  new StringName("a"),
  new Vector2i(1, 2),
  new Vector3i(1, 2, 3),
  new Vector4(1, 2, 3, 4),
  new Signal("a", 1n),
  list(new StringName("a")),
  list(new Vector2i(1, 2)),
  new VariantArray([1n], { kind: "builtin", type: "int" }),
  pairs([new Vector2i(1, 2), 1n]),
  pairs([1n, new Vector2i(1, 2)]),
  pairs([new StringName("a"), 1n]),
  new BigInt64Array([1n]),
];

/** The bytes of a Dictionary with these keys, which need not differ. */
function withKeys(keys: readonly Variant[], dialect: DialectName): Uint8Array {
  const options = { dialect, mode: "exact" } as const;
  const whole = (value: Variant) => encode(value, options);
  const parts = keys.flatMap((key, i) => [whole(key), whole(BigInt(i))]);
  const head = whole(pairs()).slice();
  new DataView(head.buffer).setUint32(4, keys.length, true);
  return Buffer.concat([head, ...parts]);
}

/** The number of entries that an engine wrote. */
const sizeOf = (bytes: Uint8Array) => Buffer.from(bytes).readUInt32LE(4) & 0x7fffffff;

function check(from: Engine | undefined, source: DialectName, to: Engine, keys: readonly Variant[]): void {
  const inputs = keys.flatMap((one, i) => keys.slice(i).map((other) => withKeys([one, other, one], source)));
  const converted = inputs.map((bytes) => convert(bytes, { from: source, to: to.dialect }));
  const before = from?.answer(inputs);
  const after = to.answer(converted.map(({ bytes }) => bytes));
  const complaints = converted.flatMap(({ losses }, i) => {
    const bytes = inputs[i] as Uint8Array;
    const merged = losses.filter(({ code }) => code === "key-merged").length;
    const had = sizeOf(before?.[i]?.reencoded ?? bytes);
    const has = sizeOf(after[i]?.reencoded as Uint8Array);
    return Math.max(0, had - has) === merged ? [] : [`${had} - ${merged} != ${has}: ${toHex(bytes)}`];
  });
  expect(complaints).toEqual([]);
}

const godot4 = engines.find(({ dialect }) => dialect === "godot-4.4");

describe.each(engines.filter((engine) => engine !== godot4).map((engine) => [engine.name, engine] as const))(
  "%s",
  (_, engine) => {
    test("lacks the entries of Godot 4 that a conversion names", () => {
      check(godot4, "godot-4.4", engine, [...common, ...onlyGodot4]);
    });

    test.runIf(godot4)("has the entries that Godot 4 lacks and a conversion names", () => {
      check(engine, "godot-3", godot4 as Engine, common);
    });
  },
);

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));
