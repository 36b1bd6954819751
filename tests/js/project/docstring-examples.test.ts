// The examples in the documentation of public names, which editors show: each compiles under `strict`.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { entries } from "../../../scripts/entries.mjs";
import { type Declaration, docsOf, exportsOf, membersOf } from "../../../scripts/public-api.mjs";

// TypeScript 7 has no API for programs.
const ts = createRequire(import.meta.url)("typescript-5.4");
const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "godot-variant-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What examples take for granted: the variables of a program around them. */
const given: Readonly<Record<string, string>> = {
  bytes: "Uint8Array",
  packet: "Uint8Array",
  damaged: "Uint8Array",
  old: "Uint8Array",
  dump: "Uint8Array",
  stream: "Uint8Array",
  before: "Uint8Array",
  after: "Uint8Array",
  content: "Uint8Array",
  buffer: "Uint8Array",
  text: "string",
  password: "string",
  value: "Variant",
  edited: "Variant",
  save: "Document",
  event: "InputEvent",
  main: "Map<string, Variant>",
  message: "Message",
  messages: "Message[]",
  schema: "StandardSchema<Message>",
  z: "any",
  // A file of bytes, one that was picked in a page, or one that `load`, `readResource` or `Game.read` returned.
  file: "any",
  socket: "any",
  worker: "Worker",
  response: "{ body: ReadableStream<Uint8Array> }",
  values: "ReadableStream<unknown>",
  game: "Game",
  backup: "Backup",
  bridge: "PageBridge<{ functions: { heal(by: number): number }; events: { died: { by: string } } }>",
  textArea: "HTMLTextAreaElement",
  handle: "(message: unknown) => void",
  show: "(part: unknown) => void",
};

const moduleOf = (name: string) =>
  name === "index" ? "godot-variant" : `godot-variant/${name.split("/")[0]}`;

/** Each public name with the module that exports it; of several, the first. */
function publicNames(): Map<string, { module: string; declarations: Declaration[] }> {
  const names = new Map<string, { module: string; declarations: Declaration[] }>();
  for (const entry of Object.keys(entries))
    for (const [name, declarations] of exportsOf("dist/cjs", entry))
      if (!names.has(name)) names.set(name, { module: moduleOf(entry), declarations });
  return names;
}

const mentions = (code: string, name: string) => new RegExp(`(?<![.\\w])${name}\\b`).test(code);
const calls = (code: string, name: string) => new RegExp(`(?<![.\\w])${name}[(<]`).test(code);

test("all examples compile", () => {
  const names = publicNames();
  const examples = [...names].flatMap(([name, { declarations }]) =>
    declarations
      .flatMap((declaration) => [declaration, ...membersOf(declaration)])
      .flatMap((declaration) => docsOf(declaration).tags)
      .filter(({ tag }) => tag === "example")
      .map(({ text }) => ({ name, code: text.replaceAll(/^```(ts)?$/gm, "") })),
  );
  expect(examples.length).toBeGreaterThan(100);

  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/godot-variant"), "dir");
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const files = examples.map(({ code }, i) => {
    const isGiven = (name: string) => name in given && !(names.has(name) && calls(code, name));
    const variables = Object.entries(given).filter(([name]) => mentions(code, name) && isGiven(name));
    const around = `${code}\n${variables.map(([, type]) => type).join("\n")}`;
    const imports = [...names]
      .filter(([name]) => mentions(around, name) && !isGiven(name))
      .map(([name, { module }]) => `import { ${name} } from "${module}";`);
    const file = join(folder, `example${i}.ts`);
    writeFileSync(
      file,
      `${imports.join("\n")}
import { readFileSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
type Message = { hp: number };
${variables.map(([name, type]) => `declare const ${name}: ${type};`).join("\n")}
void (async () => {
${code}
})();
`,
    );
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    types: ["node"],
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }: { file?: { fileName: string }; messageText: unknown }) => {
      const { name, code } = examples[files.indexOf(file?.fileName ?? "")] ?? { name: "", code: "" };
      return `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")} in ${code}`;
    });
  expect(faults).toEqual([]);
});
