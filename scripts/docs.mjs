// Builds the documentation site into build/docs/site: the documents of the repository, the API reference from the docstrings, a search that
// works offline, and the page as "Try it". With --serve it also serves the site.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buildDemo, serve } from "./demo.mjs";
import { filesBelow, inRoot, isProgram, main, npm, run, say, upToDate } from "./lib.mjs";
import { setup as installTools } from "./setup.mjs";

const work = "build/docs";
/** Where the site is built. */
export const site = `${work}/site`;
const rootPages = ["CHANGELOG.md", "CONTRIBUTING.md", "THIRD-PARTY.md"];

/** Entries of the package, and the folders of their references. The first is written first, because TypeDoc empties the folder. */
const entries = [
  ["js/index.ts", "api"],
  ["js/html5.ts", "api/html5"],
  ["js/resources/index.ts", "api/resources"],
  ["js/texts/index.ts", "api/texts"],
];

/** The tools have a folder of their own, because TypeDoc requires an older TypeScript than the package is built with. */
async function installSiteTools() {
  const [manifest, lock] = ["docs/.vitepress/package.json", "docs/.vitepress/package-lock.json"];
  if (upToDate([`${work}/node_modules/.package-lock.json`], [manifest, lock])) return;
  say("installing the tools of the documentation site …");
  for (const file of [manifest, lock])
    cpSync(inRoot(file), inRoot(work, file.slice("docs/.vitepress/".length)));
  await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    quiet: true,
    cwd: inRoot(work),
  });
}

/** Copies the documents into one folder, where `docs/` and the folder above it are the same, and lets their links say so. */
function copyPages() {
  rmSync(inRoot(work, "pages"), { recursive: true, force: true });
  for (const page of [...rootPages, ...filesBelow("docs", (path) => path.endsWith(".md"))]) {
    const target = inRoot(work, "pages", page.replace(/^docs[\\/]/, ""));
    mkdirSync(dirname(target), { recursive: true });
    const links = dirname(page) === "docs" ? /\]\(\.\.\// : /\]\(docs\//;
    writeFileSync(target, readFileSync(inRoot(page), "utf8").replaceAll(new RegExp(links, "g"), "](./"));
  }
  rmSync(inRoot(work, ".vitepress"), { recursive: true, force: true });
  cpSync(inRoot("docs/.vitepress/config.mjs"), inRoot(work, ".vitepress/config.mjs"));
}

async function writeReference() {
  const typedoc = inRoot(work, "node_modules/typedoc/bin/typedoc");
  const options = ["--options", inRoot("docs/.vitepress/typedoc.json")];
  for (const [entry, folder] of entries) {
    const args = [...options, "--entryPoints", inRoot(entry), "--out", inRoot(work, "pages", folder)];
    await run(process.execPath, [typedoc, ...args], { quiet: true, cwd: inRoot(work) });
  }
}

/** Builds the site if a source is newer than it. */
export async function buildDocs() {
  await buildDemo();
  const sources = [...filesBelow("docs"), ...filesBelow("js"), ...rootPages, "scripts/docs.mjs"];
  if (upToDate([`${site}/index.html`], sources)) return;
  mkdirSync(inRoot(work), { recursive: true });
  await installSiteTools();
  copyPages();
  await writeReference();
  say("building the documentation site …");
  await run(process.execPath, [inRoot(work, "node_modules/vitepress/bin/vitepress.js"), "build"], {
    quiet: true,
    cwd: inRoot(work),
    env: { NODE_ENV: "production" },
  });
  cpSync(inRoot("web-demo/dist"), inRoot(site, "try"), { recursive: true });
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installTools("build");
    await buildDocs();
    if (!process.argv.includes("--serve")) return say(`the site is in ${site}`);
    const { url } = await serve(site, Number(process.env.PORT ?? 4174));
    say(`serving ${url}`);
  });
}
