import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["tests/js/**/*.test.ts", "tests/engine/**/*.test.ts"],
    globalSetup: ["scripts/vitest-setup.mjs"],
    testTimeout: 30_000,
  },
});
