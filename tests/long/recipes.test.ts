// The recipes of docs/recipes: each is tested in a copy, with the packed package as npm would install it, and the engines that the environment names.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../js/command-line.js";
import { npm } from "../js/npm.js";

const recipes = readdirSync(join(root, "docs/recipes"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const folder = join(root, "build/recipes");
const text = (path: string) => readFileSync(join(root, "docs/recipes", path), "utf8");
const manifest = (name: string) =>
  JSON.parse(text(`${name}/package.json`)) as {
    scripts: Record<string, string>;
    dependencies: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
/** The others need a browser and are tested in tests/web. */
const tested = recipes.filter((name) => manifest(name).scripts.test !== undefined);

/** Installs what all recipes depend on into the folder above their copies, where Node looks, too. */
function install(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [packed] = JSON.parse(npm(folder, "pack", "--json", "--ignore-scripts", root)) as [
    { filename: string },
  ];
  const manifests = recipes.map(manifest);
  const dependencies = Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]),
  );
  dependencies["godot-variant"] = `file:${packed.filename}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  npm(folder, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  cpSync(join(root, "docs/recipes"), folder, { recursive: true });
}

/** Where the C++ library is installed; undefined before it is built. */
function installLibrary(): string | undefined {
  if (!existsSync(join(root, "build/native/libgodot_variant.a"))) return undefined;
  const prefix = join(folder, "prefix");
  execFileSync("cmake", ["--install", "build/native", "--prefix", prefix], { cwd: root, stdio: "pipe" });
  return prefix;
}

describe("recipes", () => {
  let prefix: string | undefined;
  beforeAll(() => {
    install();
    prefix = installLibrary();
  }, 20 * 60_000);

  test.each(tested)("%s", (name) => {
    const env: NodeJS.ProcessEnv = { ...process.env };
    if (prefix !== undefined) env.GODOT_VARIANT_PREFIX = prefix;
    // Vitest's own settings would change what the recipe's Node does.
    delete env.NODE_OPTIONS;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--test"], {
      cwd: join(folder, name),
      env,
      encoding: "utf8",
      timeout: 10 * 60_000,
    });
    expect(status, stdout + stderr).toBe(0);
    expect(
      Number(/^# pass (\d+)/m.exec(stdout)?.[1]) + Number(/^# skipped (\d+)/m.exec(stdout)?.[1]),
    ).toBeGreaterThan(0);
  });
});

describe.each(recipes)("the recipe %s", (name) => {
  test("says how to run it, and names files that exist", () => {
    const readme = text(`${name}/README.md`);
    expect(readme).toMatch(/^# .+\n\n.+^ *```sh$/ms);
    expect(text("README.md")).toContain(`](${name}/README.md)`);
    if (!tested.includes(name)) expect(readme).toContain(`tests/web/${name}.test.ts`);
    const files = Array.from(readme.matchAll(/`([\w-]+\.(?:js|gd|cpp))`/g), ([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(join(root, "docs/recipes", name, file)))).toEqual([]);
  });
});
