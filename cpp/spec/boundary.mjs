// Generates the WASM boundary contract for C++, JavaScript and docs/BOUNDARY.md from boundary.json.
import { readFileSync } from "node:fs";

const spec = JSON.parse(readFileSync(new URL("boundary.json", import.meta.url), "utf8"));
const title = "Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.";
const snake = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const camel = (name) => name.replace(/_(\w)/g, (_, c) => c.toUpperCase());
const pascal = (name) => name[0].toUpperCase() + name.slice(1);
const lines = (items, render) => items.map(render).join("\n");
const entries = Object.entries;

const allRecords = [
  ...entries(spec.records),
  ...entries(spec.mirrors).map(([name, [, fields]]) => [name, fields]),
];

const tapeMarks = {
  about: 'Numbers with a meaning on a tape; see docs/INTERNALS.md, section "Tape".',
  values: spec.tape,
};
const indexMarks = {
  about: 'Sizes and bits of the words of an index; see docs/INTERNALS.md, section "Index".',
  values: spec.index,
};

const argsOf = (call) => call.args ?? [];
const cppType = (arg) => (spec.signed.includes(arg) ? "std::int32_t" : "std::uint32_t");

const int32 = (value) => (value === -(2 ** 31) ? "-2147483647 - 1" : value);

function block(name, fields) {
  const field = ([word, kind, , value]) =>
    kind === "address"
      ? `  const void* ${snake(word)} = nullptr;`
      : `  std::uint32_t ${snake(word)} = ${value ?? 0};`;
  return `struct ${name} {\n${lines(fields, field)}\n};
static_assert(sizeof(void*) != 4 || sizeof(${name}) == ${fields.length * 4});`;
}

const record = ([name, fields]) =>
  `struct ${pascal(name)}Record {\n${lines(fields, (field) => `  std::uint32_t ${snake(field)};`)}\n};`;

const mirror = ([name, [type, fields]]) =>
  `// ${name}\nstatic_assert(sizeof(${type}) == ${fields.length * 4});\n` +
  lines(fields, (field, i) => `static_assert(offsetof(${type}, ${snake(field)}) == ${i * 4});`);

const checked = ([, [type, values, names]]) =>
  lines(values, (value, i) => `static_assert(static_cast<int>(${type}::${names[value] ?? value}) == ${i});`);

const header = () => `// ${title}
// clang-format off
#pragma once
#include <cstddef>
#include <cstdint>

#include "diagnose/path.h"
#include "diagnose/readings.h"
#include "tape/key_tree.h"

${lines(entries(spec.imports), ([name, { args, returns, about }]) => `/// ${about}\nextern "C" ${returns} godot_variant_${snake(name)}(${args.map(([arg, type]) => `${type} ${arg}`).join(", ")});`)}

namespace godot_variant {

/// Bits of a call's \`flags\`.
enum RequestFlag : std::uint32_t {
${lines(Object.keys(spec.flags), (flag, i) => `  ${snake(flag)} = ${2 ** i},`)}
};

/// The operations of \`run\`.
enum class Operation : std::uint32_t {
${lines(Object.keys(spec.operations), (operation) => `  ${snake(operation)},`)}
};

/// The results of a call, for JavaScript.
${block("ExchangeBlock", spec.exchange)}

/// Arguments and results of an operation on files.
${block("FileBlock", spec.fileBlock)}

${entries(spec.records).map(record).join("\n\n")}

// JavaScript reads these fields directly from the core's memory.
${entries(spec.mirrors).map(mirror).join("\n")}
${entries(spec.checked).map(checked).join("\n")}

}  // namespace godot_variant
`;

/** Functions of the module's second part; see scripts/split.mjs. */
const ofPart = (second) => entries(spec.calls).filter(([, call]) => (call.second ?? false) === second);

/** A named function, by which scripts/split.mjs finds the call in the module. */
function bound([name, call]) {
  const list = argsOf(call)
    .map((arg) => `${cppType(arg)} ${snake(arg)}`)
    .join(", ");
  const run = `${call.object ?? "instance."}${snake(name)}(${argsOf(call).map(snake).join(", ")});`;
  return `${call.returns ? "std::uint32_t" : "void"} bound_${snake(name)}(${list}) { ${call.returns ? "return " : ""}${run} }`;
}

const bindings = () => `// ${title}

