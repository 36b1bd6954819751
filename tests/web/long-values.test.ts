// Values that are too long for a field in their line: F2 goes to their field, or says what else a person can do. Messages quote only the beginning.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("editing long values", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  const said = () => visit.page.locator(".message.error").innerText();
  const long = "a".repeat(5000);

  async function press(path: string): Promise<void> {
    await visit.go(path);
    await visit.page.locator("[role=tree]").focus();
    await visit.page.keyboard.press("F2");
    await visit.settled();
  }
  const save = (value: Parameters<typeof encode>[0]) => visit.openBytes("a.bin", encode(value));

  test("a long text is edited in the pane beside the tree", async () => {
    const { page } = visit;
    await save({ first: `b${long}`, text: long });
    await press("text");
    await page.locator(".detail textarea:focus").waitFor();
    await visit.press("Control+End", "b");
    expect(decode(await visit.save("a.bin"))).toEqual({ first: `b${long}`, text: `${long}b` });
    await visit.settled();
    await visit.row("text").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Edit value" }).click();
    await page.locator(".detail textarea:focus").waitFor();
    await visit.press("Control+End", "c");
    expect(decode(await visit.save("a.bin"))).toEqual({ first: `b${long}`, text: `${long}bc` });
  });

  test.each([
    ["text", "a".repeat(100_001), "copy it, change the text in an editor, and paste it as a new value"],
    ["numbers", new Int32Array(2000), "copy it, change the text in an editor, and paste it as a new value"],
    ["bytes", new Uint8Array(5000), "choose “Replace by a file” in its menu"],
  ])("%s that no field takes: it says how else to change them", async (name, value, how) => {
    await save({ [name]: value });
    await press(name);
    await expect.poll(said).toContain(how);
  });

  test("on a phone, a long text is in another pane", async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 640 });
    await save({ text: long });
    await press("text");
    await expect.poll(said).toContain("Edit it under “detail”.");
    await page.getByRole("button", { name: "detail", exact: true }).click();
    await page.getByRole("textbox", { name: "text" }).waitFor();
  });

  test("a container is not edited as text, and says nothing", async () => {
    await save({ list: [] });
    await press("list");
    expect(await visit.page.locator(".message").count()).toBe(0);
  });

  test("a long text that is not taken leaves room for everything else", async () => {
    const { page } = visit;
    await save({ list: [] });
    await visit.go("list");
    await page.getByRole("button", { name: "Add element" }).click();
    const form = page.locator(".add");
    await form.getByLabel("value").fill("many words ".repeat(2000));
    await visit.press("Enter");
    const problem = form.getByRole("alert");
    await problem.waitFor();
    expect((await problem.innerText()).length).toBeLessThan(200);
    await visit.row("value").click();
    await page.getByText("It is not added yet.").waitFor();
    const { height } = (await page.locator("[role=tree]").boundingBox()) as { height: number };
    expect(height).toBeGreaterThan(400);
  });
});
