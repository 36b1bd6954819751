// Resource files and real engines: they load what we edited, and read the same values from it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { decode, NodePath, PackedStringArray, type Variant, Vector2 } from "../../js/index.js";
import {
  addResource,
  readResource,
  referenceTo,
  referredBy,
  removeResource,
  type StoredResource,
  writeResource,
} from "../../js/resources/index.js";
import {
  type Described,
  describeFile,
  expectedOf,
  fixture,
  withLaterReference,
  withLostReference,
  withMarkedName,
} from "../js/resources/described.js";
import { readTexts, refusedByGodot3, refusedByGodot4, refusedTexts } from "../js/resources/refused-texts.js";

const folder = mkdtempSync(join(tmpdir(), "resources-"));
afterAll(() => rmSync(folder, { recursive: true }));

const engines = (
  [
    ["GODOT4", "4.6.3"],
    ["GODOT36", "3.6"],
    ["GODOT32", "3.2.3"],
  ] as const
).flatMap(([name, version]) => {
  const launcher = process.env[name];
  return launcher ? [[version, launcher] as const] : [];
});

/** What the editor writes when it first opens the project: where classes with names are. */
const classes = ["Item", "SaveGame"].map(
  (name) =>
    `{ "base": &"Resource", "class": &"${name}", "icon": "", "is_abstract": false, "is_tool": false, "language": &"GDScript", "path": "res://${name === "Item" ? "item" : "save_game"}.gd" }`,
);

/** Asks the engine how it reads files of a project with the fixtures' scripts. */
function ask(version: string, launcher: string, files: Record<string, Uint8Array>): Map<string, Described> {
  const project = join(folder, version);
  const source = `../fixtures/make/resources${version[0]}`;
  cpSync(fileURLToPath(new URL(source, import.meta.url)), project, { recursive: true });
  const all = { ...files, "theme.tres": fixture(version, "theme.tres") };
  for (const [name, bytes] of Object.entries(all)) writeFileSync(join(project, name), bytes);
  const output = join(project, "answers.jsonl");
  const options = { cwd: project, stdio: "ignore", timeout: 60_000 } as const;
  if (version.startsWith("4")) {
    mkdirSync(join(project, ".godot"), { recursive: true });
    writeFileSync(join(project, ".godot/global_script_class_cache.cfg"), `list=[${classes.join(", ")}]\n`);
    const args = ["--headless", "--path", project, "-s", "read.gd", "--", output, ...Object.keys(files)];
    execFileSync(launcher, args, options);
  } else {
    const env = { ...process.env, FX_OUT: output, FX_IN: Object.keys(files).join(",") };
    execFileSync(launcher, ["--path", project, "-s", "read.gd"], { ...options, env });
  }
  const lines = readFileSync(output, "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => JSON.parse(line)).map((answer) => [answer.file.replace("res://", ""), answer]),
  );
}

/** Changes values of every size, adds and removes properties, and moves a reference. */
async function edited(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await readResource(bytes);
  const [first] = file.resources;
  const main = file.resources.at(-1)?.properties as Map<string, Variant>;
  first?.properties.set("title", "a much longer title than before, with Ł");
  first?.properties.set("inside", null);
  main.set("hero", "");
  main.set("level", 2 ** 40);
  main.set("precise", 0.25);
  main.set("target", new NodePath("/root/Main/New/Name:offset"));
  const escapes = new PackedStringArray(["\x07\v\\a\n"]);
  main.set("data", { list: [1, 2.5, escapes, new Vector2(0.5, 0.1), referenceTo(file, first as never)] });
  main.set("theme", referenceTo(file, first as never));
  main.set("bytes", new Uint8Array(7));
  main.delete("resource_name");
  (main.get("anything") as Variant[]).splice(2, 5);
  return writeResource(file);
}

/** Adds resources, one of which an earlier one refers to, and another file; removes a resource, and the reference to it. */
async function restructured(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await readResource(bytes);
  const [first, second] = file.resources as [StoredResource, StoredResource];
  const main = file.resources.at(-1)?.properties as Map<string, Variant>;
  const theme = addResource(file, {
    type: "Resource",
    path: "res://theme.tres",
    id: file.engine.major === 3 ? "77" : "77_x",
  });
  const script = first.properties.get("script") as Variant;
  const properties = new Map<string, Variant>([
    ["script", script],
    ["title", "made"],
    ["count", 7],
  ]);
  const made = addResource(file, { type: "Resource", properties });
  const curve = addResource(file, { type: "Curve", properties: new Map([["resource_name", "unused"]]) });
  first.properties.set("inside", referenceTo(file, made));
  main.set("held", referenceTo(file, made));
  main.set("anything", [referenceTo(file, theme), referenceTo(file, curve)]);
  removeResource(file, second);
  return writeResource(file);
}

const names = ["save.res", "save-compressed.res", "save.tres"];
const scenes = ["scene.scn", "scene.tscn"];

