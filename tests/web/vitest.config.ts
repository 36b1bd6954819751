import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/web/**/*.test.ts"],
    globalSetup: ["scripts/demo.mjs"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One browser at a time: they would measure each other.
    fileParallelism: false,
  },
});
