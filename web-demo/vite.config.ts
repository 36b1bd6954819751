import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { offline } from "./offline.ts";
import { samples } from "./samples.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    // What is left of the package is what the page uses: reading a global or a property does nothing else.
    rolldownOptions: { treeshake: { unknownGlobalSideEffects: false, propertyReadSideEffects: false } },
  },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    // The page's policy allows no data: addresses, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [samples(), offline()],
});
