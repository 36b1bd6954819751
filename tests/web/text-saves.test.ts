// Saves that are text: numbers of JSON, and texts in UTF-16.
import { describe, expect, test } from "vitest";
import type { Variant } from "../../js/index.js";
import { readResource } from "../../js/resources/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe.skipIf(!hasBrowser)("a save that is text", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("a number of JSON becomes any number, and nothing else", async () => {
    const { page } = visit;
    await visit.openBytes("save.json", bytesOf('{"gold": 42, "luck": 0.5,  "name": "Mira"}\n'));
    await visit.go("gold");
    await visit.edit("42.5");
    await expect.poll(() => visit.valueOf("gold")).toBe("42.5");
    await visit.go("luck");
    await visit.edit("1");
    await expect.poll(() => visit.valueOf("luck")).toBe("1");
    expect(textOf(await visit.save("save.json"))).toBe('{"gold": 42.5, "luck": 1,  "name": "Mira"}\n');
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => visit.valueOf("gold")).toBe("42");
    expect(textOf(await visit.save("save.json"))).toBe('{"gold": 42, "luck": 0.5,  "name": "Mira"}\n');
  });

  test("JSON lines are added, removed, moved and undone, and the others keep every letter", async () => {
    const { page } = visit;
    const [a, b, c] = ['{"a": 1.50, "a": 1.0e1}\r\n', '  {"b":1E5} \r\n', '{"c": -0}\r\n'];
    await visit.openBytes("lines.save", bytesOf(a + b + c));
    await expect.poll(() => visit.whatItIs()).toMatch(/^JSON lines · /);
    const tree = page.locator("[role=tree]");
    const saved = async () => textOf(await visit.save("lines.save"));
    const press = async (keys: string) => {
      await tree.focus();
      await page.keyboard.press(keys);
      await visit.settled();
    };
    await visit.go("[1]");
    await press("Delete");
    expect(await saved()).toBe(a + c);
    await press("Control+z");
    expect(await saved()).toBe(a + b + c);
    await visit.go("[0]");
    await press("Control+d");
    await visit.go("[1].a");
    await visit.edit("2");
    await visit.go("[2].b");
    await visit.edit("7");
    expect(await saved()).toBe(`${a}{"a": 2}\r\n${b.replace("1E5", "7")}${c}`);
    for (let i = 0; i < 3; i++) await press("Control+z");
    await visit.go("[2]");
    await press("Alt+ArrowUp");
    expect(await saved()).toBe(a + c + b);
    await press("Control+z");
    await page.evaluate(() => navigator.clipboard.writeText('{"d": [1, 0.5]}'));
    await visit.go("[2]");
    await press("Control+v");
    await expect.poll(() => visit.row("3").count()).toBe(1);
    expect(await saved()).toBe(`${a}${b}${c}{"d": [1, 0.5]}\r\n`);
    await page.evaluate(() => navigator.clipboard.writeText("Vector2(1, 2)"));
    await press("Control+v");
    await page
      .getByText(/JSON cannot hold that/)
      .first()
      .waitFor();
    expect(await saved()).toBe(`${a}${b}${c}{"d": [1, 0.5]}\r\n`);
  });

  test("resources are added to a text resource and removed from it, unless something refers to them", async () => {
    const { page } = visit;
    const [head, shape, main] = [
      '[gd_resource type="Resource" load_steps=2 format=3]\n\n',
      '[sub_resource type="Curve" id="Curve_a"]\nresource_name = "c"\n\n',
      '[resource]\nmetadata/of = SubResource("Curve_a")\n',
    ];
    await visit.openBytes("save.tres", bytesOf(head + shape + main));
    const saved = async () => textOf(await visit.save("save.tres"));
    const press = async (keys: string) => {
      await page.locator("[role=tree]").focus();
      await page.keyboard.press(keys);
      await visit.settled();
    };
    await visit.go("sub_resources.Curve_a");
    await press("Delete");
    await page
      .getByText(/This refers to the resource Curve_a/)
      .first()
      .waitFor();
    expect(await saved()).toBe(head + shape + main);
    await press("Control+d");
    await expect.poll(() => visit.row("Curve_a_2").count()).toBe(1);
    expect(await saved()).toBe(head.replace("2", "3") + shape + shape.replace("Curve_a", "Curve_a_2") + main);
    await press("Control+z");
    expect(await saved()).toBe(head + shape + main);
    await visit.go('resource["metadata/of"]');
    await press("Delete");
    await visit.go("sub_resources.Curve_a");
    await press("Delete");
    expect(await saved()).toBe('[gd_resource type="Resource" format=3]\n\n[resource]\n');
    await press("Control+z");
    await press("Control+z");
    expect(await saved()).toBe(head + shape + main);
    await visit.open("resources/godot-4.6.3/save.res");
    await visit.go("sub_resources");
    await press("ArrowRight");
    await press("ArrowDown");
    await press("Control+d");
    await page
      .getByText(/Only text resources gain/)
      .first()
      .waitFor();
  });

  test.each(["save.tres", "save-compressed.res"])(
    "%s refuses an edit that it cannot hold when it is made, not when it is saved",
    async (name) => {
      const { page } = visit;
      const file = fixture(`resources/godot-3.6/${name}`);
      await visit.openBytes(name, file);
      const refused = async (keys: string, reason: RegExp) => {
        await page.locator("[role=tree]").focus();
        await page.keyboard.press(keys);
        await page.locator(".message.error").getByText(reason).waitFor();
        await page.locator(".message").getByRole("button", { name: "Close" }).click();
        expect(Buffer.from(await visit.save(name)).equals(file)).toBe(true);
      };
      await visit.go("resource.hero");
      await page.evaluate(() => navigator.clipboard.writeText("Vector2i(1, 2)"));
      await refused("Control+v", /^This dialect cannot hold a value of this type/);
      await page.evaluate(() => navigator.clipboard.writeText('SubResource("9")'));
      await refused("Control+v", /no Objects but references to the resources that it lists/);
      await visit.go("resource.__meta__");
      await refused("Alt+ArrowUp", /^Engines ignore a property before the script that declares it/);
    },
  );

  test("a new, duplicated or renamed property of a resource file is saved where the page shows it", async () => {
    const { page } = visit;
    const head = '[gd_resource type="Resource" format=3]\n\n[sub_resource type="Curve" id="Curve_a"]\n\n';
    await visit.openBytes("save.tres", bytesOf(`${head}[resource]\na = 1 ; first\nb = 2\nc = 3\n`));
    const tree = page.locator("[role=tree]");
    const saved = async () => textOf(await visit.save("save.tres"));
    await visit.go("resource.a");
    await tree.focus();
    await page.keyboard.press("Control+d");
    await expect.poll(() => visit.row("a_2").count()).toBe(1);
    expect(await saved()).toBe(`${head}[resource]\na = 1 ; first\na_2 = 1\nb = 2\nc = 3\n`);
    await visit.go("resource.b");
    await tree.focus();
    await page.keyboard.press("Shift+F2");
    await page.locator(".in-place input").fill("renamed");
    await page.keyboard.press("Enter");
    await expect.poll(() => visit.row("renamed").count()).toBe(1);
    expect(await saved()).toBe(`${head}[resource]\na = 1 ; first\na_2 = 1\nrenamed = 2\nc = 3\n`);
    // The class of a resource that the file has is not saved.
    await visit.go("file.sub_resource_classes.Curve_a");
    await tree.focus();
    await page.keyboard.press("F2");
    await page.locator(".in-place input").fill('"Gradient"');
    await page.keyboard.press("Enter");
    await page
      .getByText(/Only properties in resource, sub_resources and nodes can be changed/)
      .first()
      .waitFor();
  });

  test("a property of a resource that takes the name of a deleted one, or moves, is saved where the page shows it", async () => {
    const { page } = visit;
    const press = async (keys: string) => {
      await page.locator("[role=tree]").focus();
      await page.keyboard.press(keys);
      await visit.settled();
    };
    const takeName = async (from: string, to: string) => {
      await visit.go(`resource.${to}`);
      await press("Delete");
      await visit.go(`resource.${from}`);
      await press("Shift+F2");
      await page.locator(".in-place input").fill(to);
      await page.keyboard.press("Enter");
      await visit.settled();
    };
    const head = '[gd_resource type="Resource" format=3]\n\n[resource]\n';
    await visit.openBytes("save.tres", bytesOf(`${head}b = 2\nx = 1.50 ; kept\na = [ 1 ]\n`));
    await takeName("a", "b");
    expect(textOf(await visit.save("save.tres"))).toBe(`${head}x = 1.50 ; kept\nb = [1]\n`);
    await press("Alt+ArrowUp");
    // The name is in its old place again.
    expect(textOf(await visit.save("save.tres"))).toBe(`${head}b = [1]\nx = 1.50 ; kept\n`);

    await visit.open("resources/godot-4.6.3/save-compressed.res", "save.res");
    const before = (
      await readResource(fixture("resources/godot-4.6.3/save-compressed.res"), { mode: "exact" })
    ).resources.at(-1)?.properties as Map<string, Variant>;
    await takeName("tint", "hero");
    const after = (await readResource(await visit.save("save.res"), { mode: "exact" })).resources.at(-1);
    const wanted = Array.from(before).filter(([name]) => name !== "hero");
    expect(Array.from(after?.properties ?? [])).toEqual(
      wanted.map(([name, value]) => [name === "tint" ? "hero" : name, value]),
    );
  });

  test("a section of a ConfigFile that is renamed keeps its place and its comments", async () => {
    const { page } = visit;
    const text = "; top\n[one]\na=1 ; first\n\n[two]\nb=2\n";
    await visit.openBytes("save.cfg", bytesOf(text));
    await visit.go("one");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Shift+F2");
    await page.locator(".in-place input").fill("three");
    await page.keyboard.press("Enter");
    await expect.poll(() => visit.row("three").count()).toBe(1);
    expect(textOf(await visit.save("save.cfg"))).toBe(text.replace("one", "three"));
  });

  test("text in UTF-16 is named, with what helps", async () => {
    const text = '\uFEFF{"gold": 42}';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    await visit.drop({ name: "save.json", bytes });
    await visit.page.getByText("save.json cannot be opened").waitFor();
    await visit.page.getByText(/It is text in UTF-16, .*save it as UTF-8/).waitFor();
  });

  test("a text resource behind comments opens, and keeps them", async () => {
    const text =
      '; made by hand\n\n[gd_resource type="Resource" format=3]\n\n[resource]\nresource_name = "ok"\n';
    await visit.openBytes("save.tres", bytesOf(text));
    await visit.openAll();
    await visit.row("resource_name").first().click();
    await visit.settled();
    await visit.edit("new");
    expect(textOf(await visit.save("save.tres"))).toBe(text.replace('"ok"', '"new"'));
  });

  test("an edit keeps entries whose keys only Godot 3 tells apart", async () => {
    const text = '{\n"hp": 1,\n"ids": PoolIntArray( 1 ),\n{\n"x": 1\n}: "first",\n{\n"x": 1\n}: "second"\n}';
    await visit.openBytes("save.txt", bytesOf(text));
    await visit.go("hp");
    await visit.edit("5");
    expect(textOf(await visit.save("save.txt"))).toBe(text.replace('"hp": 1', '"hp": 5'));
  });
});
