// The accuracy of detect for dialects, framings and other kinds of files, measured on all fixtures of engines.
import { describe, expect, test, vi } from "vitest";
import {
  type Candidate,
  type DialectName,
  detect,
  dialectDescriptions,
  encode,
  encodeFrames,
  load,
  Rect2i,
  tryDecode,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { bytesOfSample, dialectOf, samples } from "../container-files.js";
import { fromHex, linesOf, origins } from "../fixtures.js";
import { generator } from "../stream-sources.js";

const rect = (x: number, y: number, width: number, height: number) =>
  new Rect2i(new Vector2i(x, y), new Vector2i(width, height));
const family = (dialect: DialectName | undefined) => dialect?.replace(/^rebel/, "godot-3").slice(0, 7);

/** From this score on, a candidate counts as proven. */
const proof = 0.9;

interface Subject {
  folder: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  dialect: DialectName;
  isContainer: boolean;
}

/** Values of engines, and values made by hand as an engine would have written them, without those that only an option reads. */
const allSubjects: Subject[] = origins
  .filter(({ dialect }) => !dialect.startsWith("docs"))
  .flatMap(({ folder, dialect }) =>
    linesOf(`${folder}/values.jsonl`)
      .filter(({ real }) => real === undefined)
      .map((line) => {
        const [type, body] = Object.entries((line.value ?? {}) as object)[0] ?? [];
        const isContainer = /^(Dictionary|Array|(Packed)?TypedArray)$/.test(type ?? "") && body.length > 0;
        return { folder, name: line.name, bytes: fromHex(line.bytes), dialect, isContainer };
      }),
  );
const isRare = (dialect: DialectName | undefined) =>
  dialectDescriptions.some(({ name, rare }) => rare && name === dialect);
/** Excludes rare dialects. They are guessed only when no other fits, so most single values of theirs are misidentified. */
const subjects = allSubjects.filter(({ dialect }) => !isRare(dialect));

/** Puts a value into each framing. */
const framings: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  none: (bytes) => bytes,
  store_var: (bytes) => framed(bytes, true),
  store_var_big_endian: (bytes) => framed(bytes, false),
};

function framed(bytes: Uint8Array, littleEndian: boolean): Uint8Array {
  const frame = new Uint8Array(bytes.length + 4);
  new DataView(frame.buffer).setUint32(0, bytes.length, littleEndian);
  frame.set(bytes, 4);
  return frame;
}

describe.each(Object.keys(framings))("framing %s", (framing) => {
  const judged = subjects.map((subject) => {
    const candidates = detect((framings[framing] as (bytes: Uint8Array) => Uint8Array)(subject.bytes));
    return { ...subject, candidates, first: candidates[0] as Candidate | undefined };
  });
  const isRight = ({ first, dialect }: (typeof judged)[number]) =>
    first?.framing === framing && family(first.dialect) === family(dialect);

  test("ranks the right family first for 99 of 100 containers", () => {
    for (const generation of ["godot-2", "godot-3", "godot-4"]) {
      const containers = judged.filter(
        ({ isContainer, dialect }) => isContainer && family(dialect) === generation,
      );
      const wrong = containers
        .filter((subject) => !isRight(subject))
        .map(({ folder, name }) => `${folder} ${name}`);
      expect(containers.length).toBeGreaterThan(0);
      expect({ generation, wrong: wrong.length <= containers.length / 100 ? [] : wrong }).toEqual({
        generation,
        wrong: [],
      });
    }
  });

  test("is never certain of a wrong answer", () => {
    const sure = judged.filter(
      ({ first, ...subject }) => (first?.score ?? 0) >= proof && !isRight({ first, ...subject }),
    );
    expect(
      sure.map(({ folder, name, first }) => `${folder} ${name} ${first?.dialect} ${first?.score}`),
    ).toEqual([]);
  });

  test("always includes the right reading", () => {
    const missing = judged.filter(
      ({ candidates, dialect }) =>
        !candidates.some((c) => c.framing === framing && family(c.dialect) === family(dialect)),
    );
    expect(missing.map(({ folder, name }) => `${folder} ${name}`)).toEqual([]);
  });

  test("never guesses dialects of documents", () => {
    const all = judged.flatMap(({ candidates }) => candidates.map(({ dialect }) => dialect));
    expect(all.filter((dialect) => dialect?.startsWith("docs"))).toEqual([]);
  });
});

describe("rare dialects", () => {
  const rare = allSubjects.filter(({ dialect }) => isRare(dialect));

  test("are never guessed for values of another engine", () => {
    for (const frame of Object.values(framings)) {
      for (const { folder, name, bytes } of subjects) {
        const found = detect(frame(bytes)).filter(({ dialect }) => isRare(dialect));
        expect(found, `${folder} ${name}`).toEqual([]);
      }
    }
  });

  test("are guessed for containers that no other dialect reads", () => {
    const containers = rare.filter(({ isContainer }) => isContainer);
    expect(containers.length).toBeGreaterThan(15);
    for (const { name, bytes, dialect } of containers) {
      const others = dialectDescriptions.filter((one) => one.engine && !one.rare);
      const isOther = others.some((one) => tryDecode(bytes, { dialect: one.name, allowObjects: true }).ok);
      if (!isOther) expect(detect(framed(bytes, true))[0]?.dialect, name).toBe(dialect);
    }
  });

  test("appear in hints only when no other dialect fits", () => {
    for (const { name, bytes, dialect } of rare) {
      const result = tryDecode(bytes, { dialect: "godot-4", allowObjects: true });
      const hint = result.ok ? undefined : result.error.hint;
      const named = /parse whole as (.*)/.exec(hint ?? "")?.[1]?.split(", ");
      if (named?.includes(dialect)) expect(named, name).toEqual([dialect]);
    }
  });
});

