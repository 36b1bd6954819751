// Builds everything that package.json names: the WebAssembly module, the bundles, the types, the command line.
// Usage: node scripts/build.mjs [--wasm]   (--wasm stops after the module)
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { build } from "esbuild";
import { batchProducts, writeBatch } from "./batch.mjs";
import { target, writeBundles } from "./bundles.mjs";
import { entries } from "./entries.mjs";
import { html5Products, writeHtml5 } from "./html5.mjs";
import { filesBelow, inRoot, isProgram, main, run, say, upToDate } from "./lib.mjs";
import { resourceProducts, writeResources } from "./resources.mjs";
import { writeThirdParty } from "./third-party.mjs";
import { buildWasm, wholeModule } from "./wasm.mjs";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** The command line is a program that uses the package, so it imports the package's own bundle. Its first file is short. */
const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    // Also modules that parts of the package import from each other: with them, the program would hold a codec of its own.
    bundler.onResolve({ filter: /^(\.\.\/)+index\.(ts|js)$|\/(godot-text|plain-json)\.js$/ }, () => ({
      path: "./bundled/index.js",
      external: true,
    }));
    bundler.onResolve({ filter: /^(\.\.\/)+(batch|resources|texts)\/index\.js$/ }, ({ path }) => ({
      path: `./${posix.basename(posix.dirname(path))}/index.js`,
      external: true,
    }));
    bundler.onResolve({ filter: /\/first-worker\.js$/ }, () => ({
      path: "./batch/first-worker.js",
      external: true,
    }));
  },
};

/** Commander can run subcommands as programs, which this one has not. To load the module for that takes 3 ms. */
const withoutPrograms = {
  name: "without-programs",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: "absent" }));
    bundler.onLoad({ filter: /./, namespace: "absent" }, () => ({ contents: "module.exports = {};" }));
  },
};

async function bundle() {
  const ofPackage = await writeBundles();
  await writeHtml5();
  const ofBatch = await writeBatch();
  await writeResources();
  const { metafile: ofProgram } = await build({
    absWorkingDir: inRoot(),
    bundle: true,
    logLevel: "warning",
    metafile: true,
    minify: true,
    target,
    entryPoints: { cli: inRoot("js/cli/main.ts"), "cli-commands": inRoot("js/cli/run.ts") },
    splitting: true,
    outdir: "dist",
    format: "esm",
    platform: "node",
    plugins: [packageIsExternal, withoutPrograms],
    define: { __VERSION__: JSON.stringify(version) },
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
  });
  writeThirdParty([...ofPackage, ofBatch, ofProgram]);
  chmodSync(inRoot("dist/cli.js"), 0o755);
  writeFileSync(
    inRoot("dist/godot-variant.1"),
    execFileSync(process.execPath, [inRoot("dist/cli.js"), "man"]),
  );
  writeFileSync(inRoot("dist/godot_variant.wasm"), wholeModule());
}

/** The given declaration files and all files that they refer to. */
function reachable(folder, names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(inRoot(folder, name), "utf8");
    const imports = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]*)"/g)].map((match) => match[1]);
    const files = imports.map((path) => posix.join(dirname(name), path).replace(/(\.d)?\.[jt]s$/, ".d.ts"));
    reachable(folder, files, seen);
  }
  return seen;
}

/**
 * Writes the declarations beside the CommonJS bundle. The declarations of the ES modules only refer to these, so that both
 * kinds of programs share the types of classes, as they share instances.
 */
async function declare() {
  rmSync(inRoot("build/types"), { recursive: true, force: true });
  await run(process.execPath, [inRoot("node_modules/typescript/bin/tsc"), "-p", "js/tsconfig.build.json"]);
  const declarations = Object.keys(entries).map((entry) => `${entry}.d.ts`);
  for (const name of reachable("build/types", declarations)) {
    // An import without names declares nothing.
    const text = readFileSync(inRoot("build/types", name), "utf8").replace(/^import "[^"]*";\n/gm, "");
    mkdirSync(inRoot("dist/cjs", dirname(name)), { recursive: true });
    writeFileSync(inRoot("dist/cjs", name), text);
  }
  for (const [entry, modules] of Object.entries(entries))
    for (const module of modules)
      writeFileSync(inRoot(`dist/${module}.d.ts`), `export * from "../cjs/${entry}.js";\n`);
  writeFileSync(inRoot("dist/godot_variant.wasm.d.ts"), wasmTypes);
}

/** What an import of the file gives depends on the bundler; `init` takes all of it. */
const wasmTypes = `/** The compiled module, or the URL of the file, as your bundler decides; init() of godot-variant/slim takes both. */
declare const wasm: WebAssembly.Module | string;
export default wasm;
`;

const products = [
  ...Object.keys(entries).map((entry) => `cjs/${entry}.d.ts`),
  ...Object.values(entries).flatMap((modules) => modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`])),
  "cjs/index.js",
  "cjs/slim.js",
  "bundled/index.js",
  "cjs/package.json",
  "shared/wasm.js",
  "shared/wasm-second.js",
  "godot-variant.global.js",
  "cli.js",
  "cli-commands.js",
  "godot-variant.1",
  "godot_variant.wasm",
  "godot_variant.wasm.d.ts",
  "THIRD-PARTY.md",
  "sbom.cdx.json",
  ...html5Products,
  ...batchProducts,
  ...resourceProducts,
].map((name) => join("dist", name));

/** Builds all files that are missing or older than their sources. */
export async function buildAll() {
  await buildWasm();
  const inputs = [
    ...filesBelow("js"),
    "package.json",
    "tsconfig.json",
    "scripts/build.mjs",
    "scripts/bundles.mjs",
    "scripts/entries.mjs",
    "scripts/html5.mjs",
    "scripts/batch.mjs",
    "scripts/resources.mjs",
    "scripts/third-party.mjs",
    "package-lock.json",
    "THIRD-PARTY.md",
  ];
  if (upToDate(products, inputs)) return;
  say("bundling …");
  rmSync(inRoot("dist"), { recursive: true, force: true });
  await bundle();
  await declare();
}

if (isProgram(import.meta.url)) {
  await main(() => (process.argv.includes("--wasm") ? buildWasm() : buildAll()));
}
