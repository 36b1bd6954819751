import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { about } from "./about.ts";
import { offline } from "./offline.ts";
import { samples } from "./samples.ts";

/** The page uses both parts of the WebAssembly module, so it takes them as one, which is smaller. */
const wholeModule = (): Plugin => ({
  name: "whole-module",
  enforce: "pre",
  resolveId: (path) =>
    /\/inline(-second)?\.js$/.test(path)
      ? fileURLToPath(new URL("../js/wasm/inline-whole.ts", import.meta.url))
      : undefined,
});

/**
 * What every visit loads is one file, because that compresses better than one for each set of users. The script that a worker starts
 * with is another one: Safari runs it again when a part that loads later imports it, and then two of them answer the page.
 */
const oneInitialFile = {
  codeSplitting: {
    groups: [{ name: "core", tags: ["$initial" as const], test: /^(?!.*[\\/]worker[\\/]worker\.ts)/ }],
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  define: { __ABOUT__: JSON.stringify(about) },
  // The page is made from the sources of the package, so that it loads only the modules that it needs first.
  resolve: { tsconfigPaths: true },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    plugins: () => [wholeModule()],
    // Reading globals and properties of the package has no side effects, so unused code can go.
    rolldownOptions: {
      treeshake: { unknownGlobalSideEffects: false, propertyReadSideEffects: false },
      output: oneInitialFile,
    },
  },
  build: {
    target: "es2022",
    cssTarget: ["chrome94", "firefox93", "safari16.4"],
    outDir: "dist",
    emptyOutDir: true,
    // The Content-Security-Policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { output: oneInitialFile },
  },
  plugins: [wholeModule(), samples(), offline()],
});
