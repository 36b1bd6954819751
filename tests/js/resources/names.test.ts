// Names of properties: what engines read as another name is refused.
import { describe, expect, test } from "vitest";
import { formatPath, type Variant } from "../../../js/index.js";
import { type ResourceFile, readResource, writeResource } from "../../../js/resources/index.js";
import { fixture, versions, withMarkedName } from "./described.js";

const main = (file: ResourceFile) => file.resources.at(-1)?.properties as Map<string, Variant>;

describe.each(versions)("names in files of Godot %s", (version) => {
  test.each(["save.res", "save.tres"])("that no engine reads are not written: %s", async (fileName) => {
    for (const name of ["", "a\0b", "a\ud800b"]) {
      const file = await readResource(fixture(version, fileName));
      main(file).set(name, 5);
      const refusal = { code: "unsupported-value", path: formatPath([name]) };
      await expect(writeResource(file)).rejects.toMatchObject(refusal);
    }
  });

  test.each(["save.res", "save.tres"])("may begin with a byte order mark: %s", async (fileName) => {
    const file = await readResource(fixture(version, fileName));
    main(file).set("\ufeffhero", "marked");
    const again = main(await readResource(await writeResource(file)));
    expect([again.get("\ufeffhero"), again.get("hero")]).toEqual(["marked", main(file).get("hero")]);
  });

  // tests/engine/resources.test.ts asks the engines.
  test("lose a mark as in engines, and keep it in the file", async () => {
    const bytes = await withMarkedName(version, "one mark");
    const file = await readResource(bytes);
    expect(main(file).get("hero")).toBe("one mark");
    main(file).set("hero", "two marks");
    const written = Buffer.from(await writeResource(file));
    expect(written.includes("\ufeffhero")).toBe(true);
    expect(main(await readResource(written)).get("hero")).toBe("two marks");
  });
});
