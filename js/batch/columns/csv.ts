// CSV as RFC 4180 has it.
import { jsonOf, textOf } from "./cells.js";
import type { Column, TableFile } from "./table-file.js";
import type { CellType } from "./types.js";

/** Begins a CSV file with these columns. A missing value is an empty cell, an empty text a pair of quotes. */
export function csvFile(columns: readonly Column[]): TableFile {
  const parts = [Buffer.from(line(columns.map(({ name }) => quotedText(name))))];
  return {
    add: async (rows) => {
      const text = rows.map((row) => line(columns.map(({ type }, i) => cellText(row[i], type))));
      parts.push(Buffer.from(text.join("")));
    },
    finish: async () => Buffer.concat(parts),
  };
}

const line = (cells: readonly string[]) => `${cells.join(",")}\r\n`;

const quotedText = (text: string) =>
  text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function cellText(value: unknown, type: CellType): string {
  if (value === null || value === undefined) return "";
  switch (type) {
    case "bool":
    case "int64":
      return String(value);
    case "float":
    case "double": {
      const number = Number(value);
      return Number.isFinite(number) ? jsonOf(number) : String(number);
    }
    case "text":
      return quotedText(textOf(value));
    case "bytes":
      return Buffer.from(value as Uint8Array).toString("base64");
    default:
      return quotedText(jsonOf(value));
  }
}
