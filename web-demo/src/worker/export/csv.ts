// An Array of Dictionaries as a table: one line for each Dictionary, one column for each key.
import type { Dictionary, Variant } from "godot-variant";
import { textOf } from "../edit/notation.js";
import { keyText } from "../tree/preview.js";
import type { TreeNode } from "../tree/tree-node.js";

const batch = 1000;

/** RFC 4180 with a header line. Texts are written as they are, other values in GDScript's notation. */
export function csvOf(node: TreeNode): string {
  const columns = new Map<string, number>();
  const lines: string[][] = [];
  for (let first = 0; first < node.count; first += batch) {
    for (const child of node.children(first, batch)) {
      const line: string[] = [];
      if (child.type === "Dictionary") {
        for (const [key, value] of child.value() as Dictionary) line[columnOf(columns, key)] = cellOf(value);
      }
      lines.push(line);
    }
  }
  const count = columns.size;
  const head = Array.from(columns.keys(), quoted).join(",");
  const body = lines.map((line) => Array.from({ length: count }, (_, i) => quoted(line[i] ?? "")).join(","));
  return `${[head, ...body].join("\r\n")}\r\n`;
}

function columnOf(columns: Map<string, number>, key: Variant): number {
  const name = keyText(key);
  const column = columns.get(name) ?? columns.size;
  columns.set(name, column);
  return column;
}

function cellOf(value: Variant): string {
  if (typeof value === "string") return value;
  return value === null ? "" : textOf(value);
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
