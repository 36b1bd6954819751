// Random values and mutated bytes through real engines, both ways. GODOT4, GODOT36 and GODOT32 name the engines.
import { describe, expect, test } from "vitest";
import { decode, encode, type Options, tryDecode, type Variant, type Warning } from "../../js/index.js";
import { Random } from "../random.js";
import { type Answer, type Engine, engines, type Made, seed, toHex } from "./engines.js";
import { mutated } from "./mutations.js";
import { godot3, godot4, randomValue } from "./values.js";

const count = 4000;
/** The number of changed values that each engine judges. */
const changed = 20_000;
/** Adds the seed to failure messages. */
const seeded = `with ENGINE_SEED=${seed}`;

/** Expects no complaint about any item; otherwise shows the first complaints. */
function expectNone<T>(items: readonly T[], complaint: (item: T, index: number) => string | undefined): void {
  const complaints = items.map(complaint).filter((text) => text !== undefined);
  expect(complaints.slice(0, 5), `${complaints.length} of ${items.length} ${seeded}`).toEqual([]);
  expect(items.length).toBeGreaterThan(0);
}

/**
 * True when `theirs` differs from `ours` only in meaningless bytes, which are zero in ours and do not affect decoding.
 * Godot 3 leaves uninitialized memory in the padding of a NodePath.
 */
function differInPadding(ours: Uint8Array, theirs: Uint8Array, options: Options): boolean {
  if (ours.length !== theirs.length) return false;
  const changed = theirs.map((byte, at) => (byte === ours[at] ? byte : ~byte));
  if (theirs.some((byte, at) => byte !== ours[at] && ours[at] !== 0)) return false;
  return toHex(encode(decode(changed, options), options)) === toHex(ours);
}

function same(ours: Uint8Array, theirs: Uint8Array, options: Options): boolean {
  return toHex(ours) === toHex(theirs) || differInPadding(ours, theirs, options);
}

/** Godot 3.2 cannot find a Dictionary key again if it holds a float array with a NaN, and writes this text instead. */
const lostKey = Buffer.from("[Deleted Object]");
const holdsLostKey = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(lostKey);

/** True when the engine's encoding, `theirs`, agrees with ours. */
function agree(ours: Uint8Array, theirs: Uint8Array, options: Options): boolean {
  return same(ours, theirs, options) || holdsLostKey(theirs);
}

function unlike({ bytes, fullObjects }: Made, engine: Engine): string | undefined {
  const options: Options = {
    dialect: engine.dialect,
    mode: "exact",
    allowObjects: fullObjects,
    fullObjects,
  };
  const result = tryDecode(bytes, options);
  if (!result.ok) return `${result.error.message} ${toHex(bytes)}`;
  if (result.warnings.length > 0) return `${result.warnings[0]?.code} ${toHex(bytes)}`;
  const ours = encode(result.value, options);
  return same(ours, bytes, options) ? undefined : `${toHex(bytes)} became ${toHex(ours)}`;
}

/** Warnings about changes by the engine, which therefore writes other bytes. */
const lossyWarnings: readonly Warning["code"][] = [
  "wrong-element-type",
  "byte-order-mark",
  "surrogates-in-text",
];

/** Values that no engine returns unchanged: object ids of another run, and in Godot 3 the absolute NodePath "/". */
const unstable = /EncodedObjectAsID|NodePath\("\/"\)/;

function names(value: unknown): string {
  if (value instanceof Map) return [...value].flat().map(names).join();
  return Array.isArray(value) ? value.map(names).join() : String(value);
}

/** Describes how our verdict on `bytes` differs from the engine's; undefined when they agree. */
function disagreement(bytes: Uint8Array, answer: Answer, engine: Engine): string | undefined {
  const options: Options = { dialect: engine.dialect, mode: "exact", real: "single" };
  const result = tryDecode(bytes, { ...options, allowTrailing: true });
  if (!result.ok) {
    // Godot 3 accepts code points above U+10FFFF.
    const accepted = answer.ok && !(engine.dialect === "godot-3" && result.error.code === "bad-utf8");
    return accepted ? `refused with ${result.error.code}: ${toHex(bytes)}` : undefined;
  }
  if (!answer.ok) return `accepted ${toHex(bytes)}`;
  if (answer.size !== undefined && answer.size !== result.bytesRead) {
    return `read ${result.bytesRead} instead of ${answer.size} bytes of ${toHex(bytes)}`;
  }
  if (result.warnings.some(({ code }) => lossyWarnings.includes(code)) || unstable.test(names(result.value)))
    return;
  const ours = encode(result.value, options);
  if (agree(ours, answer.reencoded, options)) return;
  return `${toHex(bytes)} became ${toHex(ours)} instead of ${toHex(answer.reencoded)}`;
}

function randomValues(range: typeof godot4, start: number): Variant[] {
  const random = new Random(start);
  return Array.from({ length: count }, () => randomValue(random, range));
}

describe("random values without an engine", () => {
  test.each([
    ["godot-4.4", godot4],
    ["godot-3", godot3],
    ["rebel", godot3],
    ["godot-3.0", godot3],
  ] as const)("come back from %s", (dialect, range) => {
    expectNone(randomValues(range, seed), (value) => {
      const bytes = encode(value, { dialect, mode: "exact" });
      const again = encode(decode(bytes, { dialect, mode: "exact" }), { dialect, mode: "exact" });
      return toHex(again) === toHex(bytes) ? undefined : `${toHex(bytes)} became ${toHex(again)}`;
    });
  });
});

for (const engine of engines) {
  describe(engine.name, () => {
    const made = engine.make(seed, count).filter(({ bytes }) => !holdsLostKey(bytes));

    test("writes values that we read and write the same way", () => {
      expectNone(made, (value) => unlike(value, engine));
    });

    test("reads our encoding and writes the same bytes", () => {
      const options: Options = { dialect: engine.dialect, mode: "exact" };
      const ours = randomValues(engine.range, seed).map((value) => encode(value, options));
      const answers = engine.answer(ours);
      expectNone(ours, (bytes, i) => {
        const { ok, reencoded } = answers[i] as Answer;
        return ok && agree(bytes, reencoded, options)
          ? undefined
          : `${toHex(bytes)} became ${toHex(reencoded)}`;
      });
    });

    test("agrees with us on mutated bytes", () => {
      const random = new Random(seed);
      const short = made.filter(({ bytes, fullObjects }) => !fullObjects && bytes.length < 2000);
      const inputs = Array.from({ length: changed }, () => mutated(random, random.pick(short).bytes));
      const answers = engine.answer(inputs);
      expectNone(inputs, (bytes, i) => disagreement(bytes, answers[i] as Answer, engine));
    });
  });
}
