// For every fixture file written by an engine, the page agrees with the package: it shows the same values or an error.
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Loaded, load, toText, tryDecode, type Variant, VariantError } from "../../js/index.js";
import { readResource } from "../../js/resources/index.js";
import { fromHex, linesOf, origins } from "../js/fixtures.js";
import { fixture, hasBrowser, openSite, type Site, Visit } from "./browser.js";

const containers = new URL("../fixtures/containers/", import.meta.url);
/** Files that differ only in their length. */
const isOneOfMany = /_len\d+\.bin$/;
const isNoSave = /^_|manifest|\.md$/;
/** Text files with values: the page opens them, `load` does not. */
const texts = /^(config|project\.godot|json_|gcpf_deflate_json|gdec_pass_json|var_to_str)/;
/** Browsers do not offer Brotli. */
const onlyNode = /brotli/;
const password = "hunter2";

const isResource = (bytes: Uint8Array) =>
  readResource(bytes).then(
    () => true,
    () => false,
  );

/** How the package reads a file, with the password of the fixtures. */
async function outcomeOf(file: Uint8Array): Promise<Loaded | VariantError> {
  try {
    return await load(file, { password, mode: "exact" });
  } catch (error) {
    if (error instanceof VariantError) return error;
    throw error;
  }
}

describe.skipIf(!hasBrowser)("files of every kind", () => {
  let site: Site;
  let visit: Visit;
  beforeAll(async () => {
    site = await openSite();
    visit = await Visit.start(site, { serviceWorkers: "block" });
  });
  afterAll(() => site?.close());

  /** Drops a file and waits until the page shows its values or an error. */
  async function dropped(name: string, bytes: Uint8Array): Promise<"values" | "notice"> {
    const { page } = visit;
    await visit.drop({ name, bytes });
    const title = page.getByRole("heading", { level: 1 }).filter({ hasText: name });
    await title.waitFor();
    await visit.settled();
    const secret = page.getByLabel("Password", { exact: true });
    if ((await secret.count()) > 0) {
      await secret.fill(password);
      await page.keyboard.press("Enter");
      await visit.settled();
    }
    return (await page.locator("[role=treeitem]").count()) > 0 ? "values" : "notice";
  }

  test.each(readdirSync(containers))("of Godot %s", async (engine) => {
    const names = readdirSync(new URL(`${engine}/`, containers));
    const seen = { values: 0, notice: 0 };
    for (const file of names.filter((name) => !isOneOfMany.test(name) && !isNoSave.test(name))) {
      const bytes = fixture(`containers/${engine}/${file}`);
      const outcome = await outcomeOf(bytes);
      const name = `${engine} ${file}`;
      const shown = await dropped(name, bytes);
      seen[shown]++;
      if (onlyNode.test(file)) {
        await expect.poll(() => visit.page.locator(".notice").innerText()).toMatch(/brotli/i);
      } else if (outcome instanceof VariantError) {
        const isText = outcome.code === "bad-container" && (texts.test(file) || (await isResource(bytes)));
        const isDamaged = (await visit.page.getByRole("region", { name: "Damage" }).count()) > 0;
        expect(shown, name).toBe(isText || isDamaged ? "values" : "notice");
      } else {
        expect(shown, name).toBe("values");
        const { dialect, framing, values } = outcome;
        await expect
          .poll(() => visit.page.getByLabel("Read as").inputValue(), { message: name })
          .toBe(`${dialect} ${framing}`);
        const first = visit.page.locator("[role=treeitem]").first();
        await expect
          .poll(() => first.getAttribute("aria-setsize"), { message: name })
          .toBe(String(values.length));
      }
      await visit.page.keyboard.press("Alt+w");
    }
    expect(seen.values).toBeGreaterThan(20);
    expect(seen.notice).toBeGreaterThan(5);
    expect(visit.problems).toEqual([]);
  });

  test.each(origins)("of the dialect of $folder", async ({ folder, dialect }) => {
    const frames: Uint8Array[] = [];
    const printed: string[] = [];
    for (const { bytes: digits, real, deep } of linesOf(`${folder}/values.jsonl`)) {
      const bytes = fromHex(digits);
      const decoded = tryDecode(bytes, { dialect, mode: "exact", allowObjects: true });
      if (!decoded.ok || deep || (real === "double" && dialect.startsWith("docs"))) continue;
      const text = textOf(decoded.value);
      if (text === undefined) continue;
      frames.push(new Uint8Array(Uint32Array.of(bytes.length).buffer), bytes);
      printed.push(text);
    }
    expect(printed.length).toBeGreaterThan(10);
    const name = `${folder}.bin`;
    await dropped(name, Buffer.concat(frames));
    const { page } = visit;
    await page.getByLabel("Read as").selectOption(`${dialect} store_var`);
    await visit.settled();
    await expect.poll(() => page.getByLabel("Read as").inputValue()).toBe(`${dialect} store_var`);
    const exported = await visit.download(`${folder}.txt`, () => visit.menu("Export", /^GDScript/));
    expect(new TextDecoder().decode(exported)).toBe(`${printed.join("\n")}\n`);
    await page.keyboard.press("Alt+w");
    expect(visit.problems).toEqual([]);
  });
});

/** Undefined for values without a notation in GDScript. */
function textOf(value: Variant): string | undefined {
  try {
    return toText(value, { mode: "exact" });
  } catch {
    return undefined;
  }
}
