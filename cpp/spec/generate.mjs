// Writes every file that is generated from the specs in this folder; with --check it only compares.
// Usage: node cpp/spec/generate.mjs [--check]
//
// A document marks a generated section with "<!-- generated: NAME -->" and "<!-- end: NAME -->" on lines of their own.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as boundary from "./boundary.mjs";
import * as cppTables from "./cpp-tables.mjs";
import * as docs from "./docs.mjs";
import * as formats from "./formats.mjs";
import * as jsTables from "./js-tables.mjs";
import * as resources from "./resources.mjs";
import * as values from "./values.mjs";

const root = new URL("../../", import.meta.url);
const sources = [cppTables, jsTables, boundary, values, docs, formats, resources];

function textOf(path) {
  try {
    return readFileSync(new URL(path, root), "utf8");
  } catch {
    return undefined;
  }
}

/** The document with its sections brought up to date. Throws when a section has no marks. */
function withSections(path, sections) {
  let text = outputs[path] ?? textOf(path) ?? "";
  for (const [name, content] of Object.entries(sections)) {
    const [begin, end] = [`<!-- generated: ${name} -->\n`, `<!-- end: ${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${path} has no section "${name}"`);
    text = `${text.slice(0, from + begin.length)}\n${content.trim()}\n\n${text.slice(to)}`;
  }
  return text;
}

const outputs = Object.assign({}, ...sources.map((source) => source.files));
for (const { sections } of sources) {
  for (const [path, parts] of Object.entries(sections)) {
    outputs[path] = withSections(path, { ...parts });
  }
}

const stale = Object.entries(outputs).filter(([path, text]) => textOf(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale) console.error(`${path} is not what cpp/spec says: run npm run generate`);
  process.exitCode = stale.length ? 1 : 0;
} else {
  for (const [path, text] of stale) {
    writeFileSync(new URL(path, root), text);
    console.log(`wrote ${fileURLToPath(new URL(path, root))}`);
  }
}
