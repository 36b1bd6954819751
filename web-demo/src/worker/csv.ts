// An Array of Dictionaries as a table: a line for each, a column for each key that occurs.
import type { Dictionary, Variant } from "godot-variant";
import { textOf } from "./input.js";
import type { Place } from "./model.js";
import { keyText } from "./preview.js";

const batch = 1000;

/** RFC 4180 with a line of headings; texts stand bare, everything else in GDScript's notation. */
export function csvOf(place: Place): string {
  const columns = new Map<string, number>();
  const lines: string[][] = [];
  for (let first = 0; first < place.count; first += batch) {
    for (const child of place.children(first, batch)) {
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
