import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  // The page's sources take the package by its name, and modules of it by their paths: both must be one copy.
  resolve: {
    alias: [
      { find: /^godot-variant$/, replacement: fileURLToPath(new URL("../../js/index.ts", import.meta.url)) },
    ],
  },
  test: {
    include: ["tests/web/**/*.test.ts"],
    globalSetup: ["scripts/demo.mjs"],
    // No test depends on time, and a busy machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One browser at a time, so that they do not slow each other down.
    fileParallelism: false,
  },
});
