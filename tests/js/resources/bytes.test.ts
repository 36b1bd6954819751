// Bytes in text resources: in base64 where the engine of the file prints them so, and otherwise as numbers.
import { expect, test } from "vitest";
import type { Variant } from "../../../js/index.js";
import { readResource, writeResource } from "../../../js/resources/index.js";
import { bytesOf, main, textOf } from "./resource-text.js";

/** What Godot 4.6.3 saves of `[1, 2, 3]`, and of a Dictionary with bytes as value, key and text. Version 4 is that of a resource with more than 64 bytes. */
const saved = `[gd_resource type="Resource" format=4]

[resource]
small = PackedByteArray("AQID")
inner = {
"a": [PackedByteArray("CQg="), "PackedByteArray(1, 2)"],
PackedByteArray("BA=="): PackedByteArray()
}
`;

test.each(["plain", "exact"] as const)("changed bytes stay in base64: %s", async (mode) => {
  const file = await readResource(bytesOf(saved), { mode });
  main(file).set("small", Uint8Array.of(1, 2, 9));
  expect(textOf(await writeResource(file))).toBe(saved.replace("AQID", "AQIJ"));
});

test("new bytes are in base64, like all the others of the file", async () => {
  const bytes = Uint8Array.from({ length: 70 }, (_, i) => (i * 3) & 255);
  const file = await readResource(bytesOf(saved.replace(/inner.*/s, "")), { mode: "exact" });
  const other = await readResource(bytesOf(saved), { mode: "exact" });
  main(file).set("inner", main(other).get("inner") as Variant);
  expect(textOf(await writeResource(file))).toBe(saved);
  main(file).set("small", bytes);
  // As 4.6.3 prints them.
  const text =
    "AAMGCQwPEhUYGx4hJCcqLTAzNjk8P0JFSEtOUVRXWl1gY2ZpbG9ydXh7foGEh4qNkJOWmZyfoqWoq66xtLe6vcDDxsnMzw==";
  expect(textOf(await writeResource(file))).toBe(saved.replace("AQID", text));
});

test.each([
  ['gd_resource type="Resource" format=3', "PackedByteArray"],
  ['gd_resource type="Resource" format=2', "PoolByteArray"],
])("older versions have numbers: %s", async (header, type) => {
  const text = (numbers: string) => `[${header}]\n\n[resource]\nsmall = ${type}(${numbers})\n`;
  const spaced = (numbers: string) => text(type === "PoolByteArray" ? ` ${numbers} ` : numbers);
  const file = await readResource(bytesOf(spaced("1, 2, 3")));
  main(file).set("small", Uint8Array.of(1, 2, 9));
  expect(textOf(await writeResource(file))).toBe(spaced("1, 2, 9"));
});