describe.each(engines)("Godot %s", (version, launcher) => {
  test("loads what was edited, and reads the same values", { timeout: 120_000 }, async () => {
    const files: Record<string, Uint8Array> = {};
    for (const name of names) files[name] = await edited(fixture(version, name));
    for (const name of scenes) {
      const file = await readResource(fixture(version, name));
      file.resources[0]?.properties.set("title", 'a title [node]\n"quoted"');
      for (const { properties } of file.nodes) properties.set("z_index", 3);
      files[name] = await writeResource(file);
    }
    const answers = ask(version, launcher, files);
    for (const name of names) {
      const answer = answers.get(name) as Described;
      expect(answer.ok, name).toBe(true);
      const theirs = expectedOf(answer, version);
      const ours = await describeFile(files[name] as Uint8Array);
      // The engine does not list what no property refers to any more.
      for (const [id, properties] of theirs)
        expect(properties, `${name} ${id}`).toMatchObject(ours.get(id) ?? {});
      expect(theirs.get("")).toBeDefined();
      expect(ours.size).toBeGreaterThan(3);
    }
    for (const name of scenes) {
      const [, inside] = answers.get(name)?.resources ?? [];
      const title = decode(Buffer.from(inside?.properties.title ?? "", "hex"));
      expect(title, name).toBe('a title [node]\n"quoted"');
    }
  });
});

describe.each(engines)("Godot %s", (version, launcher) => {
  test("loads text resources with other resources in them", { timeout: 120_000 }, async () => {
    const bytes = await restructured(fixture(version, "save.tres"));
    const answer = ask(version, launcher, { "other.tres": bytes }).get("other.tres") as Described;
    expect(answer.ok).toBe(true);
    const theirs = expectedOf(answer, version);
    const ours = await describeFile(bytes);
    for (const [id, properties] of theirs) expect(properties, id).toMatchObject(ours.get(id) ?? {});
    expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
    expect(theirs.size).toBe(5);
  });

  test("does not read a reference to a resource that comes later", { timeout: 120_000 }, async () => {
    const text = new TextDecoder().decode(fixture(version, "save.tres"));
    const [own, later] = [...text.matchAll(/\[sub_resource .*id=("?\w+"?)/g)].map(([, id]) => id);
    const made = text.replace("count = 3\n", `count = 3\ninside = SubResource( ${later} )\n`);
    const itself = text.replace("count = 3\n", `count = 3\ninside = SubResource( ${own} )\n`);
    const files = { "later.tres": made, "itself.tres": itself };
    const all = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
    const answers = ask(version, launcher, Object.fromEntries(all));
    expect(answers.get("later.tres")?.ok).toBe(false);
    expect(answers.get("itself.tres")?.ok).toBe(true);
  });
});

describe.each(engines)("Godot %s", (version, launcher) => {
  test("refuses the texts that readResource refuses", { timeout: 120_000 }, () => {
    const own = version.startsWith("4") ? refusedByGodot4 : refusedByGodot3;
    const refused = Object.values({ ...refusedTexts, ...own });
    const all = [...refused, ...Object.values(readTexts)].map((text, i): [string, Uint8Array] => [
      `${i}.${text.includes("gd_scene") ? "tscn" : "tres"}`,
      new TextEncoder().encode(text.replace("§", "")),
    ]);
    const answers = [...ask(version, launcher, Object.fromEntries(all)).values()];
    expect(answers.map(({ ok }) => ok)).toEqual(all.map((_, i) => i >= refused.length));
  });
});

describe.each(engines)("Godot %s", (version, launcher) => {
  test("reads a reference to a later resource of a binary file as null", { timeout: 120_000 }, async () => {
    const bytes = await withLaterReference(version, "inside", (reference) => reference);
    const file = await readResource(bytes);
    const [first, second] = file.resources as [StoredResource, StoredResource];
    expect(referredBy(file, first.properties.get("inside"))).toBe(second);
    const theirs = expectedOf(
      ask(version, launcher, { "later.res": bytes }).get("later.res") as Described,
      version,
    );
    expect(decode(Buffer.from(theirs.get(first.id)?.inside ?? "", "hex"))).toBe(null);
  });

  test("reads references that lead nowhere as null", { timeout: 120_000 }, async () => {
    for (const kind of version === "4.6.3" ? (["file"] as const) : (["file", "resource"] as const)) {
      const { bytes } = await withLostReference(version, kind);
      const answer = ask(version, launcher, { "lost.res": bytes }).get("lost.res") as Described;
      const hex = expectedOf(answer, version).get("")?.anything ?? "";
      const dialect = version.startsWith("3") ? "godot-3" : "godot-4";
      expect(decode(Buffer.from(hex, "hex"), { dialect }), kind).toEqual([4242, null]);
    }
  });
});

describe.each(engines)("Godot %s", (version, launcher) => {
  test("drops the first byte order mark before the name of a property", { timeout: 120_000 }, async () => {
    const one = await withMarkedName(version, "one mark");
    const file = await readResource(fixture(version, "save.res"));
    const main = file.resources.at(-1)?.properties as Map<string, Variant>;
    main.delete("hero");
    main.set("\ufeffhero", "two marks");
    const answers = ask(version, launcher, { "one.res": one, "two.res": await writeResource(file) });
    const heroIn = (name: string) => {
      const hex = expectedOf(answers.get(name) as Described, version).get("")?.hero ?? "";
      return decode(Buffer.from(hex, "hex"), { dialect: version.startsWith("3") ? "godot-3" : "godot-4" });
    };
    expect(["one.res", "two.res"].map(heroIn)).toEqual(["one mark", ""]);
  });
});

test.runIf(engines.length === 0)("no engine is available", () => expect(engines).toEqual([]));
