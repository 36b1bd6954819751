// Bytes of old engines, read without a named dialect in every way: the right type, an error or a warning.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  AABB,
  Basis,
  Color,
  convert,
  type DialectName,
  Dictionary,
  decode,
  decodeFrames,
  decodeStream,
  encode,
  NodePath,
  open,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  Plane,
  Quaternion,
  Rect2,
  RID,
  recover,
  Transform2D,
  Transform3D,
  tryDecode,
  Vector2,
  Vector3,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { framed, fromHex, join, linesOf, origins, word } from "../fixtures.js";

interface Old {
  readonly name: string;
  readonly dialect: DialectName;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const old: Old[] = origins
  .filter(({ dialect }) => /^godot-[23]/.test(dialect))
  .flatMap(({ folder, dialect }) =>
    linesOf(`${folder}/values.jsonl`).map(({ name, bytes }) => ({
      name: `${folder} ${name}`,
      dialect,
      bytes: fromHex(bytes),
    })),
  );

const typeOf = (bytes: Uint8Array, dialect?: DialectName) =>
  open(bytes, { dialect, allowTrailing: true }).root.type;

/** Each way reads bytes around an old value, and returns the type that it found. */
type Way = (
  bytes: Uint8Array<ArrayBuffer>,
  onWarning: (warning: Warning) => void,
) => Promise<string> | string;

/** The type of a value that was read, by way of writing it again. */
const again = (value: unknown) => typeOf(encode(value, { fullObjects: true, mode: "exact" }), "godot-4");
const exact = { mode: "exact", allowObjects: true } as const;

const ways: Readonly<Record<string, Way>> = {
  decode: (bytes, onWarning) => again(decode(bytes, { ...exact, onWarning })),
  "tryDecode, framed": (bytes, onWarning) => {
    const result = tryDecode(framed(bytes), { ...exact, framing: "store_var" });
    if (!result.ok) throw result.error;
    result.warnings.forEach(onWarning);
    return again(result.value);
  },
  allowTrailing: (bytes, onWarning) => again(decode(bytes, { ...exact, onWarning, allowTrailing: true })),
  "allowTrailing, 4 more bytes": (bytes, onWarning) =>
    again(decode(join(bytes, word(0)), { ...exact, onWarning, allowTrailing: true })),
  "allowTrailing, framed": (bytes, onWarning) =>
    again(decode(framed(bytes), { ...exact, onWarning, allowTrailing: true })),
  "allowTrailing, framed twice": (bytes, onWarning) =>
    again(decode(framed(framed(bytes)), { ...exact, onWarning, framing: "store_var", allowTrailing: true })),
  "allowTrailing, two frames": (bytes, onWarning) =>
    again(decode(join(framed(bytes), framed(bytes)), { ...exact, onWarning, allowTrailing: true })),
  decodeFrames: (bytes, onWarning) => again(decodeFrames(framed(bytes), { ...exact, onWarning })[0]),
  decodeStream: async (bytes, onWarning) => {
    for await (const value of decodeStream([framed(bytes)], { ...exact, onWarning })) return again(value);
    return "";
  },
  open: (bytes, onWarning) => open(bytes, { onWarning }).root.type,
  convert: (bytes, onWarning) =>
    typeOf(convert(bytes, { to: "godot-4", allowObjects: true, onWarning }).bytes, "godot-4"),
  like: (bytes, onWarning) => {
    encode(null, { like: bytes, onWarning });
    return typeOf(bytes, "godot-4");
  },
  recover: (bytes, onWarning) => {
    const { complete, values } = recover(bytes, { onWarning });
    if (!complete) throw new Error("loss");
    return values[0]?.document.root.type ?? "";
  },
};

/** Ways around a value that a single value of Godot 4 may fit as well: a framed Nil is an empty String. */
const isForContainers = (way: string) => /^allowTrailing, /.test(way);
/** Empty containers of Godot 4 are common, and old packed arrays of vectors as roots are not: the answer is Godot 4's. */
const isEmpty = (bytes: Uint8Array) => bytes.length === 8;

describe.each(Object.keys(ways))("%s", (way) => {
  test("never returns another type in silence", async () => {
    const wrong: string[] = [];
    for (const { name, dialect, bytes } of old) {
      const right = typeOf(bytes, dialect);
      if (isForContainers(way) && !/^(Dictionary|Array)$/.test(right)) continue;
      const warnings: Warning[] = [];
      let type: string;
      try {
        type = await (ways[way] as Way)(bytes, (warning) => warnings.push(warning));
      } catch {
        continue;
      }
      if (/^(Dictionary|Array)$/.test(type) && isEmpty(bytes)) continue;
      if (type !== right && !warnings.some(({ code }) => code === "ambiguous-dialect"))
        wrong.push(`${name} ${right} ${type}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("an ill-formed text that the caller replaces does not hide another reading", () => {
  // {"a": "\xff", "b": 1} of Godot 3 has the size of a Transform3D.
  const a = "04000000 01000000 61000000 04000000 01000000 ff000000";
  const bytes = fromHex(`12000000 02000000 ${a} 04000000 01000000 62000000 02000000 01000000`);
  const options = { badUtf8: "replace" } as const;
  const error = errorOf(() => decode(bytes, options));
  expect(error).toMatchObject({ code: "ambiguous-dialect", hint: expect.stringContaining("godot-3") });
  expect(decode(bytes, { ...options, dialect: "godot-3" })).toEqual({ a: "\ufffd", b: 1 });
});

/** Values of every type and of many sizes, with numbers and texts as they are usual. */
function typicalValues(dialect: DialectName): Uint8Array<ArrayBuffer>[] {
  const ints = (count: number) => Array.from({ length: count }, (_, i) => 90 + i);
  const floats = (count: number) => Float32Array.from(ints(count), (one) => one / 4);
  const words = (count: number) => ints(count).map((one) => "abcdefgh".slice(0, one % 9));
  const vectors = [
    new AABB(),
    new Color(0.25, 0.5, 0.75, 1),
    new Basis(),
    new Quaternion(),
    new Plane(),
    new Rect2(),
  ];
  const others = [
    new Transform2D(),
    new Transform3D(),
    new Vector2(1, 2),
    new Vector3(1, 2, 3),
    new RID(),
    null,
    true,
    5,
    0.5,
  ];
  const sized = Array.from({ length: 24 }, (_, n) => [
    new Uint8Array(ints(n)),
    new Int32Array(ints(n)),
    new Float32Array(floats(n)),
    new PackedStringArray(words(n)),
    new PackedVector2Array(floats(2 * n)),
    new PackedVector3Array(floats(3 * n)),
    new PackedColorArray(floats(4 * n)),
    new NodePath(words(n).filter(Boolean).join("/")),
    "abcdefghijklmnopqrstuvwxyz".slice(n),
    ints(n),
    words(n),
    Array.from({ length: n }, () => null),
    new Dictionary(ints(n).map((key) => [key, null])),
    new Dictionary(ints(n).map((key, i) => [words(n)[i] as string, key])),
  ]).flat();
  return [...vectors, ...others, ...sized].map((value) => encode(value, { dialect }));
}

test("DIALECTS.md lists all types that collide, and the answer for each", () => {
  const answers = new Map<string, Set<string>>();
  for (const dialect of ["godot-3", "godot-2"] as const) {
    const values = old.filter((one) => one.dialect === dialect).map(({ bytes }) => bytes);
    for (const bytes of [...values, ...typicalValues(dialect)]) {
      const type = typeOf(bytes, dialect);
      const as4 = tryDecode(bytes, { allowObjects: true, dialect: "godot-4" });
      if (!as4.ok || typeOf(bytes, "godot-4") === type) continue;
      const result = tryDecode(bytes, { allowObjects: true });
      const answer = !result.ok ? "error" : result.warnings.length > 0 ? "warning" : "none";
      const pair = `| ${bytes[0]} | ${typeOf(bytes, "godot-4")} | ${type} of \`${dialect}\` |`;
      answers.set(pair, (answers.get(pair) ?? new Set()).add(answer));
    }
  }
  const lines = [...answers].map(([pair, found]) => `${pair} ${[...found].sort().join(" or ")} |`).sort();
  const page = readFileSync(new URL("../../../docs/DIALECTS.md", import.meta.url), "utf8");
  const section = page.split("can share a size:")[1]?.split("## ")[0] ?? "";
  expect(
    section
      .split("\n")
      .filter((line) => /^\| \d/.test(line))
      .sort(),
  ).toEqual(lines);
});
