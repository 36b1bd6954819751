// Builds everything that package.json names: the WebAssembly module, the bundles, the types, the command line.
// Usage: node scripts/build.mjs [--wasm]   (--wasm stops after the module)
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { build, transform } from "esbuild";
import { html5Products, writeHtml5 } from "./html5.mjs";
import { filesBelow, inRoot, isProgram, main, run, say, upToDate } from "./lib.mjs";
import { writeThirdParty } from "./third-party.mjs";
import { buildWasm, wasmFile } from "./wasm.mjs";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
const entries = { index: inRoot("js/index.ts"), slim: inRoot("js/slim.ts") };

/** All names may be minified, because classes with a visible name set it themselves (`brand` in js/table/type-kinds.ts). */
const common = {
  absWorkingDir: inRoot(),
  bundle: true,
  charset: "utf8",
  ignoreAnnotations: true,
  logLevel: "warning",
  metafile: true,
  minify: true,
  target: "es2022",
};

const commonJs = '{ "type": "commonjs" }\n';

/** The command line is a program that uses the package, so it imports the package's own bundle. */
const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    bundler.onResolve({ filter: /^(\.\.\/)+index\.(ts|js)$/ }, () => ({
      path: "./esm/index.js",
      external: true,
    }));
  },
};

/** ES and CommonJS modules share one file with the text of the WebAssembly module: see sharedWasm. */
const wasmIsShared = {
  name: "wasm-is-shared",
  setup(bundler) {
    bundler.onResolve({ filter: /\/wasm\.gen\.js$/ }, () => ({ path: "../shared/wasm.js", external: true }));
  },
};

/**
 * Bundles code that several entries need into shared files. esbuild splits only ES modules, so the CommonJS files are made
 * from these. CommonJS requires files that load on demand, except for the ciphers, whose packages are ES modules, and for the
 * decoder of Zstandard, which both kinds share.
 */
async function bundlePackage() {
  const split = { format: "esm", splitting: true, chunkNames: "[name]-[hash]", outdir: "dist/esm" };
  const { metafile, outputFiles } = await build({
    ...common,
    ...split,
    entryPoints: entries,
    // Libraries stay packages of their own, which import() loads when a file needs them.
    packages: "external",
    platform: "neutral",
    plugins: [wasmIsShared],
    write: false,
  });
  for (const folder of ["dist/esm", "dist/cjs"]) mkdirSync(inRoot(folder), { recursive: true });
  const format = { format: "cjs", charset: "utf8", minify: true, target: "es2022" };
  for (const file of outputFiles) {
    const name = basename(file.path);
    writeFileSync(file.path, file.text);
    if (/^(ciphers|zstd)/.test(name)) continue;
    const text = file.text
      .replace(/import\("\.\/((?:ciphers|zstd)[^"]*)"\)/g, 'import("../esm/$1")')
      .replace(/import\(("\.\/[^"]*")\)/g, "Promise.resolve().then(()=>require($1))");
    writeFileSync(inRoot("dist/cjs", name), (await transform(text, format)).code);
  }
  writeFileSync(inRoot("dist/cjs/package.json"), commonJs);
  return metafile;
}

/** A script without imports and exports works both as an ES module and as a CommonJS module. */
async function sharedWasm() {
  mkdirSync(inRoot("dist/shared"), { recursive: true });
  const text = readFileSync(inRoot("js/wasm/wasm.gen.ts"), "utf8");
  const { code } = await transform(text, { loader: "ts", charset: "utf8", minify: true, target: "es2022" });
  writeFileSync(inRoot("dist/shared/wasm.js"), code);
  writeFileSync(inRoot("dist/shared/package.json"), commonJs);
}

async function bundle() {
  const ofPackage = await bundlePackage();
  await sharedWasm();
  await writeHtml5();
  const { metafile: ofProgram } = await build({
    ...common,
    entryPoints: { cli: inRoot("js/cli/main.ts") },
    outdir: "dist",
    format: "esm",
    platform: "node",
    plugins: [packageIsExternal],
    define: { __VERSION__: JSON.stringify(version) },
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
  });
  writeThirdParty([ofPackage, ofProgram]);
  chmodSync(inRoot("dist/cli.js"), 0o755);
  writeFileSync(inRoot("dist/godot_variant.wasm"), readFileSync(inRoot(wasmFile)));
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
  for (const name of reachable(
    "build/types",
    ["html5", ...Object.keys(entries)].map((entry) => `${entry}.d.ts`),
  )) {
    // An import without names declares nothing.
    const text = readFileSync(inRoot("build/types", name), "utf8").replace(/^import "[^"]*";\n/gm, "");
    mkdirSync(inRoot("dist/cjs", dirname(name)), { recursive: true });
    writeFileSync(inRoot("dist/cjs", name), text);
  }
  for (const entry of Object.keys(entries)) {
    writeFileSync(inRoot(`dist/esm/${entry}.d.ts`), `export * from "../cjs/${entry}.js";\n`);
  }
  writeFileSync(inRoot("dist/html5/index.d.ts"), 'export * from "../cjs/html5.js";\n');
}

const products = [
  "esm/index.js",
  "esm/slim.js",
  "cjs/index.js",
  "cjs/slim.js",
  "cli.js",
  "godot_variant.wasm",
]
  .concat([
    "shared/wasm.js",
    "esm/index.d.ts",
    "esm/slim.d.ts",
    "cjs/index.d.ts",
    "cjs/slim.d.ts",
    "cjs/package.json",
    "THIRD-PARTY.md",
    "sbom.cdx.json",
    "html5/index.d.ts",
    "cjs/html5.d.ts",
    ...html5Products,
  ])
  .map((name) => join("dist", name));

/** Builds all files that are missing or older than their sources. */
export async function buildAll() {
  await buildWasm();
  const inputs = [
    ...filesBelow("js"),
    "package.json",
    "tsconfig.json",
    "scripts/build.mjs",
    "scripts/html5.mjs",
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
