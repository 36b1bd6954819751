// Files and folders, in an order that is the same in every run: by the bytes of their names.
import { lstatSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { modifiedIn } from "../files/disk.js";
import { idOf, joined, lastPart, nameOf, textOf } from "../files/names.js";
import { BatchFailure } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import type { Found, Section } from "./found.js";

/** More files at once would only wait. */
const mostInSection = 64;

/** What a walk leaves out. */
export interface Walk {
  /** Whether a folder is left out with all that is in it. */
  readonly leavesOut: (folder: FilePath) => boolean;
  /** Whether a file is left out, by its path below the root, and its whole path. */
  readonly omits: (name: string, path: FilePath) => boolean;
  /** Whether a link leads into the folder for outputs. */
  readonly leadsToOutputs: (link: FilePath) => boolean;
}

/** A file, or all files below a folder. */
export async function* walkFrom(root: FilePath, walk: Walk): AsyncGenerator<Section> {
  let about: Stats;
  try {
    about = statSync(root);
  } catch (error) {
    yield [problem(root, lastPart(root), error)];
    return;
  }
  if (about.isDirectory() && walk.leavesOut(root))
    yield [problem(root, lastPart(root), new BatchFailure("own-input"))];
  else if (about.isDirectory()) yield* walkFolder(root, "", walk);
  else yield [fileOf(root, lastPart(root), about)];
}

/** All files below a folder; `name` is its path from the root of the walk. */
async function* walkFolder(folder: FilePath, name: FilePath, walk: Walk): AsyncGenerator<Section> {
  let names: Buffer[];
  try {
    names = (await readdir(folder, { encoding: "buffer" })) as unknown as Buffer[];
  } catch (error) {
    yield [problem(folder, name, error)];
    return;
  }
  let section: Found[] = [];
  for (const entry of names.sort(Buffer.compare).map(nameOf)) {
    const path = joined(folder, entry);
    const below = joined(name, entry);
    const found = foundAt(path, below, walk);
    if (found !== undefined && found !== "folder") section.push(found);
    if (found !== "folder" && section.length < mostInSection) continue;
    yield section;
    section = [];
    if (found === "folder") yield* walkFolder(path, below, walk);
  }
  yield section;
}

/** What stands at a path; undefined for what the walk leaves out. */
function foundAt(path: FilePath, name: FilePath, walk: Walk): Found | "folder" | undefined {
  try {
    const about = lstatSync(path);
    if (about.isDirectory()) return walk.leavesOut(path) ? undefined : "folder";
    const isLink = about.isSymbolicLink();
    const target = isLink ? statSync(path) : about;
    if (target.isDirectory()) return problem(path, name, new BatchFailure("linked-folder"), "skipped");
    if (isLink && walk.leadsToOutputs(path)) return problem(path, name, new BatchFailure("own-input"));
    return walk.omits(textOf(name), path) ? undefined : fileOf(path, name, target);
  } catch (error) {
    return problem(path, name, error);
  }
}

function fileOf(path: FilePath, name: FilePath, about: Stats): Found {
  if (about.isFile())
    return { id: idOf(path), from: path, isFile: true, size: about.size, modified: modifiedIn(about), name };
  return problem(path, name, new BatchFailure("not-a-file"), "skipped");
}

/** A place that cannot be read. */
function problem(
  path: FilePath,
  name: FilePath,
  error: unknown,
  outcome: "failed" | "skipped" = "failed",
): Found {
  return { id: idOf(path), from: path, isFile: true, size: 0, name, problem: { error, outcome } };
}
