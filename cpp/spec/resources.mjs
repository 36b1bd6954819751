// Writes the tables of binary resources, from resource.json and the wire ids of Godot 4 in variant.json.
import { readFileSync } from "node:fs";
import { dialects } from "./dialects.mjs";

const spec = JSON.parse(readFileSync(new URL("resource.json", import.meta.url), "utf8"));
const { rows } = dialects.find(({ name }) => name === "godot-4.4");

const values = spec.values.map(({ id, type, element, since = 3 }) => {
  const wire = rows.findIndex((row) => row.type === type);
  if (wire < 0) throw new Error(`resource.json: Godot 4 has no type ${type}`);
  return {
    id,
    type,
    wire,
    layout: rows[wire].layout,
    element: element ?? rows[wire].element,
    components: rows[wire].components,
    since,
  };
});

const rowText = ({ id, type, wire, layout, element, components, since }) =>
  `  { id: ${id}, type: "${type}", wire: ${wire}, layout: "${layout}", element: "${element}", components: ${components}, since: ${since} },`;

const table = `// Generated from cpp/spec/resource.json by cpp/spec/generate.mjs; do not edit.

import type { Element, Layout, TypeName } from "../table/table.gen.js";

/** How binary resources store the values of a type. */
export interface StoredType {
  /** The number before such a value in a resource. */
  readonly id: number;
  readonly type: TypeName;
  /** The type's number in Godot 4's own encoding. */
  readonly wire: number;
  readonly layout: Layout;
  readonly element: Element;
  readonly components: number;
  /** The first version of the format that has it. */
  readonly since: number;
}

export const storedTypes: readonly StoredType[] = [
${values.map(rowText).join("\n")}
];

/** The major version of the engines that write each version of the format. */
export const engineOf: Readonly<Record<number, number>> = { ${Object.entries(spec.formats)
  .map(([format, { major }]) => `${format}: ${major}`)
  .join(", ")} };

/** Bits of the header's flags, from Godot 4 on. */
export const headerFlag = { ${Object.entries(spec.flags)
  .map(([name, { bit }]) => `${name}: ${bit}`)
  .join(", ")} } as const;

/** What an Object of a resource is. */
export const objectKind = { ${Object.entries(spec.references)
  .map(([name, number]) => `${name}: ${number}`)
  .join(", ")} } as const;
`;

const valueRows = values.map(({ id, type, layout, element, components, since }) => {
  const numbers =
    components > 0 ? `${components} × ${element}` : ["integer", "real"].includes(layout) ? element : "";
  return `| ${id} | ${type} | ${layout} | ${numbers} | ${since === 3 ? "" : since} |`;
});

export const files = { "js/resources/resource-table.gen.ts": table };
export const sections = {
  "docs/RESOURCES.md": {
    versions: `| version | written by |\n|---|---|\n${Object.entries(spec.formats)
      .map(([format, { about }]) => `| ${format} | ${about} |`)
      .join("\n")}`,
    flags: `| bit | meaning |\n|---|---|\n${Object.values(spec.flags)
      .map(({ bit, about }) => `| ${bit} | ${about} |`)
      .join("\n")}`,
    "value ids": `| id | type | layout | numbers | from version |\n|---|---|---|---|---|\n${valueRows.join("\n")}`,
  },
};
