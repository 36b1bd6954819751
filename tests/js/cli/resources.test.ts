// Commands with resource files that real engines wrote.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decode, encode, type Variant, wrap } from "../../../js/index.js";
import { type ResourceFile, readResource } from "../../../js/resources/index.js";
import { cli, file, read } from "../command-line.js";
import { withLaterReference } from "../resources/described.js";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/resources/${name}`, import.meta.url));
const engines = ["godot-4.6.3", "godot-3.6", "godot-3.2.3"];
const names = ["save.tres", "save.res", "save-compressed.res"];

/** A fixture in the working folder. */
function placed(engine: string, name: string, bytes: Uint8Array = fixture(`${engine}/${name}`)): string {
  return file(`${engine}-${name}`, bytes);
}

async function output(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.toString();
}

const mainOf = ({ resources }: ResourceFile) => resources.at(-1)?.properties as Map<string, Variant>;

describe.each(engines.flatMap((engine) => names.map((name) => ({ engine, name }))))(
  "$engine $name",
  ({ engine, name }) => {
    const path = placed(engine, name);

    test("info and get", async () => {
      const resource = await readResource(fixture(`${engine}/${name}`));
      expect(await output(["info", path])).toMatch(/^kind +resource file$/m);
      expect(JSON.parse(await output(["get", "file", path]))).toMatchObject({
        class: resource.type,
        ...(resource.scriptClass && { script_class: resource.scriptClass }),
        external_resources: Object.fromEntries(resource.externals.map(({ id, path }) => [id, { path }])),
      });
      expect(JSON.parse(await output(["get", "resource.level", path]))).toBe(mainOf(resource).get("level"));
      const [first] = resource.resources;
      const title = JSON.parse(await output(["get", `sub_resources["${first?.id}"].title`, path]));
      expect(title).toBe(first?.properties.get("title"));
    });

    test("set changes one property", async () => {
      await output(["set", "resource.level", "77", path, "-o", "edited"]);
      const [before, after] = [
        await readResource(fixture(`${engine}/${name}`)),
        await readResource(read("edited")),
      ];
      mainOf(before).set("level", 77);
      expect(after).toEqual(before);
      expect((await cli(["diff", path, "edited"])).text).toMatch(/^~ resource\.level: \d+ → 77\n$/);
    });

    test("what is fixed cannot be changed", async () => {
      for (const args of [
        ["set", "file.class", "Node"],
        ["add", 'sub_resources["not an id"]', "{}"],
        ["delete", "resource"],
        ["add", "more", "5"],
      ]) {
        const { code, stderr } = await cli([...args, path, "-o", "refused"]);
        expect({ args, code, stderr }).toEqual({
          args,
          code: 2,
          stderr: expect.stringMatching(/Only properties in resource|do not read such an id/),
        });
      }
    });
  },
);

test("layers around it are kept", async () => {
  const bytes = await wrap(fixture("godot-4.6.3/save.tres"), [{ container: "gcpf", compression: "zstd" }]);
  const path = placed("wrapped", "save.tres", bytes);
  await output(["set", "resource.hero", "Bo", path, "-o", "edited"]);
  const { layers, resources } = await readResource(read("edited"));
  expect(layers.map(({ container }) => container)).toEqual(["gcpf"]);
  expect(resources.at(-1)?.properties.get("hero")).toBe("Bo");
});

test("nodes of a scene", async () => {
  const path = placed("godot-4.6.3", "scene.tscn");
  const nodes = JSON.parse(await output(["get", "nodes", path]));
  expect(Object.keys(nodes)).toEqual(["World", "Sign"]);
  await output(["add", "nodes.Sign.z_index", "3", path, "-o", "edited"]);
  expect((await readResource(read("edited"))).nodes[1]?.properties.get("z_index")).toBe(3);
});

test("a type that Godot 3 lacks is refused", async () => {
  for (const name of names) {
    const outcome = await cli([
      "add",
      "resource.four",
      "Vector4(1, 2, 3, 4)",
      placed("godot-3.6", name),
      "-o",
      "refused",
    ]);
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toMatch(/not-in-dialect/);
  }
});

test("decode prints every value, and convert refuses", async () => {
  const path = placed("godot-4.6.3", "save.res");
  const printed = JSON.parse(await output(["decode", path, "--json", "plain"]));
  expect(Object.keys(printed)).toEqual(["resource", "sub_resources", "file"]);
  expect(decode(encode(printed.resource.seed))).toBe(
    JSON.parse(await output(["get", "resource.seed", path])),
  );
  expect(await cli(["convert", "--to", "godot-3", path, "-o", "refused"])).toMatchObject({ code: 2 });
});

test.each(engines.slice(1))(
  "%s: an edit keeps entries whose keys only Godot 3 tells apart",
  async (engine) => {
    const text = fixture(`${engine}/keys.tres`).toString();
    await output(["set", "resource.data.hp", "5", placed(engine, "keys.tres"), "-o", "edited-keys.tres"]);
    expect(read("edited-keys.tres").toString()).toBe(text.replace('"hp": 1', '"hp": 5'));
  },
);

test("a reference that engines read as null is told", async () => {
  const path = file("later.res", await withLaterReference("4.6.3", "note", (reference) => reference));
  const { code, stderr } = await cli(["get", "resource.level", path]);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^godot-variant: warning: later-reference: .* an engine reads null .*path sub_resources\.\w+\.note/,
  );
});
