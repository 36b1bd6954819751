// From frames of rows to a file of a table, when the types of all columns are known.
import { csvFile } from "./csv.js";
import { rowFrom } from "./frame-pieces.js";
import { parquetFile } from "./parquet.js";
import { framesIn } from "./row-frames.js";
import type { TableJob } from "./table-file.js";

/** Rows that are in memory as values at a time: about ten times as many bytes. */
const groupBytes = 8 * 1024 * 1024;
const groupRows = 50_000;

/** Makes a file of a table from the file with its rows. */
export async function tableOf({ rows: rowFile, format, columns }: TableJob): Promise<readonly Uint8Array[]> {
  const table = format === "csv" ? csvFile(columns) : await parquetFile(columns);
  let rows: (readonly unknown[])[] = [];
  let bytes = 0;
  for (const frame of framesIn(rowFile)) {
    rows.push(rowFrom(frame));
    bytes += frame.bytes.length;
    if (rows.length < groupRows && bytes < groupBytes) continue;
    await table.add(rows);
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) await table.add(rows);
  return table.finish();
}
