// Encrypted files of a real engine, opened with a key.
import { describe, expect, test } from "vitest";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const file = "containers/4.6.3/gdec_key.bin";
const key = "00070e151c232a31383f464d545b626970777e858c939aa1a8afb6bdc4cbd2d9";

describe.skipIf(!hasBrowser)("a file that is encrypted with a key", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const field = () => visit.page.getByLabel("Key (64 hexadecimal digits)");
  const enter = async (digits: string) => {
    await field().fill(digits);
    await field().press("Enter");
    await visit.settled();
  };

  test("after a wrong key, the form asks for a key again", async () => {
    const { page } = visit;
    await visit.drop({ name: "a.bin", bytes: fixture(file) });
    await page.getByRole("button", { name: "Use a key" }).click();
    await enter("ab".repeat(32));
    await page.getByText("Wrong key, or the file is damaged.").waitFor();
    await enter(key);
    expect(await page.locator("[role=treeitem]").count()).toBeGreaterThan(0);
  });

  test("what is typed into the form stays while another file is shown, and is nowhere on the disk", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.drop({ name: "a.bin", bytes: fixture(file) });
    const password = page.getByLabel("Password");
    await password.fill("half of");
    const tabs = page.getByRole("navigation", { name: "Open files" });
    const leaveAndReturn = async () => {
      await tabs.getByRole("button", { name: "godot-4.6.3.bin", exact: true }).click();
      await page.locator("[role=tree]").waitFor();
      await tabs.getByRole("button", { name: "a.bin", exact: true }).click();
    };
    await leaveAndReturn();
    await expect.poll(() => password.inputValue()).toBe("half of");
    await page.getByRole("button", { name: "Use a key" }).click();
    await field().fill(key.slice(0, 20));
    await leaveAndReturn();
    await expect.poll(() => field().inputValue()).toBe(key.slice(0, 20));
    const isStored = await page.evaluate(
      (text) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(text),
      key.slice(0, 20),
    );
    expect(isStored).toBe(false);
    await enter(key);
    expect(await page.locator("[role=treeitem]").count()).toBeGreaterThan(0);
  });

  test("compares with another file that the same key opens", async () => {
    const { page } = visit;
    await visit.drop({ name: "a.bin", bytes: fixture(file) });
    await page.getByRole("button", { name: "Use a key" }).click();
    await enter(key);
    await visit.menu("More", /^Compare/);
    await page.getByLabel("File to compare with").setInputFiles({
      name: "b.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from(fixture(file)),
    });
    await page.getByRole("region", { name: "Differences" }).getByText("from b.bin").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
