// Values typed as GDScript writes them.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  NodePath,
  StringName,
  toText,
  type Variant,
} from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";
const name = "godot-4.6.3.bin";
const exact = { mode: "exact" } as const;

describe.skipIf(!hasBrowser)("typed values", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  /** The values of the saved file by their paths below `player`, in Godot's text form. */
  async function saved(...keys: string[]): Promise<string[]> {
    const root = decode(await visit.save(name), exact) as unknown as Map<string, Map<string, Variant>>;
    return keys.map((key) => toText(root.get("player")?.get(key), exact));
  }

  test("as GDScript writes them keep the type of the value", async () => {
    await visit.open(save4);
    const typed = {
      "player.tint": "Color.CORNFLOWER_BLUE",
      "player.position": "Vector2(0x10, -1_000)",
      "player.facing": "Vector2i.LEFT",
      "player.level": "0b101",
      "player.hp": "PI",
      "player.name": "Ada Lovelace",
      "player.title": "'the \"first\"'",
      "player.target": "/root/Other:position",
      "player.mount": "{color = Color('#f80'), at = PackedInt32Array([1, 2])}",
    };
    for (const [path, text] of Object.entries(typed)) {
      await visit.go(path);
      await visit.edit(text);
    }
    expect(
      await saved("tint", "position", "facing", "level", "hp", "name", "title", "target", "mount"),
    ).toEqual([
      "Color(0.39215687, 0.58431375, 0.92941177, 1)",
      "Vector2(16, -1000)",
      "Vector2i(-1, 0)",
      "5",
      "3.141592653589793",
      '"Ada Lovelace"',
      '"the \\"first\\""',
      'NodePath("/root/Other:position")',
      '{\n&"color": Color(1, 0.53333336, 0, 1),\n&"at": PackedInt32Array(1, 2)\n}',
    ]);
  });

  test("that the field shows can be changed in part: a NodePath, and a key that is a StringName or a float", async () => {
    const { page } = visit;
    const value = new Dictionary([
      ["at", new NodePath("/root/Door")],
      [new StringName("speed"), 1n],
      [float(2), 2n],
    ]);
    await visit.openBytes(name, encode(value, exact));
    const change = async (path: string, key: "F2" | "Shift+F2", from: string, to: string) => {
      await visit.go(path);
      await page.locator("[role=tree]").focus();
      await page.keyboard.press(key);
      const field = page.locator(".in-place input");
      await field.fill((await field.inputValue()).replace(from, to));
      await page.keyboard.press("Enter");
      await field.waitFor({ state: "detached" });
      await visit.settled();
    };
    await change("at", "F2", "Door", "Gate");
    await change("speed", "Shift+F2", "speed", "pace");
    await change("[2.0]", "Shift+F2", "2", "3");
    expect(toText(decode(await visit.save(name), exact), exact)).toBe(
      '{\n"at": NodePath("/root/Gate"),\n&"pace": 1,\n3.0: 2\n}',
    );
  });

  test("that are no value, or of another type, stay in the field", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.tint");
    for (const text of ["Color.NO_SUCH_COLOR", "Vector2.ZERO", "nothing"]) {
      await page.locator("[role=tree]").focus();
      await page.keyboard.press("F2");
      await page.locator(".in-place input").fill(text);
      await page.keyboard.press("Enter");
      await page.locator(".in-place .problem").waitFor();
      await page.keyboard.press("Escape");
      await visit.settled();
    }
    expect(await visit.save(name)).toEqual(fixture(save4));
  });

  const pane = () => visit.page.getByRole("region", { name: "Selected value" });
  const dialog = () => visit.page.getByRole("dialog");

  /** The types that the dialog offers, with what they lose. */
  async function offered(path: string): Promise<Record<string, string>> {
    await visit.go(path);
    await pane().getByRole("button", { name: "Change type" }).click();
    await dialog()
      .locator("[type=radio]")
      .or(dialog().getByText(/^No other type/))
      .first()
      .waitFor();
    const lines = await dialog().locator(".types label").allInnerTexts();
    return Object.fromEntries(
      lines.map((line) => [line.split(/\s/)[0] as string, line.replace(/^\S+\s*/, "")]),
    );
  }

  async function change(path: string, type: string): Promise<void> {
    await offered(path);
    await dialog()
      .getByRole("radio", { name: new RegExp(`^${type}\\b`) })
      .check();
    await dialog().getByRole("button", { name: "Change", exact: true }).click();
    await visit.settled();
  }

  test("change their type, and the page says before what is lost", async () => {
    const { page } = visit;
    await visit.open(save4);
    expect(await offered("player.hp")).toMatchObject({
      int: "becomes 87",
      bool: "becomes true",
      String: "",
      Nil: "the value is lost",
    });
    await page.keyboard.press("Escape");
    expect(await offered("player.level")).toMatchObject({ float: "", String: "" });
    expect(await offered("player.level")).not.toHaveProperty("Vector2");
    await page.keyboard.press("Escape");
    expect(await offered("player.position")).toMatchObject({
      Vector2i: "becomes Vector2i(318, -96)",
      Vector3: "",
    });
    await page.keyboard.press("Escape");
    // The elements of a typed container have its type.
    await expect.poll(() => offered("player.stats.luck")).toEqual({});
    await page.keyboard.press("Escape");
    await change("player.level", "float");
    await change("player.hp", "int");
    await change("player.position", "Vector2i");
    await change("player.facing", "Vector3");
    await change("player.name", "StringName");
    await change("player.title", "Nil");
    await change("scores", "Array");
    expect(await saved("level", "hp", "position", "facing", "name", "title")).toEqual([
      "14.0",
      "87",
      "Vector2i(318, -96)",
      "Vector3(0, -1, 0)",
      '&"Mira"',
      "null",
    ]);
    const { scores } = decode(await visit.save(name)) as { scores: unknown };
    expect(Array.isArray(scores)).toBe(true);
    await page.locator("[role=tree]").focus();
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press("Control+z");
      await visit.settled();
    }
    expect(await visit.save(name)).toEqual(fixture(save4));
  });

  test("are added with a type and its default, and their form keeps its text", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player");
    await pane().getByRole("button", { name: "Add entry" }).click();
    await pane().getByRole("textbox", { name: "key" }).fill("spawn");
    const type = pane().getByRole("combobox", { name: "type" });
    await type.selectOption("Vector3");
    const value = pane().getByRole("textbox", { name: "value" });
    await expect.poll(() => value.inputValue()).toBe("Vector3(0, 0, 0)");
    await value.fill("Vector3(1, 2");
    // Another value is selected, and the text stays.
    await visit.go("version");
    await page.getByText("“Vector3(1, 2” was not taken").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Not saved/).waitFor();
    await expect.poll(() => value.inputValue()).toBe("Vector3(1, 2");
    await expect.poll(() => pane().getByRole("textbox", { name: "key" }).inputValue()).toBe("spawn");
    await expect.poll(() => type.inputValue()).toBe("Vector3");
    await value.press("Enter");
    await pane()
      .getByText(/Can't read/)
      .waitFor();
    await value.fill("Vector2.ONE");
    await value.press("Enter");
    await pane().getByText("This is a value of the type Vector2, not Vector3.").waitFor();
    await value.fill("Vector3.ONE");
    await value.press("Enter");
    await visit.row("spawn").waitFor();
    await visit.go("player");
    await pane().getByRole("button", { name: "Add entry" }).click();
    await pane().getByRole("textbox", { name: "key" }).fill("nick");
    await type.selectOption("StringName");
    await value.fill("M i");
    await value.press("Enter");
    await visit.row("nick").waitFor();
    expect(await saved("spawn", "nick")).toEqual(["Vector3(1, 1, 1)", '&"M i"']);
  });

  test("of another type than was chosen are not added, and the file stays readable", async () => {
    await visit.openBytes("a.bin", encode({ list: [1], other: { hp: 5 } }));
    await visit.go("list");
    await pane().getByRole("button", { name: "Add element" }).click();
    await pane().getByRole("combobox", { name: "type" }).selectOption("int");
    const value = pane().getByRole("textbox", { name: "value" });
    await value.fill("1.5");
    await value.press("Enter");
    await pane().getByText("This is a value of the type float, not int.").waitFor();
    await visit.row("other").click();
    await visit.press("ArrowRight");
    await expect.poll(() => visit.valueOf("hp")).toBe("5");
  });

  test("of a dialect offer its types only", async () => {
    const { page } = visit;
    await visit.open("saves/godot-3.6.bin");
    await page.locator("[role=treeitem]").first().click();
    await pane().getByRole("button", { name: "Add entry" }).click();
    const names = await pane().locator("select[name=type] option").allInnerTexts();
    await expect.poll(() => pane().locator("select[name=type] option").count()).toBeGreaterThan(20);
    expect(names).not.toContain("StringName");
    await expect
      .poll(() => pane().locator("select[name=type] option").allInnerTexts())
      .not.toContain("Vector2i");
  });
});
