// A container of Dictionaries as a table: sorting, editing, CSV. Every value keeps its type, and every edit its row.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
} from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
type Row = Record<string, unknown>;

describe.skipIf(!hasBrowser)("a table", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  async function openTable(value: unknown, path = ""): Promise<void> {
    await visit.openBytes("list.bin", encode(value, exact));
    if (path !== "") await visit.go(path);
    await visit.page.getByRole("button", { name: "Show as a table" }).click();
    await visit.page.getByRole("grid").waitFor();
    await visit.page.locator("[role=gridcell]").first().waitFor();
    await visit.settled();
  }

  const cells = async (): Promise<string[][]> => {
    await visit.settled();
    return visit.page
      .locator("[data-line]")
      .evaluateAll((lines) =>
        lines
          .sort((a, b) => Number((a as HTMLElement).dataset.line) - Number((b as HTMLElement).dataset.line))
          .map((line) => [...line.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent ?? "")),
      );
  };
  const column = async (at: number) => (await cells()).map((line) => line[at]);
  const cellField = () => visit.page.locator(".cell-field");
  /** Sends a text that the cells may refuse. */
  const tryText = async (text: string) => {
    await cellField().fill(text);
    await visit.press("Enter");
  };
  /** Writes a text into the current cell, or into all that are selected. */
  const type = async (text: string) => {
    await visit.press("Enter");
    await tryText(text);
    await cellField().waitFor({ state: "detached" });
    await visit.settled();
  };
  const sortBy = async (name: string) => {
    await visit.page.getByRole("columnheader", { name }).getByRole("button").click();
    await visit.settled();
  };
  const saved = async () => decode(await visit.save("list.bin"), exact) as unknown as Variant[];
  const rowsOf = (list: readonly Variant[]): Row[] =>
    list.map((row) => Object.fromEntries(row as unknown as Dictionary) as Row);

  async function importCsv(text: string | Uint8Array): Promise<void> {
    const path = join(tmpdir(), `godot-variant-${process.pid}.csv`);
    writeFileSync(path, text);
    await visit.page.getByLabel("CSV file").setInputFiles(path);
    await visit.settled();
  }
  const exportCsv = async () =>
    new TextDecoder().decode(
      await visit.download("list.csv", () => visit.page.getByRole("button", { name: "Export CSV" }).click()),
    );

  const items = [
    { name: "rope", count: 3n, weight: 1.5 },
    { name: "torch", count: 10n, weight: 0.5 },
    { name: "apple", count: 2n, weight: 0.25 },
  ];

  test("an edit after sorting lands in the row that is shown, and sorting changes nothing in the file", async () => {
    await openTable(items);
    await sortBy("count");
    await expect.poll(() => column(1)).toEqual(["2", "3", "10"]);
    await sortBy("count");
    await expect.poll(() => column(0)).toEqual(["torch", "rope", "apple"]);
    await visit.page.getByRole("grid").focus();
    await visit.press("ArrowDown", "Home");
    await type("cord");
    await expect.poll(() => column(0)).toEqual(["torch", "cord", "apple"]);
    expect(rowsOf(await saved()).map(({ name }) => name)).toEqual(["cord", "torch", "apple"]);
    // The rows stay where they are when the sorted column is edited.
    await visit.press("ArrowRight");
    await type("99");
    await expect.poll(() => column(1)).toEqual(["10", "99", "2"]);
    await visit.press("Control+z");
    await visit.press("Control+z");
    expect(rowsOf(await saved())).toEqual(items);
  });

  test("several rows are set at once, undone as one, and an int column takes only ints", async () => {
    const { page } = visit;
    await openTable(items);
    await sortBy("name");
    await expect.poll(() => column(0)).toEqual(["apple", "rope", "torch"]);
    await page.getByRole("grid").focus();
    await visit.press("ArrowRight", "Shift+ArrowDown");
    await page.getByText("2 rows: an edit sets count in all of them.").waitFor();
    await visit.press("Enter");
    await tryText("1.5");
    await page
      .getByRole("alert")
      .filter({ hasText: "“1.5” is not a value of type int, which count takes here." })
      .waitFor();
    await expect.poll(() => cellField().inputValue()).toBe("1.5");
    // The text is not lost by saving, and nothing was half written.
    await visit.press("Control+s");
    await page.getByText(/^Not saved/).waitFor();
    await tryText("7");
    await cellField().waitFor({ state: "detached" });
    await visit.settled();
    expect(rowsOf(await saved()).map(({ count }) => count)).toEqual([7n, 10n, 7n]);
    await page.getByRole("grid").focus();
    await visit.press("Control+z");
    expect(rowsOf(await saved())).toEqual(items);
  });

  test("a long table opens at its first row", async () => {
    await openTable(Array.from({ length: 100 }, (_, i) => ({ id: BigInt(i) })));
    expect(await visit.page.getByRole("grid").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test("missing keys are shown and can be added, with the type of their column", async () => {
    const value = [{ name: "a", hp: 1n }, { name: "b" }, { name: "c", hp: null, tag: new StringName("x") }];
    await openTable(value);
    await expect
      .poll(() => cells())
      .toEqual([
        ["a", "1", "—"],
        ["b", "—", "—"],
        ["c", "null", '&"x"'],
      ]);
    await visit.page.getByRole("grid").focus();
    await visit.press("ArrowDown", "ArrowRight");
    await visit.press("Enter");
    await tryText("2.5");
    await visit.page.getByText("“2.5” is not a value of type int").waitFor();
    await tryText("5");
    await cellField().waitFor({ state: "detached" });
    await visit.settled();
    await visit.press("ArrowRight");
    await type("y");
    await visit.press("ArrowDown", "ArrowLeft");
    await type("6");
    const rows = rowsOf(await saved());
    expect(rows[1]).toEqual({ name: "b", hp: 5n, tag: new StringName("y") });
    expect(rows[2]?.hp).toBe(6n);
  });

  test("rows of a Dictionary have its keys, and Undo of something else keeps edits in their rows", async () => {
    const { page } = visit;
    const value = { list: { mira: { hp: 1n }, tom: { hp: 2n }, ada: { hp: 3n } } };
    await openTable(value, "list");
    await expect.poll(() => page.getByRole("rowheader").allInnerTexts()).toEqual(["mira", "tom", "ada"]);
    await page.getByRole("button", { name: "Back to the tree" }).click();
    await visit.go("list.mira");
    await page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await visit.settled();
    await visit.go("list");
    await page.getByRole("button", { name: "Show as a table" }).click();
    await page.getByRole("grid").focus();
    await sortBy("hp");
    await page.getByRole("grid").focus();
    await expect.poll(() => column(0)).toEqual(["2", "3"]);
    // The deleted row comes back before the others.
    await visit.press("Control+z");
    await expect.poll(() => column(0)).toEqual(["1", "2", "3"]);
    await visit.press("ArrowDown");
    await type("20");
    const list = ((await saved()) as unknown as Dictionary).get("list") as Dictionary;
    expect([...list].map(([key, row]) => [key, (row as Dictionary).get("hp")])).toEqual([
      ["mira", 1n],
      ["tom", 20n],
      ["ada", 3n],
    ]);
  });

  test("values that are no single line, and rows that are no Dictionaries, are not edited here", async () => {
    await openTable([
      { at: new Vector2(1, 2), list: [1n] },
      new Dictionary([
        [1n, "int"],
        ["1", "text"],
      ]),
    ]);
    await expect
      .poll(() => cells())
      .toEqual([
        ["Vector2(1, 2)", "[1]", "—", "—"],
        ["—", "—", "int", "text"],
      ]);
    await expect
      .poll(() => visit.page.getByRole("columnheader").allInnerTexts())
      .toEqual(["#", "at", "list", "1", '"1"']);
    await visit.page.getByRole("grid").focus();
    await visit.press("ArrowRight", "Enter");
    await expect.poll(() => cellField().count()).toBe(0);
    await visit.press("ArrowLeft");
    await type("Vector2(3, 4)");
    expect(rowsOf(await saved())[0]?.at).toEqual(new Vector2(3, 4));
  });

  const tricky = [
    {
      id: "007",
      exp: "1e5",
      flag: "true",
      nothing: "",
      big: 9223372036854775807n,
      half: float(2),
      quote: 'a "b", c\r\nd',
      space: " x ",
      yes: true,
      none: null,
      name: new StringName("s"),
      at: new Vector2(1, 2),
    },
    {
      id: "8",
      exp: "-0",
      flag: "null",
      nothing: "x",
      big: -1n,
      half: 0.1,
      quote: ";",
      space: "\t",
      yes: false,
      none: null,
      name: new StringName(""),
      at: new Vector2(0, 0),
    },
  ];

  test("a CSV that was not changed changes nothing: texts stay texts, and large ints exact", async () => {
    await openTable(tricky);
    const csv = await exportCsv();
    expect(csv).toContain("9223372036854775807");
    await importCsv(csv);
    await visit.page.getByText("Imported").waitFor();
    await visit.page.getByRole("grid").focus();
    expect(await visit.save("list.bin")).toEqual(encode(tricky, exact));
  });

  test("a CSV says which rows it has no columns for, and leaves them as they are when it comes back", async () => {
    const rows: Variant[] = Array.from({ length: 20 }, (_, i) => new Dictionary([["n", BigInt(i)]]));
    const mixed = [...rows, [1n, "two"], "plain", null, new Dictionary([["n", 20n]])] as Variant[];
    await openTable(mixed as never);
    const csv = await exportCsv();
    expect(csv.split("\r\n").slice(0, 2)).toEqual(["n", "0"]);
    expect(csv.split("\r\n").slice(-6)).toEqual(["19", "", "", "", "20", ""]);
    await visit.page.getByText(/2 rows have no columns/).waitFor();
    await importCsv(csv);
    await visit.page.getByText("Imported").waitFor();
    await visit.page.getByRole("grid").focus();
    expect(await visit.save("list.bin")).toEqual(encode(mixed as never, exact));
  });

  test("a CSV finds columns and rows whose keys are whole floats, and NodePaths as they are written", async () => {
    const table = (path: string) =>
      new Dictionary([[float(1), new Dictionary([[float(2), new NodePath(path)]])]]);
    await openTable(table("a/b"));
    const csv = await exportCsv();
    await importCsv(csv);
    await visit.page.getByText("Imported").waitFor();
    await visit.page.getByRole("grid").focus();
    expect(await visit.save("list.bin")).toEqual(encode(table("a/b"), exact));
    await importCsv(csv.replace("a/b", "a/c"));
    await expect.poll(() => column(0)).toEqual(['NodePath("a/c")']);
    expect(await visit.save("list.bin")).toEqual(encode(table("a/c"), exact));
  });

  test("a changed CSV keeps the type of each column, and new rows have them", async () => {
    await openTable(items);
    await importCsv("name,count,weight\r\n007,9007199254740993,1e5\r\ntrue,-1,2\r\n,0,.5\r\nnew,4,1\r\n");
    await visit.page.getByText("Imported").waitFor();
    const expected = [
      { name: "007", count: 9007199254740993n, weight: float(1e5) },
      { name: "true", count: -1n, weight: float(2) },
      { name: "", count: 0n, weight: 0.5 },
      { name: "new", count: 4n, weight: float(1) },
    ];
    expect(await visit.save("list.bin")).toEqual(encode(expected, exact));
    await visit.page.getByRole("grid").focus();
    await visit.press("Control+z");
    expect(await visit.save("list.bin")).toEqual(encode(items, exact));
  });

  test("columns that are new have texts, with semicolons and without quotes too", async () => {
    await openTable(items.map(({ name }) => ({ name })));
    await importCsv("\uFEFFname;code\nrope;007\ntorch;1e5\napple;\n");
    await visit.page.getByText("Imported").waitFor();
    expect(rowsOf(await saved())).toEqual([
      { name: "rope", code: "007" },
      { name: "torch", code: "1e5" },
      { name: "apple" },
    ]);
  });

  test.each([
    ["name,count,weight\nrope,3,1.5\n", "The CSV has 1 row, and the table 3."],
    [
      "rope,3,1.5\ntorch,10,0.5\napple,2,0.25\ncord,1,1\n",
      "The first line of the CSV names no column of the table",
    ],
    [
      "name,count,weight,\nrope,3,1.5,\ntorch,10,0.5,\napple,2,0.25,\ncord,1,1,\n",
      "Column 4 of the CSV has no name",
    ],
    ['name,count,weight\n "rope",3,1.5\ntorch,10,0.5\napple,2,0.25\n', "Line 2 has a space before a quote"],
    [Uint8Array.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xe9, 0x0a]), "Save the CSV as UTF-8"],
    ["name,count,weight\nrope,3.5,1\ntorch,1,1\napple,1,1\n", "“3.5” is not a value of type int"],
    ["name,count,weight\nrope,,1\ntorch,1,1\napple,1,1\n", "“” is not a value of type int"],
    ["name,count,weight\nrope,9223372036854775808,1\ntorch,1,1\napple,1,1\n", "“9223372036854775808” is not"],
    ["name,count,weight\nrope,4\ntorch,1,1\napple,1,1\n", "Line 2 of the CSV has 2 cells"],
    ["name,name\na,b\na,b\na,b\n", "Two columns of the CSV have the same name."],
    ['name\n"rope\ntorch\napple\n', "has a quote that is not closed"],
    ["", "The CSV is empty."],
  ])("a CSV that does not fit changes nothing and says why: %j", async (csv, reason) => {
    await openTable(items);
    await importCsv(csv);
    await visit.page.getByText(reason).waitFor();
    await visit.page.getByRole("grid").focus();
    expect(await visit.save("list.bin")).toEqual(encode(items, exact));
  });

  test("the line that names Excel's separator is not a line of cells, and commas in a name separate nothing", async () => {
    await openTable(items);
    await importCsv("sep=;\r\nname;count;size, in m\r\nrope;4;1,5\r\ntorch;10;\r\napple;2;\r\n");
    await visit.page.getByText("Imported").waitFor();
    expect(rowsOf(await saved())).toEqual([
      { name: "rope", count: 4n, weight: 1.5, "size, in m": "1,5" },
      ...items.slice(1),
    ]);
  });

  test("a CSV of a Dictionary must have the column with the keys", async () => {
    const value = { list: { mira: { hp: 1n, tag: "a" } } };
    await openTable(value, "list");
    await importCsv("hp,tag\n2,b\n");
    await visit.page.getByText("The first column of the CSV must have the keys of the rows").waitFor();
    await visit.page.getByRole("grid").focus();
    expect(await visit.save("list.bin")).toEqual(encode(value, exact));
  });

  test("a row of 100,000 is edited where it is, after sorting", async () => {
    const { page } = visit;
    const value = Array.from({ length: 100_000 }, (_, i) => ({
      id: BigInt(i),
      rank: BigInt((i * 7919) % 100_000),
    }));
    await openTable(value);
    await expect.poll(() => page.locator("[data-line]").count()).toBeLessThan(80);
    await sortBy("rank");
    await page.getByRole("grid").focus();
    await visit.press("Control+ArrowDown");
    await expect.poll(() => page.locator("[role=gridcell].current").innerText()).toMatch(/^\d+$/);
    const id = Number(await page.locator("[role=gridcell].current").innerText());
    expect((id * 7919) % 100_000).toBe(99_999);
    await type("-5");
    const rows = rowsOf(await saved());
    expect(rows[id]).toEqual({ id: -5n, rank: 99_999n });
    expect(rows.filter((row) => row.id === -5n)).toHaveLength(1);
  });
});
