// Inputs that once ended the process, each in a process of its own: docs/SECURITY.md, "Limits".
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const library = fileURLToPath(new URL("../../../dist/esm/index.js", import.meta.url));

/** Functions for the expressions below: `many` repeats bytes, `array` is an Array of as many values. */
const preamble = `
import * as gv from ${JSON.stringify(library)};
const many = (hex, size) => {
  const unit = Buffer.from(hex, "hex");
  return new Uint8Array(Buffer.alloc(Math.floor(size / unit.length) * unit.length, unit));
};
const array = (hex, size) => {
  const values = many(hex, size);
  const bytes = new Uint8Array(8 + values.length);
  bytes.set(values, 8);
  new Uint32Array(bytes.buffer, 0, 2).set([28, values.length / (hex.length / 2)]);
  return bytes;
};
const keys = (depth) => "1b00000001000000".repeat(depth) + "1b00000000000000" + "00000000".repeat(depth);
`;

/** The code of the error, or "value", and whether the next call works. */
const result = /^(too-large|value) \{"next":\[1\]\}\n$/;

function resultOf(expression: string, megabytes: number): string {
  const program = `${preamble}
const limits = { memory: 2 ** 28 };
let result = "value";
try { await (${expression}); }
catch (error) { result = error instanceof gv.VariantError ? error.code : String(error); }
console.log(result, JSON.stringify(gv.decode(gv.encode({ next: [1] }))));`;
  const child = spawnSync(
    process.execPath,
    [`--max-old-space-size=${megabytes}`, "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  return child.status === 0 ? child.stdout : `exit ${child.status ?? child.signal}: ${child.stderr}`;
}

describe("a process with 2 GB survives", () => {
  test.each([
    ["Dictionaries as keys, 100 deep", "gv.decode(array(keys(100), 24e6))"],
    ["Dictionaries as keys in exact mode", 'gv.decode(array(keys(1), 24e6), { mode: "exact" })'],
    ["Callables that are converted", 'gv.convert(array("19000000", 32e6), { to: "godot-3" })'],
    ["empty Dictionaries", 'gv.decode(array("1b00000000000000", 160e6), { mode: "exact" })'],
    ["as many as are allowed", 'gv.decode(array("1b00000000000000", 36e6), { mode: "exact" })'],
  ])("%s", (_, expression) => {
    expect(resultOf(expression, 2048)).toMatch(result);
  });
});

/** What a program prints that may call `gc`. */
function printed(program: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  return stdout + stderr;
}

test("neither the key of a file nor its options are kept after the calls", () => {
  const file = JSON.stringify(
    fileURLToPath(new URL("../../fixtures/containers/4.6.3/gdec_key.bin", import.meta.url)),
  );
  const program = `${preamble}
const file = new Uint8Array((await import("node:fs")).readFileSync(${file}));
const loaded = await gv.load(file, { key: Uint8Array.from({ length: 32 }, (_, i) => i * 7) });
const calls = [
  (key) => gv.load(file, { key }),
  (key) => gv.save([1], loaded, { key }),
  async (key) => (await gv.openFile(file, { key })).documents[0].save({ key }),
  (key) => gv.recoverFile(file, { key }),
  (key) => gv.unwrap(file, { key }),
];
async function held(call) {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i * 7);
  await call(key);
  return new WeakRef(key);
}
for (const call of calls) {
  const key = await held(call);
  await new Promise((resolve) => setTimeout(resolve));
  gc();
  console.log(key.deref());
}`;
  expect(printed(program)).toBe("undefined\n".repeat(5));
});

test("callbacks and schemas that are made for one call are not kept after the next one", () => {
  const program = `${preamble}
function held() {
  const onWarning = () => {};
  const schema = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };
  gv.decode(gv.encode(1), { onWarning });
  gv.decode(gv.encode(1), { mode: "exact", schema, limits: { depth: 9 } });
  const onLoss = () => {};
  gv.encode(1, { onLoss });
  return [onWarning, schema, onLoss].map((held) => new WeakRef(held));
}
const refs = held();
gv.decode(gv.encode(1));
await new Promise((resolve) => setTimeout(resolve));
gc();
console.log(refs.map((ref) => ref.deref()));`;
  expect(printed(program)).toBe("[ undefined, undefined, undefined ]\n");
});

describe("a process with 512 MB survives with a limit of 256 MiB", () => {
  test.each([
    ["frames of null", 'gv.decodeFrames(many("0400000000000000", 40e6), { limits })'],
    [
      "frames of empty Dictionaries",
      'gv.decodeFrames(many("080000001b00000000000000", 16e6), { limits, mode: "exact" })',
    ],
    ["frames of null in a file", 'gv.load(many("0400000000000000", 40e6), { limits })'],
    [
      "frames of null that are converted",
      'gv.convertFile(many("0400000000000000", 16e6), { limits, framing: "store_var", to: "godot-3" })',
    ],
    ["empty frames", "gv.locateFrames(new Uint8Array(40e6), { limits })"],
    ["empty objects of JSON", 'gv.fromPlainJSON("[" + "{},".repeat(2e6) + "0]", { limits })'],
    ["numbers of JSON", 'gv.fromPlainJSON("[" + "1,".repeat(8e6) + "0]", { limits })'],
    ["empty arrays of native JSON", 'gv.fromNative(new Array(2e6).fill([]), { limits, mode: "exact" })'],
    ["empty objects of text", 'gv.parseText("[" + "{},".repeat(2e6) + "0]", { limits, mode: "exact" })'],
    ["keys of a ConfigFile", 'new gv.ConfigFile("a=1\\n".repeat(2e6), { limits })'],
  ])("%s", (_, expression) => {
    expect(resultOf(expression, 512)).toMatch(result);
  });
});

test("a Dictionary forgets the keys that are deleted, as of things that move", () => {
  const program = `${preamble}
const things = new gv.Dictionary();
let last = new gv.Vector2();
for (let i = 1; i < 1e6; i++) {
  things.delete(last);
  things.set(last = new gv.Vector2(i, i), i);
}
console.log(things.size, things.get(new gv.Vector2(999_999, 999_999)));`;
  const arguments_ = ["--max-old-space-size=64", "--input-type=module", "-e", program];
  const child = spawnSync(process.execPath, arguments_, { encoding: "utf8" });
  expect(child.stdout + child.stderr).toBe("1 999999\n");
});

test("a text that is kept keeps no more than its part of a pool", () => {
  const program = `${preamble}
const keep = (bytes, i) => gv.decode(bytes)[i * 997];
const used = () => { gc(); return process.memoryUsage().heapUsed; };
for (const prefix of ["a text of 20 letters", "日本語の文字列、二十文字より長い。"]) {
  const bytes = gv.encode(Array.from({ length: 40_000 }, (_, i) => prefix + i));
  const kept = [keep(bytes, 0)];
  const before = used();
  for (let i = 1; i < 40; i++) kept.push(keep(bytes, i));
  console.log(kept.length, used() - before < 40 * 100_000);
}`;
  const child = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(child.stdout + child.stderr).toBe("40 true\n40 true\n");
});
