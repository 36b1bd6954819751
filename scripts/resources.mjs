// Makes godot-variant/resources: an ES module and a CommonJS module. Both import the package by its name, so that classes such
// as VariantError are the program's own, whatever its platform chooses among the package's bundles.
import { build } from "esbuild";
import { inRoot } from "./lib.mjs";

/** What writeResources writes, in dist. */
export const resourceProducts = ["resources/index.js", "cjs/resources/index.js"];

const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    bundler.onResolve({ filter: /(?:^(?:\.\.\/)+index|\/errors)\.js$/ }, () => ({
      path: "godot-variant",
      external: true,
    }));
  },
};

export async function writeResources() {
  const common = {
    absWorkingDir: inRoot(),
    entryPoints: [inRoot("js/resources/index.ts")],
    bundle: true,
    charset: "utf8",
    logLevel: "warning",
    minifyWhitespace: true,
    minifySyntax: true,
    target: "es2022",
    plugins: [packageIsExternal],
  };
  await build({ ...common, format: "esm", outfile: "dist/resources/index.js" });
  // The platform makes esbuild list the exports in a form that Node finds when an ES module imports the file.
  await build({ ...common, format: "cjs", platform: "node", outfile: "dist/cjs/resources/index.js" });
}
