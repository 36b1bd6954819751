// What a person does before the answer to what came before is here. It has the effect that it would have on a fast machine.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("order", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const four = { x: 1, y: 2, z: 3, w: 4 };
  const tree = () => visit.page.locator("[role=tree]");
  const button = (name: string) => visit.page.getByRole("button", { name, exact: true });
  const selected = () => visit.page.locator(".row.selected .label").allInnerTexts();
  const saved = async () => decode(await visit.save("a.bin"));
  const message = () => visit.page.locator(".messages").innerText();

  /** Opens a file, with the code for edits at hand, and selects a value. */
  async function open(value: unknown, path: string): Promise<void> {
    await visit.openBytes("a.bin", encode(value));
    await visit.go(path);
    await tree().focus();
    await visit.press("Control+d", "Control+z");
    await visit.settled();
  }

  /** Keeps back calls of some names; the returned function lets them go. */
  async function holdOnly(...names: string[]): Promise<() => Promise<void>> {
    const held = await visit.page.evaluateHandle((names) => {
      const { prototype } = Worker;
      const { postMessage } = prototype;
      const calls: (() => void)[] = [];
      prototype.postMessage = function (this: Worker, ...given: unknown[]) {
        const call = () => Reflect.apply(postMessage, this, given);
        if (names.includes((given[0] as { name: string }).name)) calls.push(call);
        else call();
      };
      return () => {
        prototype.postMessage = postMessage;
        for (const call of calls) call();
      };
    }, names);
    return async () => {
      await held.evaluate((release) => release());
      await visit.settled();
    };
  }

  test("a value that is clicked after Delete is the one that the next Delete removes", async () => {
    await open(four, "x");
    const release = await visit.holdCalls();
    await visit.press("Delete");
    await visit.row("z").click();
    await visit.press("Delete");
    await release();
    expect(await saved()).toEqual({ y: 2, w: 4 });
  });

  test("a button acts on what was clicked before it, although an edit moves that", async () => {
    await open(four, "x");
    const release = await visit.holdCalls();
    await visit.press("Delete");
    await visit.row("z").click();
    await button("Delete").click();
    await release();
    expect(await saved()).toEqual({ y: 2, w: 4 });
  });

  test("a key acts on what the keys before it lead to, although a click follows", async () => {
    await open(four, "x");
    const release = await visit.holdCalls();
    await visit.press("Control+d", "Delete");
    await visit.row("w").click();
    await release();
    expect(await selected()).toEqual(["w"]);
    expect(await saved()).toEqual(four);
  });

  test("a line that is shown as it was before an edit is the value that it shows", async () => {
    await open(four, "x");
    const release = await holdOnly("rows");
    await visit.press("Delete");
    await expect.poll(message).toContain("Deleted");
    expect(await visit.labels()).toEqual(["value", "x", "y", "z"]);
    await visit.row("z").click();
    await release();
    expect(await selected()).toEqual(["z"]);
    await visit.press("Delete");
    await visit.settled();
    expect(await saved()).toEqual({ y: 2, w: 4 });
  });

  test("a line that is clicked while another one is expanded stays selected", async () => {
    await open({ A: [1, 2], B: 3 }, "A");
    const release = await visit.holdCalls();
    await visit.press("ArrowRight");
    await visit.row("B").click();
    await release();
    expect(await selected()).toEqual(["B"]);
    await visit.press("Delete");
    await visit.settled();
    expect(await saved()).toEqual({ A: [1, 2] });
  });

  test("a line that is clicked while the next match is looked for stays selected", async () => {
    await open({ a: 7, b: 7, c: 1 }, "a");
    await visit.page.locator("#search").fill("7");
    await expect.poll(() => visit.page.locator(".search-field .count").innerText()).toBe("2");
    await visit.settled();
    const release = await visit.holdCalls();
    await button("Next match").click();
    await visit.row("c").click();
    await release();
    expect(await selected()).toEqual(["c"]);
  });

  test("a line that is clicked while another search ends the filter stays selected", async () => {
    await open({ a: 7, b: 8, c: 7 }, "a");
    const { page } = visit;
    await page.locator("#search").fill("7");
    await expect.poll(() => page.locator(".search-field .count").innerText()).toBe("2");
    await button("Show only matches").click();
    await visit.settled();
    const release = await holdOnly("filter");
    await page.locator("#search").fill("8");
    await expect.poll(() => page.locator(".search-field .count").innerText()).toBe("1");
    await visit.row("c").click();
    await release();
    expect(await selected()).toEqual(["c"]);
  });

  test("a value of the path that is chosen and a line that is clicked then: the line stays selected", async () => {
    await open({ A: { a: 1 }, B: 2 }, "A.a");
    const release = await visit.holdCalls();
    await visit.page.locator(".crumbs button", { hasText: /^A$/ }).click();
    await visit.row("B").click();
    await release();
    expect(await selected()).toEqual(["B"]);
  });

  test("undo takes back a text that was just left", async () => {
    await visit.openBytes("a.bin", encode({ x: 1, y: 2 }));
    await visit.go("x");
    const release = await visit.holdCalls();
    await visit.page.locator(".detail").getByRole("textbox").fill("5");
    await visit.row("y").click();
    await tree().focus();
    await visit.press("Control+z");
    await release();
    expect(await visit.valueOf("x")).toBe("1");
    expect(await button("Redo").isEnabled()).toBe(true);
  });

  test("a text that is refused must be corrected before an edit moves its value", async () => {
    await open(four, "z");
    const release = await visit.holdCalls();
    await visit.page.locator(".detail").getByRole("textbox").fill("bad text");
    await visit.row("x").click();
    await tree().focus();
    await visit.press("Delete");
    await release();
    expect(await message()).toContain("Correct or discard “bad text” first.");
    expect(await visit.labels()).toEqual(["value", "x", "y", "z", "w"]);
    await button("Go back").click();
    await visit.settled();
    expect(await selected()).toEqual(["z"]);
    expect(await visit.page.locator(".detail").getByRole("textbox").inputValue()).toBe("bad text");
  });

  test("a text for a value that an earlier edit removes is not lost without a word", async () => {
    await open(four, "x");
    const release = await visit.holdCalls();
    await button("Delete").click();
    const field = visit.page.locator(".detail").getByRole("textbox");
    await field.fill("77");
    await field.blur();
    await release();
    expect(await message()).toContain("“77” was not taken.");
    expect(await saved()).toEqual({ y: 2, z: 3, w: 4 });
  });

  test("a text that is typed while undo brings back another value is for the value that its field showed", async () => {
    await open(four, "x");
    await visit.press("Delete");
    await visit.settled();
    await visit.row("z").click();
    await visit.settled();
    const release = await visit.holdCalls();
    await tree().focus();
    await visit.press("Control+z");
    await visit.page.locator(".detail").getByRole("textbox").fill("77");
    await release();
    await visit.page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
    await visit.settled();
    expect(await saved()).toEqual({ ...four, z: 77 });
  });

  test("undo does not discard a text that was refused after it was asked for", async () => {
    await open(four, "x");
    const release = await visit.holdCalls();
    await visit.press("Control+d", "Control+z");
    const field = visit.page.locator(".detail").getByRole("textbox");
    await field.fill("bad text");
    await field.blur();
    await release();
    expect(await visit.labels()).toEqual(["value", "x", "y", "z", "w"]);
    expect(await selected()).toEqual(["x"]);
    expect(await field.inputValue()).toBe("bad text");
  });

  test("an edit that follows a save is not in it, and undo leads back to what was saved", async () => {
    await open(four, "x");
    const field = visit.page.locator(".detail").getByRole("textbox");
    const release = await holdOnly("save");
    const bytes = await visit.download("a.bin", async () => {
      await visit.press("Control+s");
      await field.fill("5");
      await visit.press("Enter");
      await release();
    });
    expect(decode(bytes)).toEqual(four);
    await visit.settled();
    expect(await visit.valueOf("x")).toBe("5");
    expect(await visit.page.locator(".unsaved").count()).toBe(1);
    await button("Undo").click();
    await visit.settled();
    expect(await visit.page.locator(".unsaved").count()).toBe(0);
  });

  test("what is pasted goes behind what was selected when Ctrl+V was pressed", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode([1, 2, 3]));
    await visit.go("[0]");
    const code = /\/assets\/values-[^/]*\.js$/;
    const arrive = await visit.hold(code);
    await page.evaluate(() => navigator.clipboard.writeText("9"));
    const asked = page.waitForRequest(code);
    await tree().focus();
    await visit.press("Control+v");
    await asked;
    await visit.row("2").click();
    arrive();
    await visit.settled();
    expect(await saved()).toEqual([1, 9, 2, 3]);
    expect(await visit.page.locator(".crumbs").innerText()).toMatch(/3$/);
  });

  test("the dialog for the type is that of the selected value", async () => {
    const { page } = visit;
    await open({ n: 1, text: "a" }, "n");
    const dialog = page.getByRole("dialog");
    await button("Change type").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const release = await holdOnly("detail");
    await visit.row("text").click();
    await button("Change type").click();
    await release();
    await dialog.getByText("Change the type from String").waitFor();
    await dialog.getByRole("radio", { name: "StringName" }).check();
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await visit.settled();
    expect(await visit.row("text").locator(".type").innerText()).toBe("StringName");
    expect(await visit.row("n").locator(".type").innerText()).toBe("int");
  });

  test("a difference is found where edits have moved it", async () => {
    const { page } = visit;
    await visit.openBytes("b.bin", encode({ x: 1, y: 2, z: 5 }));
    await visit.openBytes("a.bin", encode({ x: 1, y: 2, z: 3 }));
    await visit.menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "b.bin" }).click();
    await visit.settled();
    await visit.go("x");
    await tree().focus();
    await visit.press("Delete");
    await visit.settled();
    await page.locator(".found-line", { hasText: "z" }).click();
    await visit.settled();
    expect(await selected()).toEqual(["z"]);
  });
});
