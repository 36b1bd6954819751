// Splits the WebAssembly module with Binaryen's wasm-split into two parts that share memory, functions and variables: programs
// that only decode and encode leave out the second. cpp/spec/boundary.json names the calls of the second part.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secondPart } from "../cpp/spec/boundary.mjs";
import { capture, Failure } from "./lib.mjs";

/** What engines without newer instructions understand; wasm-split needs the first to share variables. */
const features = [
  "--enable-mutable-globals",
  "--enable-bulk-memory",
  "--enable-sign-ext",
  "--enable-nontrapping-float-to-int",
  "--enable-multivalue",
  "--enable-reference-types",
];

/**
 * Functions that only the second part calls, although no call names them: those of sinks are called through tables. Only these
 * and what nothing else calls move; a call of the first part can therefore never miss a function.
 */
const ofSecondPart = new RegExp(
  `\\b(${secondPart.join("|")})\\b|godot_variant::(TextPrinter|Converter|Searcher|files)::|godot_variant::script_numbers`,
);

/** Binaryen's programs stand beside the compiler that em-config belongs to. */
const binaryen = (program) => join(capture("em-config", ["BINARYEN_ROOT"]).trim(), "bin", program);

const name = /\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)/;
const named = (before) => new RegExp(`${before}\\s(${name.source})`, "g");
const functionLine = new RegExp(`^ \\(func (${name.source})`);
const calledIn = named("\\((?:call|return_call|ref\\.func)");
const exportedIn = named("^ \\((?:export .*\\(func|start)");

/** The functions of a module in text form by name, with the functions that each calls; those in tables; those that are exported. */
function graphOf(text) {
  const calls = new Map();
  const tables = [];
  const exported = [];
  let current;
  for (const line of text.split("\n")) {
    const [, defined] = functionLine.exec(line) ?? [];
    if (defined !== undefined) {
      current = [];
      calls.set(defined, current);
    } else if (line.startsWith(" (elem ")) tables.push(...line.match(new RegExp(name, "g")));
    else for (const [, called] of line.matchAll(exportedIn)) exported.push(called);
    for (const [, called] of line.matchAll(calledIn)) current?.push(called);
  }
  return { calls, tables, exported };
}

/** The numbers of the functions that move to the second part. */
function secondFunctions(text) {
  const { calls, tables, exported } = graphOf(text);
  const waiting = [...exported, ...tables.filter((each) => !ofSecondPart.test(readable(each)))];
  const first = new Set();
  for (let called = waiting.pop(); called !== undefined; called = waiting.pop()) {
    if (first.has(called)) continue;
    first.add(called);
    waiting.push(...(calls.get(called) ?? []));
  }
  const missing = secondPart.filter((call) => ![...calls.keys()].some((each) => each.includes(call)));
  if (missing.length > 0)
    throw new Failure(`The module has no functions ${missing.join(", ")}; see scripts/split.mjs.`);
  return [...calls.keys()].flatMap((each, number) => (first.has(each) ? [] : [number]));
}

/** Text form escapes most characters of a C++ name. */
const readable = (text) =>
  text.replace(/\\([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Takes a linked module with the names of its functions. Writes it without names to `whole`, and its parts to `first` and
 * `second`.
 */
export function splitModule(linked, { whole, first, second }) {
  const run = (program, args) =>
    execFileSync(binaryen(program), [...features, ...args], { maxBuffer: 1 << 28, encoding: "utf8" });
  const numbers = secondFunctions(run("wasm-dis", [linked]));
  const bare = ["--strip-debug", "--strip-producers", "--strip-target-features"];
  run("wasm-opt", [...bare, linked, "-o", whole]);
  const list = `${second}.txt`;
  writeFileSync(list, `${numbers.join("\n")}\n`);
  run("wasm-split", [whole, "--split-funcs", `@${list}`, "--export-prefix=%", "-o1", first, "-o2", second]);
  check(whole, first, second);
}

/** A wrong list of functions would fail only when one of them is called. */
function check(whole, ...parts) {
  const sizes = [whole, ...parts].map((file) => readFileSync(file).length);
  if (parts.some((_, i) => sizes[i + 1] < sizes[0] / 4))
    throw new Failure(`wasm-split made parts of ${sizes.slice(1).join(" and ")} bytes.`);
}