namespace godot_variant {
namespace {

${lines(entries(spec.calls), bound)}

}  // namespace
}  // namespace godot_variant

EMSCRIPTEN_BINDINGS(godot_variant) {
${lines(entries(spec.calls), ([name]) => `  emscripten::function("${name}", godot_variant::bound_${snake(name)});`)}
}
`;

/** Names of the functions in the second part, as C++ spells them. */
export const secondPart = ofPart(true).map(([name]) => `bound_${snake(name)}`);

const importLibrary = () => `// ${title}
// Functions that C++ calls; js/wasm/boundary.ts installs them on the module.
mergeInto(LibraryManager.library, {
${lines(entries(spec.imports), ([name, { args }]) => {
  const list = args.map(([arg]) => arg).join(", ");
  return `  godot_variant_${snake(name)}: function (${list}) {\n    return Module["${name}"](${list});\n  },`;
})}
});
`;

const marks = (name, type, { about, values }) => `// ${title}
#pragma once
#include <cstdint>

/// ${about}
namespace godot_variant::${name} {

${lines(entries(values), ([name, [value, about]]) => `/// ${pascal(about)}.\ninline constexpr ${type} ${name} = ${int32(value)};`)}

}  // namespace godot_variant::${name}
`;

const marksForScript = (name, { about, values }) => `/** ${about} */
export const ${name} = {
${lines(entries(values), ([name, [value, about]]) => `  /** ${pascal(about)}. */\n  ${camel(name)}: ${value},`)}
} as const;`;

const enumerator = ([name, about]) => (about ? `  /// ${about}\n  ${name},` : `  ${name},`);

/** Enumerations of the public C++ headers that JavaScript has as well. */
export const publicEnums = `${entries(spec.enums)
  .map(
    ([, { cpp, about, values }]) =>
      `/// ${about}\nenum class ${cpp} : std::uint32_t {\n${lines(entries(values), enumerator)}\n};`,
  )
  .join("\n\n")}

/// Evidence for and against a candidate: bits of Candidate::reasons.
enum class Reason : std::uint32_t {
${lines(entries(spec.reasons), ([name, about], i) => `  /// ${about}\n  ${snake(name)} = ${2 ** i},`)}
};
`;

const numbered = (names) => lines(names, (name, i) => `  ${camel(name)}: ${i},`);
const fieldsOf = (name, fields) =>
  `export const ${name}Record = { ${fields.map((field, i) => `${field}: ${i}`).join(", ")}, length: ${fields.length} } as const;`;
const quoted = (names) => names.map((name) => JSON.stringify(name));

function signature([name, call]) {
  const args = argsOf(call).map((arg) => `${arg}: number`);
  return `  ${name}(${args.join(", ")}): ${call.returns ? "number" : "void"};`;
}

const typescript = () => `// ${title}

/** Bits of a call's \`flags\`. */
export const flag = {
${lines(Object.keys(spec.flags), (name, i) => `  ${name}: ${2 ** i},`)}
} as const;

/** Words of the exchange block. */
export const slot = {
${numbered(spec.exchange.map(([name]) => name))}
} as const;

/** Words of the file block. */
export const fileSlot = {
${numbered(spec.fileBlock.map(([name]) => name))}
} as const;

/** Numbers of the operations on files. */
export const operation = {
${numbered(Object.keys(spec.operations))}
} as const;

// Field offsets of each record that crosses the boundary, and its size in words.
${lines(allRecords, ([name, fields]) => fieldsOf(name, fields))}

