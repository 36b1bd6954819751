// Makes godot-variant/batch: an ES module for Node, and the program of its worker threads. Both use the package's own bundle.
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { inRoot } from "./lib.mjs";

/** What writeBatch writes, in dist. */
export const batchProducts = ["batch/index.js", "batch/worker.js", "batch/first-worker.js"];

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** Classes such as VariantError must be the package's own, and so must the codec behind its notations. */
const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    bundler.onResolve({ filter: /^(\.\.\/)+index\.js$|\/(godot-text|plain-json)\.js$/ }, () => ({
      path: "../bundled/index.js",
      external: true,
    }));
  },
};

export async function writeBatch() {
  const { metafile } = await build({
    absWorkingDir: inRoot(),
    entryPoints: {
      index: inRoot("js/batch/index.ts"),
      worker: inRoot("js/batch/worker.ts"),
      "first-worker": inRoot("js/batch/work/first-worker.ts"),
    },
    outdir: "dist/batch",
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    logLevel: "warning",
    metafile: true,
    minifyWhitespace: true,
    minifySyntax: true,
    target: "es2022",
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [packageIsExternal],
    define: { __VERSION__: JSON.stringify(version) },
  });
  return metafile;
}
