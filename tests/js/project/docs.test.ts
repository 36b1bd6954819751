// Checks the documents against the code: example bytes, sections for every layout, paths, function names and links.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type DialectName, decode, encode, toText } from "../../../js/index.js";

const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");
const exists = (path: string) => existsSync(new URL(path, root));
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => `docs/${name}`),
];

describe("docs/FORMAT.md", () => {
  const format = text("docs/FORMAT.md");
  const blocks = Array.from(format.matchAll(/^```hex(.*)\n([^`]*)^```/gm));
  const examples = blocks.flatMap(([, info = "", lines = ""]) => {
    const [dialect = "godot-4.4", readOnly] = info.trim().split(" ").filter(Boolean) as [
      DialectName?,
      string?,
    ];
    const rows = lines
      .trim()
      .split("\n")
      .map((line) => /^([0-9a-f ]+?) {2,}(.*)$/.exec(line) ?? [line]);
    return rows.map(([line, hex, shown]) => ({ line, hex, shown, dialect, readOnly }));
  });

  test("has examples", () => expect(examples.length).toBeGreaterThan(30));

  test.each(examples)("reads and writes $line", ({ hex = "", shown = "", dialect, readOnly }) => {
    const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
    const value = decode(bytes, { dialect, mode: "exact", allowObjects: true });
    // Two types of Godot 2 have no text form.
    if (!shown.startsWith("(")) expect(toText(value, { mode: "exact" }).replaceAll("\n", "")).toBe(shown);
    const written = encode(value, { dialect, mode: "exact", fullObjects: true });
    if (readOnly === undefined) expect(Buffer.from(written)).toEqual(bytes);
  });

  test("has a section with a diagram for every layout", () => {
    const spec = JSON.parse(text("cpp/spec/variant.json")) as {
      types: Record<string, { layout: string }>;
    };
    for (const { layout } of Object.values(spec.types)) {
      const section = format.split(`\n### ${layout}\n`)[1]?.split("\n### ")[0] ?? "";
      expect(section, layout).toContain("┌");
      expect(section, layout).toMatch(/^```hex/m);
    }
  });
});

test("docs/DIALECTS.md counts the inputs whose verdict is the engine's", () => {
  const [, ...counts] =
    /(\S+) crafted and (\S+) mutated inputs for 4\.6\.3, (\S+) for 3\.6 and (\S+) for 3\.2\.3/.exec(
      text("docs/DIALECTS.md").replaceAll(/(?<=\d) (?=\d{3})/g, ""),
    ) as RegExpExecArray;
  const lines = (path: string) => text(`tests/fixtures/${path}.jsonl`).trim().split("\n").length;
  const files = ["godot-4.6.3/crafted", "godot-4.6.3/mutated", "godot-3.6/crafted", "godot-3.2.3/crafted"];
  expect(counts.map(Number)).toEqual(files.map(lines));
});

/** A document without its code blocks. */
const prose = (path: string) => text(path).replaceAll(/^```.*?^```/gms, "");

/** Quotes in backticks, with their lines. */
function* quoted(path: string): Generator<{ line: string; quote: string }> {
  for (const line of prose(path).split("\n"))
    for (const [, quote = ""] of line.matchAll(/`([^`]+)`/g)) yield { line, quote };
}

const isPath = (quote: string) =>
  /^(\.ci|cpp|docs|js|scripts|tests|web-demo)\/[\w./-]*$/.test(quote) ||
  /^[\w.-]+\.(md|json|txt)$/.test(quote);
/** Built files, which are not committed, and files of the reader's own. */
const isMade = (path: string) => /\.gen\.mjs$|^web-demo\/dist|wasm\.gen\.ts$|save\.json$/.test(path);

describe.each(documents)("%s", (path) => {
  test("names paths that exist", () => {
    const paths = Array.from(quoted(path), ({ quote }) => quote).filter(isPath);
    expect(paths.filter((name) => !isMade(name) && !exists(name) && !exists(`docs/${name}`))).toEqual([]);
  });

  test("links to sections that exist", () => {
    const missing: string[] = [];
    for (const [, link = ""] of prose(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [name, section] = link.split("#") as [string, string?];
      const target = name === "" ? path : new URL(name, new URL(path, "file:///")).pathname.slice(1);
      if (!exists(target)) missing.push(link);
      else if (section !== undefined && !sections(target).includes(section)) missing.push(link);
    }
    expect(missing).toEqual([]);
  });
});

test("comments refer to sections that exist", () => {
  const missing: string[] = [];
  let count = 0;
  for (const folder of ["js", "cpp", "tests/js", "tests/cpp", "scripts", "web-demo"]) {
    for (const file of readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })) {
      if (!/\.(ts|tsx|h|cpp|mjs)$/.test(file) || /node_modules|dist\//.test(file)) continue;
      const references = text(`${folder}/${file}`).matchAll(/\b([A-Z]+)\.md, (?:section )?"([\w ]+)"/g);
      for (const [reference, name, section = ""] of references) {
        count++;
        const headings = text(`docs/${name}.md`).match(/^#+ .*$/gm) ?? [];
        if (!headings.some((heading) => heading.replace(/^#+ /, "") === section))
          missing.push(`${folder}/${file}: ${reference}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(10);
});

test("docs/ARCHITECTURE.md names functions that their files contain", () => {
  const missing: string[] = [];
  let count = 0;
  for (const item of prose("docs/ARCHITECTURE.md").split(/\n(?=\||- |\d+\. |\n)/)) {
    const quotes = Array.from(item.matchAll(/`([^`]+)`/g), ([, quote = ""]) => quote);
    const sources = quotes.filter((quote) => isPath(quote) && /\.\w+$/.test(quote)).map(text);
    for (const quote of quotes) {
      const name = /^(?:\w+::)?(\w+)\(\)$/.exec(quote)?.[1];
      if (name === undefined) continue;
      count++;
      if (!sources.some((source) => new RegExp(`\\b${name}(<[^(]*>)?\\(`).test(source))) missing.push(quote);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(20);
});

test("the C++ sources are ASCII, because some compilers read them in the code page of the machine", () => {
  const sources = readdirSync(new URL("cpp/", root), { recursive: true, encoding: "utf8" });
  const names = sources.filter((name) => /^(include|src)\W.*\.\w+$/.test(name)).map((name) => `cpp/${name}`);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !/^[\0-\x7F]*$/.test(text(name)))).toEqual([]);
});

/** GitHub's link names for the headings of a document. */
function sections(path: string): string[] {
  const headings = prose(path).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
