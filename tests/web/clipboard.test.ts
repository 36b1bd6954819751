// Copy, paste, duplicate, delete and move values: several at once, between files, and with one undo step for each action.
import { describe, expect, test } from "vitest";
import {
  type DialectName,
  Dictionary,
  decode,
  encode,
  float,
  GodotObject,
  type Options,
  StringName,
  toText,
  type Variant,
  VariantArray,
  Vector2,
} from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const options = (dialect: DialectName): Options => ({
  dialect,
  mode: "exact",
  allowObjects: true,
  fullObjects: true,
});
const bytesOf = (value: Variant, dialect: DialectName = "godot-4.4") => encode(value, options(dialect));
const dict = (entries: readonly (readonly [Variant, Variant])[]) => new Dictionary(entries);
const list = (...values: Variant[]) => new VariantArray(values) as unknown as Variant;
/** The text form without line breaks. */
const flat = (value: Variant) => toText(value, { mode: "exact" }).replace(/\s*\n\s*/g, "");

describe.skipIf(!hasBrowser)("values", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const tree = () => visit.page.locator("[role=tree]");
  const dialog = () => visit.page.getByRole("dialog");
  const clipboard = () => visit.page.evaluate(() => navigator.clipboard.readText());

  async function open(name: string, value: Variant, dialect: DialectName = "godot-4.4"): Promise<void> {
    await visit.openBytes(name, bytesOf(value, dialect));
    await visit.openAll();
  }

  async function keys(...pressed: string[]): Promise<void> {
    await tree().focus();
    for (const key of pressed) {
      await visit.page.keyboard.press(key);
      await visit.settled();
    }
  }

  /** Puts a text into the system's clipboard, as another program does. */
  const put = (text: string) => visit.page.evaluate((text) => navigator.clipboard.writeText(text), text);

  const saved = async (name: string, dialect: DialectName = "godot-4.4") =>
    flat(decode(await visit.save(name), options(dialect)));

  test("several are selected with Shift, Ctrl and Ctrl+A, and deleted in one step", async () => {
    const { page } = visit;
    const value = list(...Array.from({ length: 8 }, (_, i) => BigInt(i)));
    await open("a.bin", value);
    await visit.go("[2]");
    await tree().focus();
    // Faster than the worker answers.
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await visit.settled();
    await expect.poll(() => page.locator("[role=treeitem][aria-selected=true]").count()).toBe(3);
    await page.getByText("3 values selected").waitFor();
    await visit.row("6").click({ modifiers: ["ControlOrMeta"] });
    await visit.row("3").click({ modifiers: ["ControlOrMeta"] });
    await page.getByText("3 values selected").waitFor();
    await keys("Delete");
    expect(await saved("a.bin")).toBe("[0, 1, 3, 5, 7]");
    await keys("Control+z");
    await expect.poll(() => page.locator("[role=treeitem][aria-selected=true]").count()).toBe(3);
    expect(await saved("a.bin")).toBe("[0, 1, 2, 3, 4, 5, 6, 7]");
    await keys("Control+y", "Control+z", "Escape");
    await visit.row("1").click();
    await visit.row("3").click({ modifiers: ["Shift"] });
    await page.getByText("3 values selected").waitFor();
    await keys("Control+a");
    await page.getByText("8 values selected").waitFor();
    await keys("Delete");
    expect(await saved("a.bin")).toBe("[]");
    await keys("Control+z");
    expect(Buffer.compare(await visit.save("a.bin"), bytesOf(value))).toBe(0);
  });

  test("keep every type between files, and reach other programs as text", async () => {
    const typed = new VariantArray([1n, 2n], { kind: "builtin", type: "int" });
    const value = dict([
      [new StringName("name"), 0.5],
      [2n, typed as unknown as Variant],
      [3, new GodotObject("Node", [["x", 1n]])],
      ["at", new Vector2(1, 2)],
    ]);
    await open("from.bin", value);
    await visit.row("name").click();
    await keys("Control+a", "Control+c");
    expect((await clipboard()).replace(/\s*\n\s*/g, "")).toBe(flat(value));
    await open("to.bin", dict([["in", dict([])]]));
    await visit.go("in");
    await keys("Control+v");
    const bytes = await visit.save("to.bin");
    expect(bytes).toEqual(bytesOf(dict([["in", value]])));
    // The text of one value is what var_to_str writes.
    await visit.row("at").click();
    await keys("Control+c");
    expect(await clipboard()).toBe("Vector2(1, 2)");
  });

  test("of the right type but out of range are refused by a packed array with what it takes", async () => {
    await open("a.bin", dict([["bytes", Uint8Array.of(1)]]));
    await visit.go("bytes[0]");
    await visit.page.evaluate(() => navigator.clipboard.writeText("256"));
    await keys("Control+v");
    await visit.page
      .getByText("Elements of a PackedByteArray must be whole numbers from 0 to 255.")
      .waitFor();
    expect(await saved("a.bin")).toBe('{"bytes": PackedByteArray(1)}');
  });

  test("are cut, and pasted after a value or inside of an open container", async () => {
    await open(
      "a.bin",
      dict([
        ["list", list(1n, 2n, 3n)],
        ["other", list(7n, 8n)],
      ]),
    );
    await visit.go("list[0]");
    await keys("Shift+ArrowDown", "Control+x");
    expect(await clipboard()).toBe("[1, 2]");
    await visit.go("other[0]");
    await keys("Control+v");
    expect(await saved("a.bin")).toBe('{"list": [3],"other": [7, 1, 2, 8]}');
    await visit.go("list");
    await keys("Control+v");
    expect(await saved("a.bin")).toBe('{"list": [3, 1, 2],"other": [7, 1, 2, 8]}');
    await keys("Control+z", "Control+z", "Control+z");
    expect(await saved("a.bin")).toBe('{"list": [1, 2, 3],"other": [7, 8]}');
  });

  test("from elsewhere are read as var_to_str, JSON.from_native, JSON and GDScript, or refused", async () => {
    const { page } = visit;
    await open("a.bin", list());
    const texts = [
      "Vector2(1, 2)",
      '{"type":"Vector2i","args":[3,4]}',
      '["i:5","sn:x"]',
      '{"a": [1, 2.5, null]}',
      "Color.RED",
    ];
    for (const text of texts) {
      await put(text);
      await visit.go("");
      await visit.row("value").click();
      await keys("Control+v");
    }
    const all = '[Vector2(1, 2), Vector2i(3, 4), [5, &"x"], {"a": [1, 2.5, null]}, Color(1, 0, 0, 1)]';
    expect(await saved("a.bin")).toBe(all);
    await put("just some words");
    await keys("Control+v");
    await page.getByText(/The clipboard holds no value .*"just some words"/).waitFor();
    expect(await saved("a.bin")).toBe(all);
  });

  test("whose key exists replace the other one, get another key, or stay out, as the person says", async () => {
    const from = dict([
      ["a", 1n],
      [5n, 2n],
    ]);
    await open(
      "a.bin",
      dict([
        ["from", from],
        [
          "to",
          dict([
            ["a", 10n],
            ["z", 0n],
            [5n, 20n],
          ]),
        ],
      ]),
    );
    await visit.go("from.a");
    await keys("Control+a", "Control+c");
    await visit.go("to");
    await keys("Control+v");
    await dialog()
      .getByText(/already has a value for a, 5/)
      .waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    const before = '{"from": {"a": 1,5: 2},"to": {"a": 10,"z": 0,5: 20}}';
    expect(await saved("a.bin")).toBe(before);
    await keys("Control+v");
    await dialog().getByRole("button", { name: "Keep both" }).click();
    await visit.settled();
    expect(await saved("a.bin")).toBe('{"from": {"a": 1,5: 2},"to": {"a": 10,"z": 0,5: 20,"a_2": 1,6: 2}}');
    await keys("Control+z");
    expect(await saved("a.bin")).toBe(before);
    await visit.go("to");
    await keys("Control+v");
    await dialog().getByRole("button", { name: "Replace" }).click();
    await visit.settled();
    expect(await saved("a.bin")).toBe('{"from": {"a": 1,5: 2},"to": {"z": 0,"a": 1,5: 2}}');
    await keys("Control+z");
    expect(await saved("a.bin")).toBe(before);
  });

  test("that do not fit are refused, and nothing is half done", async () => {
    const { page } = visit;
    const ints = new VariantArray([1n], { kind: "builtin", type: "int" }) as unknown as Variant;
    const value = dict([
      ["ints", ints],
      ["mixed", list(2n, "text", 3n)],
      ["wide", new Vector2(1, 2)],
    ]);
    await open("a.bin", value);
    await visit.go("mixed[0]");
    await keys("Control+a", "Control+c");
    await visit.go("ints");
    await keys("Control+v");
    await page.locator(".message.error").waitFor();
    expect(Buffer.compare(await visit.save("a.bin"), bytesOf(value))).toBe(0);
    // A dialect without the type: Godot 3 has no Vector2i.
    await open("new.bin", list(list(new StringName("x"))));
    await visit.row("0").last().click();
    await keys("Control+c");
    await open("old.bin", list(1n), "godot-3");
    await visit.row("0").click();
    await keys("Control+v");
    await page.locator(".message.error").waitFor();
    await expect.poll(() => page.locator(".message.error").innerText()).toMatch(/Godot 3 has no StringName/);
    expect(await visit.save("old.bin")).toEqual(bytesOf(list(1n), "godot-3"));
    // What failed is no step: undo has nothing to take back.
    await expect.poll(() => page.getByRole("button", { name: /^Undo/ }).first().isDisabled()).toBe(true);
  });

  test("pasting names what the dialect does not keep", async () => {
    const ints = new VariantArray([1n], { kind: "builtin", type: "int" }) as unknown as Variant;
    await open("new.bin", list(ints, ints, 1n));
    await visit.row("0").first().click();
    await keys("Shift+ArrowDown", "Control+c");
    await open("old.bin", list(2n), "godot-3");
    await visit.row("0").click();
    await keys("Control+v");
    const message = visit.page.locator(".message.error");
    await expect
      .poll(() => message.innerText())
      .toMatch(/^Pasted 2 values\. Array\. The dialect has no typed containers of this kind[^.]*\.$/m);
    expect(await saved("old.bin", "godot-3")).toBe("[2, [1], [1]]");
    // A text says as much.
    await put("Array[int]([3])");
    await keys("Control+v");
    await expect.poll(() => message.innerText()).toMatch(/^Pasted 1 value\. Array\./m);
  });

  test("a failed edit after an undo does not let redo do something else", async () => {
    const ints = new VariantArray([1n], { kind: "builtin", type: "int" }) as unknown as Variant;
    await open(
      "a.bin",
      dict([
        ["ints", ints],
        ["mixed", list(2n, "text")],
        ["n", 1n],
      ]),
    );
    await visit.go("mixed[0]");
    await keys("Control+a", "Control+c");
    await visit.go("n");
    await visit.edit("5");
    await keys("Control+z");
    await visit.go("ints");
    await keys("Control+v");
    await visit.page.locator(".message.error").waitFor();
    await keys("Control+y");
    expect(await saved("a.bin")).toMatch(
      /^\{"ints": Array\[int\]\(\[1\]\),"mixed": \[2, "text"\],"n": [15]\}$/,
    );
  });

  test("are moved beside equal floats as other keys, and a StringName gets another name of its type", async () => {
    const value = dict([
      [
        "to",
        dict([
          [float(1), "float"],
          ["name", "text"],
        ]),
      ],
      [1n, "int"],
      [new StringName("name"), "name"],
    ]);
    await open("a.bin", value);
    await visit.row("1").last().click();
    await keys("Alt+ArrowRight");
    await visit.row("name").last().click();
    await keys("Alt+ArrowRight");
    await dialog().getByRole("button", { name: "Keep both" }).click();
    await visit.settled();
    expect(await saved("a.bin")).toBe('{"to": {1.0: "float","name": "text",1: "int",&"name_2": "name"}}');
  });

  test("are duplicated and moved by keys: up, down, out and in", async () => {
    await open(
      "a.bin",
      dict([
        ["first", list(1n)],
        [new StringName("b"), list(2n, 3n)],
        ["c", 4n],
      ]),
    );
    await visit.go("b[0]");
    await keys("Control+d");
    expect(await saved("a.bin")).toBe('{"first": [1],&"b": [2, 2, 3],"c": 4}');
    await visit.go("b");
    await keys("Alt+ArrowUp");
    expect(await saved("a.bin")).toBe('{&"b": [2, 2, 3],"first": [1],"c": 4}');
    await keys("Alt+ArrowDown", "Alt+ArrowDown");
    expect(await saved("a.bin")).toBe('{"first": [1],"c": 4,&"b": [2, 2, 3]}');
    await visit.go("c");
    await keys("Alt+ArrowRight");
    expect(await saved("a.bin")).toBe('{"first": [1, 4],&"b": [2, 2, 3]}');
    await keys("Alt+ArrowLeft");
    expect(await saved("a.bin")).toBe('{"first": [1],"value": 4,&"b": [2, 2, 3]}');
    await visit.go("b[1]");
    await keys("Shift+ArrowDown", "Alt+ArrowUp");
    expect(await saved("a.bin")).toBe('{"first": [1],"value": 4,&"b": [2, 3, 2]}');
    for (let i = 0; i < 7; i++) await keys("Control+z");
    expect(await saved("a.bin")).toBe('{"first": [1],&"b": [2, 3],"c": 4}');
  });

  test("are dragged to reorder and into another container, but not into themselves", async () => {
    const { page } = visit;
    await open(
      "a.bin",
      dict([
        ["x", list(1n, list(2n))],
        ["y", dict([])],
      ]),
    );
    const drag = async (from: string, to: string, y: number) => {
      await visit
        .row(from)
        .first()
        .dragTo(visit.row(to).first(), { targetPosition: { x: 60, y } });
      await visit.settled();
    };
    await drag("0", "y", 12);
    expect(await saved("a.bin")).toBe('{"x": [[2]],"y": {"value": 1}}');
    await drag("y", "x", 1);
    expect(await saved("a.bin")).toBe('{"y": {"value": 1},"x": [[2]]}');
    await drag("x", "0", 12);
    await page.getByText(/cannot move into itself/).waitFor();
    expect(await saved("a.bin")).toBe('{"y": {"value": 1},"x": [[2]]}');
    await keys("Control+z", "Control+z");
    expect(await saved("a.bin")).toBe('{"x": [1, [2]],"y": {}}');
  });

  test("have a menu by mouse, by keyboard and by a button", async () => {
    const { page } = visit;
    await open(
      "a.bin",
      dict([
        ["x", 1n],
        ["y", 2n],
      ]),
    );
    await visit.row("x").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Duplicate/ }).click();
    await visit.settled();
    expect(await saved("a.bin")).toBe('{"x": 1,"x_2": 1,"y": 2}');
    await keys("Shift+F10");
    await expect.poll(() => page.locator("[role=menuitem]:focus").count()).toBe(1);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await visit.settled();
    expect(await saved("a.bin")).toBe('{"x": 1,"y": 2}');
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tree");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("[role=menu]").count()).toBe(0);
  });

  test("of a ConfigFile stay in sections", async () => {
    const { page } = visit;
    const text = '; mine\n[a]\nx=1\n\n[b]\ny="two"\n';
    await visit.openBytes("settings.cfg", new TextEncoder().encode(text));
    await visit.openAll();
    await visit.row("x").click();
    await keys("Control+x");
    await visit.row("y").click();
    await keys("Control+v");
    expect(new TextDecoder().decode(await visit.save("settings.cfg"))).toMatch(/y="two"\n+x=1\n/);
    await keys("Control+z");
    // A value beside the sections has no place in the file.
    await visit.row("b").click();
    await page.locator("[role=treeitem]").first().click();
    await keys("Control+v");
    await page.locator(".message.error").waitFor();
    await keys("Control+z");
    expect(new TextDecoder().decode(await visit.save("settings.cfg"))).toBe(text);
  });

  test("by the hundred thousand are deleted, moved and undone", async () => {
    const value = dict([
      ["many", list(...Array.from({ length: 100_000 }, (_, i) => BigInt(i)))],
      ["to", list()],
    ]);
    const bytes = bytesOf(value);
    await visit.openBytes("many.bin", bytes);
    await visit.go("many[1]");
    await keys("Shift+End");
    await visit.page
      .getByText("99999 values selected")
      .or(visit.page.getByText("99,999 values selected"))
      .waitFor();
    await keys("Delete");
    expect(await saved("many.bin")).toBe('{"many": [0],"to": []}');
    await keys("Control+z");
    expect(Buffer.compare(await visit.save("many.bin"), bytes)).toBe(0);
    await keys("Control+x");
    await visit.go("to");
    await keys("Control+v");
    const made = decode(await visit.save("many.bin"), options("godot-4.4")) as unknown as Map<
      string,
      bigint[]
    >;
    expect(made.get("many")).toHaveLength(1);
    expect(made.get("to")).toHaveLength(99_999);
    expect(made.get("to")?.at(-1)).toBe(99_999n);
    await keys("Control+z", "Control+z");
    expect(Buffer.compare(await visit.save("many.bin"), bytes)).toBe(0);
  });
});
