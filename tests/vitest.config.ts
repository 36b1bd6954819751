import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["tests/{js,package,property,engine,soak,long,differential}/**/*.test.ts"],
    globalSetup: ["scripts/vitest-setup.mjs"],
    // Only hanging or quadratic tests should hit this limit; a busy machine is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes from another program or thread, which may take long to start; by default, the limit is a second.
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
});
