// As many levels as are allowed fit into the call stack, with room for the frames of the caller: each call in a process of its own,
// because V8 makes smaller frames for functions that it has optimized.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const library = fileURLToPath(new URL("../../../dist/esm/index.js", import.meta.url));

/** KB of the call stack. Node takes 984; the frames of Node 24 and 26 are larger than those of Node 20 by 7 %. */
const stack = 900;

const preamble = `
import * as gv from ${JSON.stringify(library)};
const levels = 1023;
const nested = (outer, inner) => {
  let value = inner;
  for (let i = 0; i < levels; i++) value = outer(value);
  return value;
};
const objects = nested((a) => ({ a }), {});
const maps = nested((value) => new Map([[1, value]]), new Map());
const dictionaries = nested((value) => new gv.Dictionary([[1n, value]]), new gv.Dictionary());
const arrays = nested((value) => [value], []);
const bytesOf = (hex) => new Uint8Array(Buffer.from("1b00000001000000".concat(hex).repeat(levels) + "1b00000000000000", "hex"));
const named = bytesOf("040000000100000061000000");
const numbered = bytesOf("0200000001000000");
const textOf = (key) => \`{\${key}: \`.repeat(levels) + "{}" + "}".repeat(levels);
const exact = { mode: "exact" };
`;

test.each([
  "gv.decode(named)",
  "gv.decode(numbered)",
  "gv.decode(named, exact)",
  "gv.decode(numbered, exact)",
  "gv.encode(objects)",
  "gv.encode(maps)",
  "gv.encode(arrays)",
  "gv.encode(dictionaries, exact)",
  "gv.encode(objects, { like: named })",
  "gv.encode(maps, { like: numbered })",
  "gv.encode(dictionaries, { like: numbered, mode: 'exact' })",
  "gv.toText(objects)",
  "gv.toText(maps)",
  "gv.parseText(textOf('\"a\"'))",
  "gv.parseText(textOf(1))",
  "gv.toNative(objects)",
  "gv.toNative(maps)",
  "gv.fromNative(gv.toNative(objects))",
  "gv.toPlainJSON(maps)",
  "gv.fromPlainJSON(gv.toPlainJSON(objects))",
  "gv.inferTypes([objects])",
  "gv.convert(named, { to: 'godot-3' })",
  "gv.open(named).toBytes()",
  "gv.open(numbered).diff(gv.open(named))",
  "gv.restore(structuredClone(dictionaries))",
])("%s", (call) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [`--stack-size=${stack}`, "--input-type=module", "-e", `${preamble}${call};\nconsole.log("done");`],
    { encoding: "utf8" },
  );
  expect(stdout, stderr).toBe("done\n");
});
