// Makes godot-variant/resources and godot-variant/texts: an ES module and a CommonJS module of each. The ES modules import the package by its name, so that
// classes such as VariantError are the program's own, whatever its platform chooses among the package's bundles.
import { build } from "esbuild";
import { inRoot } from "./lib.mjs";

/** What writeResources writes, in dist. */
export const resourceProducts = ["resources", "texts"].flatMap((name) => [
  `${name}/index.js`,
  `cjs/${name}/index.js`,
]);

/** Takes everything that has an identity from the package. */
const packageIs = (path) => ({
  name: "package-is-external",
  setup(bundler) {
    bundler.onResolve({ filter: /(?:^(?:\.\.\/)+index|\/errors)\.js$/ }, () => ({ path, external: true }));
  },
});

export async function writeResources() {
  for (const name of ["resources", "texts"]) await writeEntry(name);
}

async function writeEntry(name) {
  const common = {
    absWorkingDir: inRoot(),
    entryPoints: [inRoot(`js/${name}/index.ts`)],
    bundle: true,
    logLevel: "warning",
    minify: true,
    target: "es2022",
  };
  const [module, commonJs] = [`dist/${name}/index.js`, `dist/cjs/${name}/index.js`];
  await build({ ...common, plugins: [packageIs("godot-variant")], format: "esm", outfile: module });
  // The platform makes esbuild list the exports in a form that Node finds when an ES module imports the file.
  const forNode = { format: "cjs", platform: "node", outfile: commonJs };
  await build({ ...common, ...forNode, plugins: [packageIs("../index.js")] });
}
