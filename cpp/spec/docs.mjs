// Writes the tables in the documents that restate variant.json.
import { trees } from "../../scripts/layers.mjs";
import { dialects, spec, typeNames } from "./dialects.mjs";

const code = (name) => `\`${name}\``;
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");

/** Dialects with the same key share a column in the table of types. */
const columnKey = (dialect) => JSON.stringify([dialect.types, dialect.layouts]);

function typeTable() {
  const columns = [...new Set(dialects.map(columnKey))].map((key) =>
    dialects.filter((dialect) => columnKey(dialect) === key),
  );
  const rows = typeNames.map((type) => {
    const { layout, element, components } = spec.types[type];
    const elements = element && (components === 1 ? code(element) : `${components} × ${code(element)}`);
    return [type, code(layout), elements ?? "", ...columns.map(([dialect]) => idCell(type, layout, dialect))];
  });
  const names = columns.map((column) => column.map(({ name }) => code(name)).join("<br>"));
  return table(["type", "layout", "elements", ...names], rows);
}

function idCell(type, layout, dialect) {
  const id = dialect.types.indexOf(type);
  if (id < 0) return "–";
  return dialect.rows[id].layout === layout ? `${id}` : `${id} (${code(dialect.rows[id].layout)})`;
}

const integers = {
  narrowest: "narrowest",
  flagged_64: "64, flagged",
  always_64: "64",
  always_32: "32",
};
const floats = { narrowest: "narrowest", always_64: "64", always_32: "32" };
const reals = { by_flag: "by flag", by_option: "by option", always_32: "–" };
const layouts = { empty: "header only", id: "id", object: "id, full", unsupported: "unsupported" };

function dialectTable() {
  const head = ["dialect", "written by", "types", "header mask", "int", "float", "64-bit vectors"];
  const more = [
    "typed containers",
    "NUL in string arrays",
    "old NodePath",
    "shared bit",
    "Basis",
    "RID",
    "Object",
  ];
  return table([...head, ...more], dialects.map(dialectRow));
}

function dialectRow(dialect) {
  const names = [dialect.name, ...dialect.aliases].map(code);
  const layoutOf = (type) => layouts[dialect.rows[dialect.types.indexOf(type)]?.layout] ?? "–";
  const typed = [dialect.typed_arrays && "arrays", dialect.typed_dictionaries && "dictionaries"];
  return [
    names.length > 1 ? `${names[0]} (${names.slice(1).join(", ")})` : names[0],
    dialect.about,
    dialect.types.filter((type) => type !== null).length,
    code(dialect.type_mask.replace(/^0x0+/, "0x")),
    integers[dialect.integers],
    floats[dialect.floats],
    reals[dialect.reals],
    typed.filter(Boolean).join(", ") || "–",
    dialect.nul_in_packed_texts ? "yes" : "no",
    dialect.text_node_paths ? "read" : "refused",
    dialect.shared_bit ? "kept" : "ignored",
    dialect.columns.includes("Basis") ? "columns" : "rows",
    layoutOf("RID"),
    layoutOf("Object"),
  ];
}

/** The folders of each tree, in the order that scripts/layers.mjs checks. */
function folderTables() {
  return Object.entries(trees)
    .map(([tree, folders]) => {
      const path = (folder) => (folder === "." ? tree : `${tree}/${folder}`);
      const rows = Object.entries(folders).map(([folder, holds]) => [code(path(folder)), holds]);
      return `**${code(tree)}**\n\n${table(["folder", "what it holds"], rows)}`;
    })
    .join("\n\n");
}

const codes = (sentences) =>
  table(
    ["code", "meaning"],
    Object.entries(sentences).map(([name, sentence]) => [code(name), sentence]),
  );

export const files = {};
export const sections = {
  "docs/ARCHITECTURE.md": { folders: folderTables() },
  "docs/FORMAT.md": { types: typeTable() },
  "docs/DIALECTS.md": { dialects: dialectTable() },
  "docs/GUIDE.md": {
    errors: codes(spec.errors),
    warnings: codes(spec.warnings),
    losses: codes(spec.losses),
  },
};
