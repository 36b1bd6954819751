// The public API, as the declarations have it.
// Usage: node scripts/public-api.mjs   (writes docs/API.md, which npm run check compares)
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { entries } from "./entries.mjs";
import { inRoot, isProgram, main, run, say } from "./lib.mjs";

// TypeScript 7 has no API for programs.
const ts = createRequire(import.meta.url)("typescript-5.4");

/** Each name that the package exports, and the classes that these extend, with their declarations in the files of a folder. */
export function exportsOf(folder, ...entries) {
  const files = entries.map((entry) => inRoot(folder, `${entry}.d.ts`));
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, strict: true, types: [] };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const found = new Map();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    for (const symbol of checker.getExportsOfModule(module)) {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      found.set(symbol.name, target.declarations ?? []);
    }
  }
  for (const [, declarations] of [...found]) for (const base of declarations.flatMap(basesOf)) addBase(base);
  return found;

  function addBase({ expression }) {
    const symbol = checker.getTypeAtLocation(expression).symbol;
    const declarations = (symbol?.declarations ?? []).filter((one) =>
      one.getSourceFile().fileName.includes(folder),
    );
    if (declarations.length > 0 && !found.has(symbol.name)) found.set(symbol.name, declarations);
  }
}

const basesOf = (declaration) =>
  ts.isClassDeclaration(declaration)
    ? (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types])
    : [];

const isPrivate = (member) =>
  ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected) ||
  (member.name !== undefined && ts.isPrivateIdentifier(member.name));

/** The members of a class, an interface or an object type that programs may use. */
export function membersOf(declaration) {
  const members = declaration.members ?? declaration.type?.members ?? [];
  return [...members].filter(
    (member) => !isPrivate(member) && member.kind !== ts.SyntaxKind.SemicolonClassElement,
  );
}

/** Whether a declaration can be called, and how: with its parameters and its result. */
export function signatureOf(declaration) {
  return ts.isFunctionLike(declaration) &&
    !ts.isAccessor(declaration) &&
    !ts.isConstructorTypeNode(declaration)
    ? {
        name: declaration.name?.getText() ?? "constructor",
        parameters: declaration.parameters.map((parameter) => parameter.name.getText()),
        returns: declaration.type !== undefined && !/^(void|Promise<void>)$/.test(declaration.type.getText()),
      }
    : undefined;
}

/** The documentation of a declaration: its text, and its tags as pairs of a name and a text. */
export function docsOf(declaration) {
  const owner = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const comments = ts.getJSDocCommentsAndTags(owner).filter(ts.isJSDoc);
  const text = comments.map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? "").join("\n");
  const tags = comments
    .flatMap((comment) => [...(comment.tags ?? [])])
    .map((tag) => ({
      tag: tag.tagName.text,
      name: tag.name?.getText(),
      text: ts.getTextOfJSDocComment(tag.comment) ?? "",
    }));
  return { text: text.trim(), tags };
}

const printer = ts.createPrinter({ removeComments: true });

/** All declarations as text, without comments and without what programs cannot use, in the order of their names. */
function reportOf(exported) {
  const lines = [];
  for (const name of [...exported.keys()].sort()) {
    for (const declaration of exported.get(name)) {
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      lines.push(
        printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(statement), statement.getSourceFile()),
      );
    }
    lines.push("");
  }
  return lines.join("\n");
}

function withoutPrivate(statement) {
  if (!ts.isClassDeclaration(statement)) return statement;
  const { modifiers, name, typeParameters, heritageClauses } = statement;
  return ts.factory.updateClassDeclaration(
    statement,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    membersOf(statement),
  );
}

const reportFile = "docs/API.md";

async function report() {
  rmSync(inRoot("build/types"), { recursive: true, force: true });
  await run(process.execPath, [inRoot("node_modules/typescript/bin/tsc"), "-p", "js/tsconfig.build.json"]);
  return `# Public API

All that the package exports, without comments. \`npm run api\` writes this file; a change of it is a change of the API.

\`\`\`ts
${reportOf(exportsOf("build/types", ...Object.keys(entries))).trim()}
\`\`\`
`;
}

/** Returns 0 if docs/API.md has the current API. */
export async function checkApi() {
  if ((await report()) === readFileSync(inRoot(reportFile), "utf8")) return 0;
  say(`${reportFile} differs from the code; run npm run api and commit the change`);
  return 1;
}

if (isProgram(import.meta.url)) await main(async () => writeFileSync(inRoot(reportFile), await report()));
