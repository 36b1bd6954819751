// The types of values that `takeValue` puts into a resource: those of the new value, in `exact` mode.
import { expect, test } from "vitest";
import { Dictionary, StringName, type Variant, VariantArray } from "../../../js/index.js";
import { readResource, resourceValue, takeValue, writeResource } from "../../../js/resources/index.js";
import { fixture, versions } from "./described.js";
import { bytesOf, main, textOf } from "./resource-text.js";

/** A value of another type that looks alike; undefined for types without one. */
function likeness(value: Variant | undefined): Variant | undefined {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  if (typeof value === "string") return new StringName(value);
  if (value instanceof StringName) return value.text;
  if (value instanceof VariantArray && value.elementType !== undefined) return new VariantArray([...value]);
  return undefined;
}

test.each(versions.flatMap((version) => ["save.res", "save.tres"].map((name) => [version, name] as const)))(
  "%s %s: properties change to types that look alike",
  async (version, name) => {
    const file = await readResource(fixture(version, name), { mode: "exact" });
    const changes = [...main(file)].flatMap(([property, value]) => {
      const other = likeness(value);
      const isName = other instanceof StringName && version.startsWith("3");
      return other === undefined || isName ? [] : [[property, other] as const];
    });
    expect(changes.length).toBeGreaterThan(1);
    const value = resourceValue(file) as Dictionary;
    for (const [property, other] of changes) (value.get("resource") as Dictionary).set(property, other);
    takeValue(file, value);
    const again = await readResource(await writeResource(file), { mode: "exact" });
    for (const [property, other] of changes) expect(main(again).get(property), property).toEqual(other);
  },
);

const text = '[gd_resource type="Resource" format=3]\n\n[resource]\nl = [1, 2.0, 3.5]\nhp = 5\n';

test("elements of another type do not become what stood there", async () => {
  const file = await readResource(bytesOf(text), { mode: "exact" });
  const value = resourceValue(file) as Dictionary;
  (value.get("resource") as Dictionary).set("l", [2, 3.5, 4n]);
  takeValue(file, value);
  expect(textOf(await writeResource(file))).toBe(text.replace("[1, 2.0, 3.5]", "[2.0, 3.5, 4]"));
});

test("in plain mode, types stay", async () => {
  const file = await readResource(bytesOf(text));
  takeValue(
    file,
    new Dictionary([
      [
        "resource",
        new Dictionary([
          ["l", [1, 3, 3.5]],
          ["hp", 6],
        ]),
      ],
      ["file", (resourceValue(file) as Dictionary).get("file") as Variant],
    ]),
  );
  expect(textOf(await writeResource(file))).toBe(text.replace("2.0", "3.0").replace("hp = 5", "hp = 6"));
});

test("StringNames of one control character are in no doubt", async () => {
  const codes = Array.from({ length: 0x1f }, (_, i) => i + 1).filter((code) => code !== 10 && code !== 13);
  const lines = codes.map((code) => `n${code} = &"${String.fromCharCode(code)}"\n`).join("");
  const whole = `${text}${lines}`;
  for (const mode of ["plain", "exact"] as const) {
    const file = await readResource(bytesOf(whole), { mode });
    main(file).set("hp", mode === "exact" ? 6n : 6);
    expect(textOf(await writeResource(file))).toBe(whole.replace("hp = 5", "hp = 6"));
    main(file).set("hp", new StringName("\x01"));
    expect(textOf(await writeResource(file))).toContain("hp = &");
  }
  const binary = await readResource(fixture("4.6.3", "save.res"), { mode: "exact" });
  main(binary).set("control", new StringName("\x01"));
  const again = await readResource(await writeResource(binary), { mode: "exact" });
  expect(main(again).get("control")).toEqual(new StringName("\x01"));
  main(again).delete("control");
  expect(main(await readResource(await writeResource(again))).has("control")).toBe(false);
});