describe("files of engines", () => {
  const plain = samples.filter(({ kind }) =>
    /^(store_var|raw variant|mixed|base64 of raw|StreamPeer|PacketPeer|ECFG from)/.test(kind),
  );
  test.each(plain.map((sample) => [`${sample.engine}/${sample.file}`, sample] as const))(
    "%s",
    (_, sample) => {
      const [first] = detect(bytesOfSample(sample));
      expect(family(first?.dialect)).toBe(family(dialectOf(sample)));
      expect(first?.reasons.length).toBeGreaterThan(0);
    },
  );

  test("names containers without opening them", () => {
    for (const sample of samples.filter(({ kind }) => /^(GCPF|GDEC)/.test(kind))) {
      const candidates = detect(bytesOfSample(sample));
      expect(candidates).toHaveLength(1);
      expect(candidates[0]).toMatchObject({
        container: sample.kind.slice(0, 4).toLowerCase(),
        score: 1,
        framing: undefined,
        dialect: undefined,
      });
    }
  });
});

describe("lines of errors/ambiguous", () => {
  const lines = linesOf("errors/ambiguous.jsonl");
  test.each(lines.map((line) => [line.name, line] as const))("%s", (_, line) => {
    const candidates = detect(fromHex(line.bytes)).filter(({ framing }) => framing === "none");
    const families = candidates.map(({ dialect }) => family(dialect));
    expect(families).toContain(family(line.older));
    const wanted = line.code === undefined ? (line.newer ?? "godot-4.4") : (line.older as DialectName);
    const first = candidates[0] as Candidate;
    if (family(first.dialect) !== family(wanted)) expect(first.score).toBeLessThan(proof);
  });
});

describe("a framed Nil is also an empty String", () => {
  const candidates = detect(Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0));
  test("returns both, neither as certain", () => {
    expect(new Set(candidates.map(({ framing }) => framing))).toEqual(new Set(["none", "store_var"]));
    for (const { score } of candidates) expect(score).toBeLessThan(0.5);
  });
});

describe("frames of every dialect of an engine", () => {
  const dialects = dialectDescriptions.filter(({ engine }) => engine).map(({ name }) => name);
  /** Dialects whose values have the same bytes as another dialect's, which is returned instead. */
  const sameBytes: Partial<Record<DialectName, DialectName>> = {
    "godot-4.3": "godot-4.4",
    "godot-4.0": "godot-4.4",
    rebel: "godot-3",
  };
  const values = [{ name: "Ann", hp: 10, at: new Vector2(1, 2), list: [1, "x", null, true] }, [0.25, 3]];

  test.each(dialects)("%s", (dialect) => {
    const [first] = detect(encodeFrames(values, { dialect }));
    const named = sameBytes[dialect] ?? dialect;
    expect(first).toMatchObject({ dialect: named, framing: "store_var", count: 2, score: 1 });
  });
});

describe("bytes other than Variants", () => {
  const others: readonly (readonly [string, string | Uint8Array])[] = [
    ["png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
    ["zip", "PK\x03\x04rest"],
    ["sqlite", "SQLite format 3\0"],
    ["program", "\x7fELF\x02\x01"],
    ["gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0)],
    ["json", '{"a": [1, 2]}'],
    ["json", '\n [1, {"a": "b"}]'],
    ["config", '[player]\n\nname="Ann"\n'],
    ["config", "top=1\n\n[player]\nhp=2\n"],
    ["config", '[remap]\n\nimporter="texture"\n\0'],
    ["text", "once upon a time"],
    ["text", "7"],
    ["text", "\n"],
    ["text", "a\u0001"],
  ];
  test.each(others)("%s", (container, content) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const [first] = detect(bytes);
    expect(first).toMatchObject({ container, framing: undefined, dialect: undefined });
  });

  test.each(["a", '"', "\u001c", "\u007f", "\u0001\u0002\u0003"])(
    "finds no text in %j, which may be the beginning of a value",
    (content) => expect(detect(new TextEncoder().encode(content))).toEqual([]),
  );

  test("finds nothing in noise", () => {
    const random = generator(1);
    const noise = Uint8Array.from({ length: 100_000 }, () => random(256));
    expect(detect(noise)).toEqual([]);
    expect(detect(new Uint8Array(0))).toEqual([]);
    expect(detect(new Uint8Array(5_000_000))).toEqual([]);
  });
});

test("counts the frames of large files, with the one that is cut", () => {
  const frames = encodeFrames(Array(4).fill({ a: new Uint8Array(12_000_000) }), { dialect: "godot-4" });
  expect(detect(frames.subarray(0, -1000))).toMatchObject([{ framing: "store_var", count: 4 }]);
});

test("a frame and a cut one are more likely than the bare Rect2i of the same bytes", async () => {
  const bytes = fromHex("08000000 02000000 05000000 34000000 1b000000");
  expect(detect(bytes).map(({ framing, dialect }) => [framing, dialect])).toEqual([
    ["store_var", "godot-4.4"],
    ["none", "godot-4.4"],
  ]);
  await expect(load(bytes)).rejects.toMatchObject({ code: "bad-container", candidates: detect(bytes) });
  for (const option of [{ framing: "none" }, { dialect: "godot-4" }] as const) {
    const { values } = await load(bytes, option);
    expect(String(values)).toBe("Rect2i(2, 5, 52, 27)");
  }
});

test("a bare value in which nothing could be odd is certain where no frames fit", async () => {
  for (const value of [rect(2, 6, 51, 27), rect(640, 480, 64, 64), new Vector2i(8, 2), 5, null, true]) {
    const onWarning = vi.fn();
    expect((await load(encode(value), { onWarning })).values).toEqual([value]);
    expect(onWarning).not.toHaveBeenCalled();
  }
});
