// Files that match a pattern. Node has globs of its own only from version 22 on, so picomatch, which most tools use, says what
// matches, and the walk is that of folders.

import { textOf } from "../files/names.js";
import { BatchError } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Section } from "./found.js";

export async function* matching(pattern: string, walk: Walk): AsyncGenerator<Section> {
  const { default: picomatch } = await import("picomatch").catch(() => {
    throw new BatchError("Patterns need the package picomatch: npm install picomatch");
  });
  const { base, glob } = picomatch.scan(pattern.replaceAll("\\", "/"));
  if (glob === "") return yield* walkFrom(base, walk);
  const matches = picomatch(glob, { nocase: process.platform === "win32" });
  const omits = (name: string, path: FilePath) => walk.omits(name, path) || !matches(name);
  for await (const section of walkFrom(base === "" ? "." : base, { ...walk, omits }))
    yield section.filter(
      ({ problem, name }) => problem === undefined || matches(textOf(name)) || name === "",
    );
}
