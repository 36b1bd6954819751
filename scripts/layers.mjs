// Checks the order of the folders. In each tree, a file imports only from its own folder and from folders earlier in the list,
// and no files import each other in a circle. Type imports count too, because a reader of one file needs the other.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow, inRoot } from "./lib.mjs";

/** The folders of each tree, lowest first, with their contents. */
export const trees = {
  cpp: {
    "include/godot_variant": "the public API",
    "src/bytes": "raw bytes and text",
    "src/dialect": "the types of each dialect: the generated table",
    "src/events": "the events that a decoder sends and an encoder receives",
    "src/wire": "the format: decoder and encoder",
    "src/tape": "a value as words in memory, for JavaScript",
    "src/index": "the place of each value in its bytes",
    "src/diagnose": "places of errors, and other ways to read the bytes",
    "src/convert": "conversion from dialect to dialect",
    "src/variant": "the public value",
    "src/view": "values read where they stand in their bytes",
    "src/text": "Godot's text form",
    "src/search": "values that match a query",
    "src/files": "files around values: frames, compression, encryption",
    wasm: "the boundary to JavaScript",
  },
  js: {
    table: "the generated table, and functions on it",
    values: "the classes of values",
    base: "errors, options, paths",
    wasm: "the boundary to C++",
    "codec/decode": "from the tape to values",
    "codec/encode": "from values to the tape",
    codec: "decode, encode, convert",
    frames: "several values in a row, and streams",
    "document/read": "values at their places in the bytes",
    "document/diff": "differences between two documents",
    "document/edit": "edits and undo",
    document: "Document, which reads, compares and edits",
    "document/search": "values that match a query",
    "document/recover": "recovery of damaged bytes",
    files: "files around values: detection, compression, encryption",
    forms: "other notations: Godot's text, JSON",
    describe: "words for people",
    html5: "files of HTML5 games in the browser, and a bridge to games",
    ".": "the entries of the package",
    resources: "resource files",
    texts: "saves that are text: JSON, ConfigFile",
    "batch/task": "what batch takes and returns",
    "batch/files": "single files and their names",
    "batch/columns": "rows and columns of tables",
    "batch/work": "what is done to one file, and worker threads",
    "batch/input": "all kinds of inputs as one sequence",
    batch: "many files at once",
    "cli/output": "output of commands",
    "cli/input": "input and options of commands",
    "cli/json": "JSON on the command line",
    "cli/commands": "one file for each command",
    cli: "the program",
  },
  "web-demo/src": {
    protocol: "messages between the page and its workers",
    values: "types and numbers, for the page and its workers",
    "worker/tree": "a file as a tree, and the lines that show it",
    "worker/session": "a file, from its layers to its values",
    "worker/edit": "edits, and values as text",
    "worker/detail": "everything about one value",
    "worker/search": "search",
    "worker/export": "saving, other formats, comparing",
    worker: "the worker of a file",
    widgets: "buttons, menus, dialogs, long lists",
    file: "an open file as the page sees it, and the state of the page",
    session: "recent files, and backups of unsaved edits",
    open: "ways to open a file",
    "panes/tree": "the tree",
    "panes/hex": "the bytes",
    "panes/detail": "the selected value",
    "panes/table": "a container as a table",
    "panes/found": "lists of places: replacements, differences, damage, bookmarks",
    dialogs: "dialogs",
    bar: "the bars above the panes",
    ".": "the page",
  },
};

/** `#include "…"` in C++; `from "…"`, `import "…"` and `import("…")` in TypeScript. */
const importIn = /^#include "(.+?)"|(?:\bfrom |\bimport ?\(?)"(.+?)"/g;
const isSource = (path) => /\.(h|inc|cpp|tsx?)$/.test(path);

/** The files of the same tree that a file imports, each with its line. */
function importsOf(file, tree) {
  const found = [];
  for (const [index, line] of readFileSync(inRoot(file), "utf8").split("\n").entries()) {
    for (const [, header, module = header] of line.matchAll(importIn)) {
      const folders = header ? [dirname(file), `${tree}/src`, `${tree}/include`] : [dirname(file)];
      const names = [module, module.replace(/\.js$/, ".ts"), module.replace(/\.js$/, ".tsx")];
      const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
      const target = paths.find((path) => isSource(path) && existsSync(inRoot(path)));
      if (target?.startsWith(`${tree}/`)) found.push({ file, line: index + 1, target });
    }
  }
  return found;
}

/** Imports from a later folder, and files in folders that the list lacks. */
function wrongArrows(imports, tree, folders) {
  const floorOf = (file) => folders.indexOf(dirname(relative(tree, file)));
  const unlisted = [...imports.keys()].filter((file) => floorOf(file) < 0);
  const upward = [...imports.values()].flat().filter(({ file, target }) => floorOf(file) < floorOf(target));
  return [
    ...unlisted.map((file) => `${file}: scripts/layers.mjs does not list its folder`),
    ...upward.map(({ file, line, target }) => `${file}:${line}: imports ${target} from a folder above`),
  ];
}

/** Each circle, as the imports that form it. */
function circles(imports) {
  const visited = new Set();
  const faults = [];
  const visit = (file, way) => {
    const start = way.findIndex((step) => step.file === file);
    if (start >= 0) {
      const places = way.slice(start).map((step) => `${step.file}:${step.line}`);
      faults.push(`${places.join(" → ")} → ${file}: import each other in a circle`);
    }
    if (visited.has(file)) return;
    visited.add(file);
    for (const step of imports.get(file) ?? []) visit(step.target, [...way, step]);
  };
  for (const file of imports.keys()) visit(file, []);
  return faults;
}

/** The violations of a tree's order, one line each. */
export function faultsIn(tree, folders) {
  const imports = new Map(filesBelow(tree, isSource).map((file) => [file, importsOf(file, tree)]));
  return [...wrongArrows(imports, tree, folders), ...circles(imports)];
}

/** Prints the violations in all trees; returns 1 if there are any, otherwise 0. */
export function checkLayers() {
  const faults = Object.entries(trees).flatMap(([tree, folders]) => faultsIn(tree, Object.keys(folders)));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return Math.min(faults.length, 1);
}
