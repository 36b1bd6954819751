// CSV as RFC 4180 has it.
import type { Variant } from "../../index.js";
import { jsonOf, textOf } from "./cells.js";
import { isLong, jsonPieces } from "./json-pieces.js";
import { bytesInPieces } from "./pieces.js";
import type { Column, TableFile } from "./table-file.js";
import type { CellType } from "./types.js";

/** Begins a CSV file with these columns. A missing value is an empty cell, an empty text or PackedByteArray a pair of quotes. */
export function csvFile(columns: readonly Column[]): TableFile {
  const parts: Uint8Array[] = [Buffer.from(`${columns.map(({ name }) => quotedText(name)).join(",")}\r\n`)];
  return {
    add: async (rows) => {
      for (const piece of bytesInPieces(lines(rows, columns))) parts.push(piece);
    },
    finish: async () => parts,
  };
}

function* lines(rows: Iterable<readonly unknown[]>, columns: readonly Column[]): Generator<string> {
  for (const row of rows) {
    for (const [i, { type }] of columns.entries()) {
      if (i > 0) yield ",";
      const value = row[i] as Variant;
      if (isPrinted(type) && isLong(value)) yield* quotedPieces(value);
      else yield cellText(value, type);
    }
    yield "\r\n";
  }
}

/** Whether cells of a type are JSON. */
const isPrinted = (type: CellType): boolean => typeof type === "object" || type === "json";

/** A long value as JSON. It has several elements or quotes of its own, so it needs quotes. */
function* quotedPieces(value: Variant): Generator<string> {
  yield '"';
  for (const piece of jsonPieces(value)) yield piece.replaceAll('"', '""');
  yield '"';
}

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
      return quotedText(Buffer.from(value as Uint8Array).toString("base64"));
    default:
      return quotedText(jsonOf(value));
  }
}
