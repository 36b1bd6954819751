// Makes godot-variant/html5, which needs no WebAssembly: an ES module, a CommonJS module, and the scripts for games.
import { copyFileSync, mkdirSync } from "node:fs";
import { build } from "esbuild";
import { inRoot } from "./lib.mjs";

const scripts = ["page_bridge.gd", "page_bridge_3.gd"];

/** What writeHtml5 writes, in dist. */
export const html5Products = ["html5/index.js", "cjs/html5.js", ...scripts.map((name) => `html5/${name}`)];

export async function writeHtml5() {
  const common = {
    absWorkingDir: inRoot(),
    entryPoints: [inRoot("js/html5.ts")],
    bundle: true,
    logLevel: "warning",
    // Names stay, because consoles show those of classes.
    minifyWhitespace: true,
    minifySyntax: true,
    target: "es2022",
  };
  await build({ ...common, format: "esm", outfile: "dist/html5/index.js" });
  // The platform makes esbuild list the exports in a form that Node finds when an ES module imports the file.
  await build({ ...common, format: "cjs", platform: "node", outfile: "dist/cjs/html5.js" });
  mkdirSync(inRoot("dist/html5"), { recursive: true });
  for (const name of scripts) copyFileSync(inRoot("js/html5", name), inRoot("dist/html5", name));
}
