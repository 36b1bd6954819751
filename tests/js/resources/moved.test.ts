// Binary resources in which the editor changed a path, because the file there was moved: `rename_dependencies` in
// core/io/resource_format_binary.cpp, from Godot 1 to 4.6. It adds to a word of the header, which no engine uses, how much longer the paths got.
import { describe, expect, test } from "vitest";
import { readCompressed, writeCompressed } from "../../../js/resources/compressed-resource.js";
import { readResource, writeResource } from "../../../js/resources/index.js";
import { fixture, versions } from "./described.js";
import { codeOf, main } from "./resource-text.js";

describe.each(["3.6", "3.2.3"] as const)("Godot %s", (version) => {
  test.each(["moved.res", "moved-compressed.res"])("%s is read and written", async (name) => {
    const bytes = fixture(version, name);
    const file = await readResource(bytes, { mode: "exact" });
    expect(file.externals).toMatchObject([{ type: "Curve", path: "res://farther/curve.tres" }]);
    expect(file.resources.map(({ type }) => type)).toEqual(["Gradient", "CurveTexture"]);
    expect(main(file).get("width")).toBe(77n);
    expect(await writeResource(file)).toEqual(bytes);
    main(file).set("width", 78n);
    const again = await readResource(await writeResource(file), { mode: "exact" });
    expect(again.externals).toEqual(file.externals);
    expect(main(again).get("width")).toBe(78n);
  });
});

// Godot 4.6.3 reads it.
test.each(versions)("the word may be negative: %s", async (version) => {
  const bytes = fixture(version, "save.res").slice();
  const at = 28 + new DataView(bytes.buffer).getUint32(24, true);
  bytes.fill(0xff, at, at + 8);
  bytes[at] = 0xf4;
  expect(await writeResource(await readResource(bytes))).toEqual(bytes);
});

// https://github.com/godotengine/godot/pull/22057
test("the last byte of a compressed file is 0 where an editor before 3.1 changed a path", async () => {
  const whole = await readCompressed(fixture("3.6", "moved-compressed.res"), undefined, 1000);
  const content = whole.content.slice();
  content[content.length - 1] = 0;
  const bytes = await writeCompressed(content, whole);
  const file = await readResource(bytes, { mode: "exact" });
  expect(await writeResource(file)).toEqual(bytes);
  main(file).set("width", 78n);
  const edited = await readCompressed(await writeResource(file), undefined, 1000);
  expect(edited.content.at(-1)).toBe(0);
  // Without compression, it is a sign of damage.
  expect(await codeOf(readResource(content))).toBe("bad-container");
});
