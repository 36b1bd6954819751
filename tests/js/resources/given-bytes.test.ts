// A caller may use the memory of a file again, as soon as the file was read.
import { expect, test } from "vitest";
import type { Variant } from "../../../js/index.js";
import { type ResourceFile, readResource, writeResource } from "../../../js/resources/index.js";
import { fixture, versions } from "./described.js";

const edited = async (file: ResourceFile) => {
  const properties = file.resources.at(-1)?.properties as Map<string, Variant>;
  properties.set("resource_name", "other");
  return writeResource(file);
};

test.each(versions.flatMap((version) => ["save.res", "save.tres"].map((name) => [version, name] as const)))(
  "Godot %s: %s",
  async (version, name) => {
    const bytes = fixture(version, name);
    const given = bytes.slice();
    const file = await readResource(given);
    given.fill(0);
    expect(await writeResource(file)).toEqual(bytes);
    expect(await edited(file)).toEqual(await edited(await readResource(bytes)));
  },
);
