// The package as it is published: its description names the repository, and every link of its page leads somewhere.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { stage } from "../../../scripts/publish.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("has all that it names, and nothing that only developers need", () => {
  const url = "https://example.com/somebody/godot-variant";
  const { version, exports, bin, ...description } = stage(url, folder);
  expect(description).toMatchObject({
    repository: { url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    publishConfig: { provenance: true },
  });
  expect(description).not.toHaveProperty("scripts");
  expect(description).not.toHaveProperty("devDependencies");
  const files = JSON.stringify([exports, bin]).match(/"(\.\/)?dist\/[^"]+"/g) ?? [];
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect([file, existsSync(join(folder, JSON.parse(file)))]).toEqual([file, true]);

  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target as string);
  const base = `${url}/blob/v${String(version)}/`;
  expect(links.some((link) => link.startsWith(base))).toBe(true);
  for (const link of links) {
    if (link.startsWith("http") && !link.startsWith(base)) continue;
    const path = link.startsWith(base) ? join(root, link.slice(base.length)) : join(folder, link);
    expect([link, existsSync(path)]).toEqual([link, true]);
  }
});
