// Dictionaries as keys in files of Godot 3, which keeps them apart even if they are equal.
import { describe, expect, test } from "vitest";
import { decode, type Variant } from "../../../js/index.js";
import { readResource, writeResource } from "../../../js/resources/index.js";
import { type Described, fixture, readings } from "./described.js";
import { main, textOf } from "./resource-text.js";

const files = ["3.6", "3.2.3"].flatMap((version) =>
  ["keys.res", "keys.tres"].map((name) => [version, name] as const),
);

describe.each(files)("%s %s", (version, name) => {
  const bytes = fixture(version, name);
  const { resources } = readings(version).get(name) as Described;
  const engine = Buffer.from(resources[0]?.properties.data ?? "", "hex");
  const data = async (file: Uint8Array, mode: "plain" | "exact") =>
    main(await readResource(file, { mode })).get("data") as Map<Variant, Variant>;

  test.each(["plain", "exact"] as const)("reads every entry that the engine reads: %s", async (mode) => {
    const theirs = decode(engine, { dialect: "godot-3", mode }) as Map<Variant, Variant>;
    expect([...theirs.values()]).toEqual(expect.arrayContaining(["first", "second"]));
    expect([...(await data(bytes, mode))]).toEqual([...theirs]);
  });

  test.each(["plain", "exact"] as const)("keeps every byte when nothing changes: %s", async (mode) => {
    const file = await readResource(bytes, { mode });
    for (const [key, value] of main(file)) main(file).set(key, value);
    expect(await writeResource(file)).toEqual(bytes);
  });

  test.each(["plain", "exact"] as const)("keeps every entry when another one changes: %s", async (mode) => {
    const file = await readResource(bytes, { mode });
    const hp = mode === "exact" ? 5n : 5;
    (main(file).get("data") as Map<Variant, Variant>).set("hp", hp);
    const edited = await writeResource(file);
    const before = [...(await data(bytes, mode))];
    expect([...(await data(edited, mode))]).toEqual(
      before.map(([key, value]) => [key, key === "hp" ? hp : value]),
    );
    if (name === "keys.tres") expect(textOf(edited)).toBe(textOf(bytes).replace('"hp": 1', '"hp": 5'));
  });
});
