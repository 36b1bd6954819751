import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
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
