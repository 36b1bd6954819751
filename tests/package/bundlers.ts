// How each bundler makes scripts of a program.
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { root, run, tool } from "./tools.js";

/** What a program imports, and the most KB (gzip) of its scripts, with one or two to spare. */
type Sizes = Readonly<Record<"decode" | "Vector2" | "formatPath, parsePath" | "*", number>>;

const minified: Sizes = { decode: 82, Vector2: 4, "formatPath, parsePath": 7, "*": 231 };
const whole: Sizes = { decode: 97, Vector2: 5, "formatPath, parsePath": 11, "*": 294 };

interface Bundler {
  readonly name: string;
  /** Tools that must be installed. */
  readonly tools: readonly string[];
  /** Files beside the program, a.js. */
  readonly files: Readonly<Record<string, string>>;
  /** The folder with the scripts. */
  readonly output: string;
  readonly kind: "module" | "script";
  /** The page that it makes, if that shows the program. */
  readonly page?: string;
  readonly most: Sizes;
  /** How a program with `godot-variant/slim` gets the module, as docs/GUIDE.md has it. */
  readonly slim: {
    readonly imports?: string;
    readonly init: string;
    /** Files beside the program that differ from `files`. */
    readonly files?: Readonly<Record<string, string>>;
    /** The module must be copied to the scripts. */
    readonly copied?: boolean;
  };
  bundle(path: string): Promise<void>;
}

const webpackBuild = `require("webpack")({ mode: "production", performance: { hints: false }, context: __dirname, entry: "./a.js", output: { path: __dirname + "/out", filename: "a.js", publicPath: "auto" } },
(error, stats) => { const { errors, warnings } = stats.toJson();
if (error || errors.length + warnings.length > 0) { console.error(error, errors, warnings); process.exit(1); } });`;

const rollupConfig = `import resolve from "@rollup/plugin-node-resolve";
export default { input: "a.js", plugins: [resolve({ browser: true })], output: { file: "out/a.js", format: "iife", inlineDynamicImports: true } };`;

/** For bundlers that begin with a page. */
const pageOf = (script: string) => ({
  "index.html": `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`,
});

export const bundlers: readonly Bundler[] = [
  {
    name: "esbuild",
    tools: [],
    files: {},
    output: "out",
    kind: "module",
    most: minified,
    slim: {
      imports: 'import url from "godot-variant/godot_variant.wasm";',
      init: "init(new URL(url, import.meta.url))",
    },
    async bundle(path) {
      const { warnings } = await esbuild({
        entryPoints: [join(path, "a.js")],
        outdir: join(path, "out"),
        bundle: true,
        minify: true,
        // With splitting, esbuild writes what any file might import on demand, also for programs without that file.
        format: "esm",
        loader: { ".wasm": "file" },
        logLevel: "silent",
      });
      if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
    },
  },
  {
    name: "Vite",
    tools: [],
    files: pageOf("/a.js"),
    output: "dist/assets",
    kind: "module",
    most: minified,
    slim: { imports: 'import url from "godot-variant/godot_variant.wasm?url";', init: "init(url)" },
    async bundle(path) {
      const vite = join(root, "node_modules/vite/bin/vite.js");
      await run(path, process.execPath, vite, "build", "--base", "./", "--logLevel", "error");
    },
  },
  {
    name: "webpack",
    tools: ["webpack"],
    files: { "build.cjs": webpackBuild },
    output: "out",
    kind: "script",
    most: minified,
    slim: { init: 'init(new URL("godot-variant/godot_variant.wasm", import.meta.url))' },
    async bundle(path) {
      await run(path, process.execPath, "build.cjs");
    },
  },
  {
    name: "Rollup, as one script (iife)",
    tools: ["rollup", "@rollup/plugin-node-resolve"],
    files: { "rollup.config.mjs": rollupConfig },
    output: "out",
    kind: "script",
    most: whole,
    slim: { init: 'init(new URL("godot_variant.wasm", import.meta.url))', copied: true },
    async bundle(path) {
      await run(path, tool("rollup"), "-c", "--failAfterWarnings", "--silent");
    },
  },
  {
    name: "Parcel",
    tools: ["parcel"],
    files: pageOf("a.js"),
    output: "dist",
    kind: "module",
    page: "dist/index.html",
    // It leaves out whole files only.
    most: { ...minified, decode: 121, "*": 234 },
    slim: {
      init: 'init(new URL("npm:godot-variant/godot_variant.wasm", import.meta.url))',
      // Parcel takes its settings from the folder with the lock file.
      files: {
        "package.json": '{ "@parcel/resolver-default": { "packageExports": true } }',
        "yarn.lock": "",
      },
    },
    async bundle(path) {
      const options = ["--no-cache", "--no-source-maps", "--public-url", "./"];
      await run(path, tool("parcel"), "build", "index.html", ...options);
    },
  },
];
