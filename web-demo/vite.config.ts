import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { offline } from "./offline.ts";
import { samples } from "./samples.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  // The page is made from the sources of the package, so that it loads only the modules that it needs first.
  resolve: { tsconfigPaths: true },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    // Reading globals and properties of the package has no side effects, so unused code can go.
    rolldownOptions: { treeshake: { unknownGlobalSideEffects: false, propertyReadSideEffects: false } },
  },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    // The Content-Security-Policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [samples(), offline()],
});