${lines(
  entries(spec.enums),
  ([, { ts, about, values }]) => `/** ${about} */
export type ${ts[0]} = ${quoted(Object.keys(values)).join(" | ")};

/** The same names, indexed by number. */
export const ${ts[1]}: readonly ${ts[0]}[] = [${quoted(Object.keys(values)).join(", ")}];
`,
)}
${lines(
  entries(spec.checked),
  ([name, [, values]]) => `/** By number. */
export const ${name} = [${quoted(values).join(", ")}] as const;
`,
)}
/** Names of the reasons for and against a candidate, by bit. */
export const reasonNames = [${quoted(Object.keys(spec.reasons)).join(", ")}] as const;

${marksForScript("tape", tapeMarks)}

${marksForScript("indexMarks", indexMarks)}

/** Functions of the codec's first part. */
export interface Exports {
${lines(ofPart(false), signature)}
}

/** Functions of its second part. */
export interface SecondExports {
${lines(ofPart(true), signature)}
}

/** Functions that the codec calls. */
export interface Imports {
${lines(entries(spec.imports), ([name, { args, returns }]) => `  ${name}(${args.map(([arg]) => `${arg}: number`).join(", ")}): ${returns === "void" ? "void" : "number"};`)}
}
`;

/** Marks everything that the public API does not name as internal, so that the package does not declare it. */
const internal = (text) =>
  text
    .replace(/^\/\*\* (?=.*\nexport (const \w+ |interface ))/gm, "/** @internal ")
    .replace(/^export const \w+Record /gm, "/** @internal */ $&");

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
const code = (text) => `\`${text}\``;

/** The generated files by path. */
export const files = {
  "cpp/wasm/boundary.gen.h": header(),
  "cpp/wasm/bindings.gen.inc": bindings(),
  "cpp/wasm/imports.gen.js": importLibrary(),
  "cpp/src/tape/marks.gen.h": marks("tape", "std::int32_t", tapeMarks),
  "cpp/src/index/marks.gen.h": marks("index_record", "std::uint32_t", indexMarks),
  "js/table/boundary.gen.ts": internal(typescript()),
};

/** Generated tables: for each document, the text of its sections by name. */
export const sections = {
  "docs/BOUNDARY.md": {
    calls: table(
      ["function", "part", "what it does"],
      entries(spec.calls).map(([name, call]) => [
        code(`${name}(${argsOf(call).join(", ")})`),
        call.second ? 2 : 1,
        call.about,
      ]),
    ),
    imports: table(
      ["function", "what it does"],
      entries(spec.imports).map(([name, { args, about }]) => [
        code(`${name}(${args.map(([arg]) => arg).join(", ")})`),
        about,
      ]),
    ),
    flags: table(
      ["bit", "name", "set by"],
      entries(spec.flags).map(([name, about], i) => [2 ** i, code(name), about]),
    ),
    exchange: table(
      ["word", "name", "meaning"],
      spec.exchange.map(([name, kind, about], i) => [
        i,
        code(name),
        kind === "address" ? `address: ${about}` : about,
      ]),
    ),
    records: table(
      ["record", "words", ""],
      allRecords.map(([name, fields]) => [
        code(name),
        fields.map(code).join(" · "),
        spec.recordNotes[name] ?? "",
      ]),
    ),
    fileBlock: table(
      ["word", "name", "meaning"],
      spec.fileBlock.map(([name, kind, about], i) => [
        i,
        code(name),
        kind === "address" ? `address: ${about}` : about,
      ]),
    ),
    operations: table(
      ["number", "operation", "input: bytes; words", "answer"],
      entries(spec.operations).map(([name, [input, answer]], i) => [i, code(name), input, answer]),
    ),
    numbers: table(
      ["", "by number, from 0"],
      [
        ...entries(spec.enums).map(([name, { values }]) => [name, Object.keys(values).map(code).join(" · ")]),
        ...entries(spec.checked).map(([, [type, values]]) => [code(type), values.map(code).join(" · ")]),
        ["reason (bit)", Object.keys(spec.reasons).map(code).join(" · ")],
      ],
    ),
    tape: table(
      ["mark", "value", "meaning"],
      entries(spec.tape).map(([name, [value, about]]) => [code(camel(name)), value, about]),
    ),
  },
};
