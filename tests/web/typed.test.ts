// Texts on their way from a field into the file: nothing that was typed is lost, and nothing that was not changes.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  NodePath,
  StringName,
  type Variant,
  Vector2,
  Vector3,
} from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
const bytesOf = (entries: readonly [Variant, Variant][]) => encode(new Dictionary(entries), exact);

describe.skipIf(!hasBrowser)("a field", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  const tree = () => visit.page.locator("[role=tree]");
  const pane = () => visit.page.getByRole("region", { name: "Selected value" });
  const saved = async () => decode(await visit.save("typed.bin"), exact) as unknown as Dictionary;

  test("in the tree sends its text when a key shows another file", async () => {
    const { page } = visit;
    await visit.openBytes("typed.bin", bytesOf([["x", 1n]]));
    await visit.openBytes("other.bin", bytesOf([["y", 1n]]));
    await visit.press("Alt+1");
    await visit.go("x");
    await tree().focus();
    await visit.press("F2");
    await page.locator(".in-place input").fill("5");
    await visit.press("Alt+2");
    await page.getByRole("heading", { level: 1, name: "other.bin" }).waitFor();
    await visit.settled();
    await visit.press("Alt+1");
    await visit.settled();
    expect(await page.locator(".in-place").count()).toBe(0);
    expect(await visit.valueOf("x")).toBe("5");
  });

  test("that is left as it was changes no line breaks, in values and keys", async () => {
    const bytes = bytesOf([
      ["a", "one\ntwo"],
      ["b", new StringName("one\r\ntwo")],
      ["c", ["one\rtwo"]],
      ["d", ["x", "\n\\n"]],
      ['key\nof two "lines"', 1n],
      [[["\n"], 2n] as never, 3n],
      ["e", new NodePath("a\nb/c")],
    ]);
    await visit.openBytes("typed.bin", bytes);
    await visit.openAll();
    await tree().focus();
    await visit.press("Home");
    const count = await visit.page.locator("[role=treeitem]").count();
    for (let line = 1; line < count; line++) {
      await visit.press("ArrowDown");
      await visit.settled();
      for (const key of ["F2", "Shift+F2"]) {
        await visit.press(key);
        await visit.settled();
        await visit.press("Enter");
        await visit.settled();
      }
    }
    expect(await visit.page.locator(".in-place").count()).toBe(0);
    expect(await visit.page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    expect(await visit.save("typed.bin")).toEqual(bytes);
  });

  test("takes a line break as an escape", async () => {
    await visit.openBytes("typed.bin", bytesOf([["a", "one\ntwo"]]));
    await visit.go("a");
    await tree().focus();
    await visit.press("F2");
    expect(await visit.page.locator(".in-place input").inputValue()).toBe('"one\\ntwo"');
    await visit.edit('"one\\ntwo\\r\\n3"');
    expect((await saved()).get("a")).toBe("one\ntwo\r\n3");
  });

  test("of several lines keeps carriage returns, also around an edit", async () => {
    const text = "one\r\ntwo\rthree\n\r\n\r\nfour";
    const bytes = bytesOf([["a", text]]);
    await visit.openBytes("typed.bin", bytes);
    await visit.go("a");
    const area = pane().getByRole("textbox");
    await area.focus();
    await visit.press("Tab");
    await visit.settled();
    expect(await visit.save("typed.bin")).toEqual(bytes);
    await area.evaluate((area: HTMLTextAreaElement) => {
      area.focus();
      const at = area.value.indexOf("three");
      area.setSelectionRange(at, at + 5);
    });
    await visit.page.keyboard.insertText("3\n3");
    await visit.press("Tab");
    await visit.settled();
    expect((await saved()).get("a")).toBe(text.replace("three", "3\r\n3"));
  });

  test("of a float refuses a whole number that would be rounded, and keeps it", async () => {
    const value = new Dictionary([
      ["a", float(0.5)],
      ["v", new Vector2(1, 2)],
      ["p", Float32Array.of(1, 2)],
    ]);
    await visit.openBytes("typed.bin", encode(value, exact));
    const problem = pane().locator(".problem");
    for (const [path, text, sentence, fitting] of [
      [
        "a",
        "9007199254740993",
        "No float is exactly 9007199254740993. The nearest one is 9007199254740992.",
        "9007199254740992",
      ],
      ["a", "-9007199254740993.0", "No float is exactly -9007199254740993.", "9223372036854775808.0"],
      ["a", "0x20000000000001", "No float is exactly 9007199254740993.", "0.1"],
      ["v", "16777217", "No 32-bit float is exactly 16777217. The nearest one is 16777216.", "0.1"],
      ["v", "1e39", "1e39 is too large for a 32-bit float.", "0.1"],
      ["p[1]", "16777217", "No 32-bit float is exactly 16777217.", "16777218"],
    ] as const) {
      await visit.go(path);
      const field = pane().getByRole("textbox").first();
      await field.fill(text);
      await visit.press("Enter", "Tab");
      await problem.filter({ hasText: sentence }).waitFor();
      expect(await field.inputValue()).toBe(text);
      await field.fill(fitting);
      await visit.press("Enter", "Tab");
      await visit.settled();
      expect(await problem.count()).toBe(0);
    }
    const made = await saved();
    expect(made.get("a")).toBe(0.1);
    expect(String(made.get("v"))).toBe("Vector2(0.1, 2)");
    expect(made.get("p")).toEqual(Float32Array.of(1, 16777218));
  });

  test("keeps what is typed while the edit before it is on its way", async () => {
    const value = new Vector3(1, 2, 3);
    await visit.openBytes("typed.bin", bytesOf([["a", value]]));
    await visit.go("a");
    await pane().getByRole("textbox", { name: "x" }).focus();
    for (const text of ["5", "22", "33"]) {
      await visit.press("Control+a", ...text, "Tab");
    }
    await visit.settled();
    expect(String((await saved()).get("a"))).toBe("Vector3(5, 22, 33)");
  });

  test("of a component keeps the bits of a NaN beside it", async () => {
    const bytes = bytesOf([["a", new Vector3(1, 2, Number.NaN)]]);
    const nan = bytes.length - 4;
    bytes.set([1, 0, 0xc0, 0xff], nan);
    await visit.openBytes("typed.bin", bytes);
    await visit.go("a");
    await pane().getByRole("textbox", { name: "x" }).fill("5");
    await visit.press("Enter");
    await visit.settled();
    const edited = await visit.save("typed.bin");
    expect([...edited.subarray(nan)]).toEqual([1, 0, 0xc0, 0xff]);
    expect(edited).not.toEqual(bytes);
  });

  test.each([
    ["in the tree", async () => visit.press("F2")],
    ["beside the tree", async () => pane().getByRole("textbox").focus()],
  ])("%s: closing the file asks whether to discard what was typed", async (_, begin) => {
    await visit.openBytes("typed.bin", bytesOf([["a", 1n]]));
    await visit.go("a");
    await tree().focus();
    await begin();
    await visit.press("Control+a", "7");
    const asked: string[] = [];
    visit.page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await visit.press("Alt+w");
    await expect.poll(() => asked).toEqual([expect.stringContaining("unsaved")]);
    await visit.settled();
    expect((await saved()).get("a")).toBe(7n);
  });

  test("keeps its text when the next bookmark is selected", async () => {
    await visit.openBytes(
      "typed.bin",
      bytesOf([
        ["a", 1n],
        ["b", 2n],
      ]),
    );
    await visit.go("b");
    await tree().focus();
    await visit.press("Control+b");
    await visit.go("a");
    await tree().focus();
    await visit.press("F2");
    await visit.page.locator(".in-place input").waitFor();
    await visit.press("Control+a", "7", "F4");
    await visit.settled();
    expect(await visit.page.locator(".row.selected .label").innerText()).toBe("b");
    expect(String((await saved()).get("a"))).toBe("7");
  });

  describe("in the tree that is left for another place", () => {
    const leave = async () => {
      await visit.openBytes(
        "typed.bin",
        bytesOf([
          ["a", 1n],
          ["b", 2n],
          ["c", 3n],
        ]),
      );
      await visit.go("a");
      await tree().focus();
      await visit.press("F2");
      await visit.page.locator(".in-place input").waitFor();
      await visit.press("Control+a", "7");
    };

    test("a click on another line selects it", async () => {
      await leave();
      await visit.row("c").click();
      await visit.settled();
      expect(await visit.page.locator(".row.selected .label").innerText()).toBe("c");
      expect(await pane().getByRole("textbox").inputValue()).toBe("3");
      await visit.edit("9");
      expect([...(await saved())]).toEqual([
        ["a", 7n],
        ["b", 2n],
        ["c", 9n],
      ]);
    });

    test("a click on another field keeps the focus there", async () => {
      await leave();
      await visit.page.locator("#search").click();
      await visit.settled();
      expect(await visit.page.evaluate(() => document.activeElement?.id)).toBe("search");
      expect([...(await saved())]).toEqual([
        ["a", 7n],
        ["b", 2n],
        ["c", 3n],
      ]);
    });
  });

  test("of a table writes an unchanged text into other rows only with Enter", async () => {
    const rows = [1n, 2n, 3n, 4n].map((hp) => new Dictionary([["hp", hp]]));
    const bytes = encode(rows, exact);
    await visit.openBytes("typed.bin", bytes);
    await visit.page.getByRole("button", { name: "Show as a table" }).click();
    await visit.page.locator("[role=gridcell]").first().waitFor();
    await visit.page.getByRole("grid").focus();
    await visit.settled();
    await visit.press("Shift+ArrowDown", "Shift+ArrowDown", "F2");
    await visit.page.locator(".cell-field").waitFor();
    expect(await visit.save("typed.bin")).toEqual(bytes);
    await visit.press("F2");
    await visit.page.locator(".cell-field").waitFor();
    await visit.press("Enter");
    await visit.settled();
    expect(decode(await visit.save("typed.bin"))).toEqual([3, 3, 3, 4].map((hp) => ({ hp })));
  });

  describe("of a table that is left for another place", () => {
    const leave = async () => {
      await visit.openBytes(
        "typed.bin",
        encode(
          [1n, 2n, 3n].map((hp) => new Dictionary([["hp", hp]])),
          exact,
        ),
      );
      await visit.page.getByRole("button", { name: "Show as a table" }).click();
      await visit.page.locator("[role=gridcell]").first().waitFor();
      await visit.page.getByRole("grid").focus();
      await visit.settled();
      await visit.press("F2");
      await visit.page.locator(".cell-field").waitFor();
      await visit.press("Control+a", "7");
    };

    test("a click on another cell selects it", async () => {
      await leave();
      await visit.page.locator("[role=gridcell]").nth(2).click();
      await visit.settled();
      expect(await visit.page.locator(".cell-field").count()).toBe(0);
      expect(await visit.page.locator("[role=gridcell].current").innerText()).toBe("3");
      await visit.press("F2");
      await visit.page.locator(".cell-field").waitFor();
      await visit.press("Control+a", "9", "Enter");
      await visit.settled();
      expect(decode(await visit.save("typed.bin"))).toEqual([{ hp: 7 }, { hp: 2 }, { hp: 9 }]);
    });

    test("a click on another field keeps the focus there", async () => {
      await leave();
      await visit.page.locator("#search").click();
      await visit.settled();
      expect(await visit.page.evaluate(() => document.activeElement?.id)).toBe("search");
      expect(decode(await visit.save("typed.bin"))).toEqual([{ hp: 7 }, { hp: 2 }, { hp: 3 }]);
    });
  });

  test("of a table is not there for a text of several lines", async () => {
    const bytes = encode([new Dictionary([["t", "one\ntwo"]]), new Dictionary([["t", "three"]])], exact);
    await visit.openBytes("typed.bin", bytes);
    await visit.page.getByRole("button", { name: "Show as a table" }).click();
    await visit.page.locator("[role=gridcell]").first().waitFor();
    await visit.page.getByRole("grid").focus();
    await visit.settled();
    await visit.press("F2", "Enter");
    expect(await visit.page.locator(".cell-field").count()).toBe(0);
    expect(await visit.save("typed.bin")).toEqual(bytes);
  });
});
