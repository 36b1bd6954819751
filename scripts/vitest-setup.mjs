// Vitest calls this before the tests: they always see a fresh build.
import { buildAll } from "./build.mjs";

export const setup = buildAll;
