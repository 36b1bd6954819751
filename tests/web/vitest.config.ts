import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/web/**/*.test.ts"],
    globalSetup: ["scripts/demo.mjs"],
    // A machine with other work is slow: nothing here depends on time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One browser at a time: they would measure each other.
    fileParallelism: false,
  },
});
