// Makes the JavaScript of the package from js/:
//   dist/esm     ES modules, one for each source file, with source maps: bundlers take only those that a program uses
//   dist/cjs     CommonJS, one file for each entry
//   dist/bundled the same ES modules in few files, which Node loads four times faster
//   dist/slim    the ES module of godot-variant/slim, and the entry of Cloudflare Workers, which is made of it
//   dist/shared  texts of WebAssembly modules, which all of these share
//   dist/godot-variant.global.js   everything in one script, for <script> elements
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { inRoot } from "./lib.mjs";

export const target = "es2022";

/** All names may be minified, because classes with a visible name set it themselves (`brand` in js/table/type-kinds.ts). */
const bundled = {
  target,
  absWorkingDir: inRoot(),
  bundle: true,
  logLevel: "warning",
  metafile: true,
  platform: "neutral",
};
const commonJs = '{ "type": "commonjs" }\n';

/** Scripts with the text of a WebAssembly module, by source file. They have no imports and exports, so both kinds of modules load them. */
const texts = ["js/wasm/wasm.gen.ts", "js/wasm/wasm-second.gen.ts", "js/files/zstd.gen.ts"];
const textImport = /\/(wasm|wasm-second|zstd)\.gen\.js/;

const textsAreShared = {
  name: "texts-are-shared",
  setup(bundler) {
    bundler.onResolve({ filter: textImport }, ({ path }) => ({
      path: `../shared/${textImport.exec(path)[1]}.js`,
      external: true,
      sideEffects: true,
    }));
  },
};

/** Replaces the two parts of the WebAssembly module, which programs may leave out, by another file. */
const moduleFrom = (file) => ({
  name: "module-from",
  setup(bundler) {
    bundler.onResolve({ filter: /\/inline(-second)?\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, file),
    }));
  },
});
/** The caller provides the module. */
const withoutModule = moduleFrom("no-module.ts");
/** Nobody can leave out a part, and no other file shares it. */
const wholeModule = moduleFrom("inline-whole.ts");

/** The packages of the ciphers are ES modules, which CommonJS can only import. */
const ciphersAreImported = {
  name: "ciphers-are-imported",
  setup(bundler) {
    bundler.onResolve({ filter: /\/ciphers\.js$/ }, () => ({
      path: "../esm/files/ciphers.js",
      external: true,
    }));
  },
};

/** The sources that an entry uses, in any way but types. */
async function sourcesOf(entry) {
  const { metafile } = await build({
    ...bundled,
    entryPoints: [inRoot(entry)],
    packages: "external",
    outdir: "dist/esm",
    splitting: true,
    format: "esm",
    write: false,
  });
  return Object.keys(metafile.inputs);
}

/** One ES module for each source file. */
async function writeModules() {
  for (const source of await sourcesOf("js/index.ts")) {
    const name = relative("js", source).replace(/\.m?[tj]s$/, ".js");
    if (textImport.test(name)) continue;
    const file = join("dist/esm", name);
    const { code, map } = await transform(readFileSync(inRoot(source), "utf8"), {
      target,
      loader: "ts",
      format: "esm",
      sourcemap: true,
      sourcefile: relative(dirname(file), source),
    });
    const linked = code
      .replace(/"\.\/([\w-]+)\.gen\.js"/, (path, name) =>
        textImport.test(path) ? `"../../shared/${name}.js"` : path,
      )
      // Many servers do not know the type of .mjs.
      .replace('"./glue.gen.mjs"', '"./glue.gen.js"');
    mkdirSync(inRoot(dirname(file)), { recursive: true });
    // Generated code differs from its source by types alone, so a map would only take room.
    const isGenerated = /\.gen\.js$/.test(name);
    writeFileSync(
      inRoot(file),
      isGenerated ? linked : `${linked}//# sourceMappingURL=${basename(file)}.map\n`,
    );
    if (!isGenerated) writeFileSync(inRoot(`${file}.map`), map);
  }
}

async function writeSharedTexts() {
  mkdirSync(inRoot("dist/shared"), { recursive: true });
  for (const source of texts) {
    const name = basename(source, ".gen.ts");
    const text = readFileSync(inRoot(source), "utf8");
    const { code } = await transform(text, { target, loader: "ts", minify: true });
    writeFileSync(inRoot(`dist/shared/${name}.js`), code);
  }
  writeFileSync(inRoot("dist/shared/package.json"), commonJs);
}

/** Writes the decoder of Zstandard as a file, for Workers. */
async function writeZstd() {
  await import(pathToFileURL(inRoot("dist/shared/zstd.js")));
  const { bytesOfText } = await import(pathToFileURL(inRoot("dist/esm/wasm/byte-text.js")));
  const text = globalThis[Symbol.for("godot-variant zstddec 0.3.4")];
  writeFileSync(inRoot("dist/zstd_decoder.wasm"), bytesOfText(text));
}

/** Workers receive modules compiled, and cannot compile one themselves. */
const workerEntry = `import module from "../godot_variant.wasm";
import zstd from "../zstd_decoder.wasm";
import { init } from "./index.js";
init(module);
globalThis[Symbol.for("godot-variant zstddec 0.3.4, compiled")] = zstd;
export * from "./index.js";
`;

const asCommonJs = (options, entryPoints) => ({
  ...bundled,
  ...options,
  plugins: [...options.plugins, ciphersAreImported],
  entryPoints,
  outdir: "dist/cjs",
  format: "cjs",
  // Lists the exports in a form that Node finds when an ES module imports the file.
  platform: "node",
});

/** Removes the comments in which esbuild names each source file: the package does not have these files. */
function dropPaths(folder) {
  for (const name of readdirSync(inRoot(folder)).filter((each) => each.endsWith(".js"))) {
    const file = inRoot(`${folder}/${name}`);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\/\/ js\/\S+\.ts\n/gm, ""));
  }
}

/** Writes everything but the command line; returns esbuild's metafiles. */
export async function writeBundles() {
  await writeModules();
  await writeSharedTexts();
  await writeZstd();
  const external = { packages: "external", plugins: [textsAreShared] };
  const split = { format: "esm", splitting: true, chunkNames: "[name]-[hash]" };
  const slim = { packages: "external", plugins: [textsAreShared, withoutModule], minify: true };
  const results = [
    await build({
      ...bundled,
      ...external,
      ...split,
      entryPoints: { index: inRoot("js/index.ts") },
      outdir: "dist/bundled",
    }),
    await build(asCommonJs(external, { index: inRoot("js/index.ts") })),
    await build(asCommonJs(slim, { slim: inRoot("js/slim.ts") })),
    await build({
      ...bundled,
      ...slim,
      ...split,
      entryPoints: { index: inRoot("js/slim.ts") },
      outdir: "dist/slim",
    }),
    await build({
      ...bundled,
      minify: true,
      plugins: [wholeModule],
      entryPoints: { "godot-variant.global": inRoot("js/index.ts") },
      outdir: "dist",
      format: "iife",
      globalName: "godotVariant",
    }),
  ];
  for (const folder of ["dist/bundled", "dist/cjs"]) dropPaths(folder);
  writeFileSync(inRoot("dist/slim/workerd.js"), workerEntry);
  writeFileSync(inRoot("dist/cjs/package.json"), commonJs);
  return results.map(({ metafile }) => metafile);
}
