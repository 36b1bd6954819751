// Parquet, by hyparquet-writer: it is typed, has no native code, and writes one group of rows after the other.
import type { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { BatchError } from "../task/failure.js";
import { cellOf } from "./cells.js";
import type { Column, TableFile } from "./table-file.js";
import type { CellType } from "./types.js";

type SchemaElement = ParquetWriter["schema"][number];

const leaves = {
  bool: { type: "BOOLEAN" },
  int64: { type: "INT64" },
  float: { type: "FLOAT" },
  double: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  bytes: { type: "BYTE_ARRAY" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "JSON" } },
} as const;

function elementsOf(name: string, type: CellType): SchemaElement[] {
  const repetition_type = "OPTIONAL";
  if (typeof type === "string") return [{ name, repetition_type, ...leaves[type] }];
  if ("list" in type) {
    return [
      { name, repetition_type, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...elementsOf("element", type.list),
    ];
  }
  return [
    { name, repetition_type, num_children: type.struct.length },
    ...type.struct.flatMap(([field, of]) => elementsOf(field, of)),
  ];
}

/** Begins a Parquet file with these columns. */
export async function parquetFile(columns: readonly Column[]): Promise<TableFile> {
  const library = await imported();
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
  ];
  const bytes: ByteWriter = new library.ByteWriter();
  const writer = new library.ParquetWriter({ writer: bytes, schema, createdBy: "godot-variant" });
  return {
    add: async (rows) => {
      const columnData = columns.map(({ name, type }, i) => {
        const data = rows.map((row) => cellOf(row[i], type));
        return { name, data, ...(hasFloats(type) && data.some(holdsMinusZero) ? plain : {}) };
      });
      await writer.write({ columnData, rowGroupSize: rows.length, dictionarySize });
    },
    finish: async () => {
      // Before, the library would parse and print the JSON again, which changes 64-bit ints and 87.0.
      for (const element of writer.schema)
        if (element.logical_type?.type === "JSON") element.converted_type = "JSON";
      await writer.finish();
      return [bytes.getBytes()];
    },
  };
}

/**
 * Bytes of a dictionary at most. The library tries one also for a list of many different floats, which takes ten times as much memory,
 * and no Map has more than 2²⁴ of them.
 */
const dictionarySize = 8 * 1024 * 1024;

/** Without the dictionary of the library, where 0 and −0 are one. */
const plain = { encoding: "PLAIN" } as const;

function hasFloats(type: CellType): boolean {
  if (typeof type === "string") return type === "float" || type === "double";
  return "list" in type ? hasFloats(type.list) : type.struct.some(([, field]) => hasFloats(field));
}

function holdsMinusZero(cell: unknown): boolean {
  if (typeof cell !== "object" || cell === null) return Object.is(cell, -0);
  // Of a long list, its values would be a second list.
  return (Array.isArray(cell) ? cell : Object.values(cell)).some(holdsMinusZero);
}

/** The library, which only Parquet needs. */
export async function imported(): Promise<typeof import("hyparquet-writer")> {
  return await import("hyparquet-writer").catch(() => {
    throw new BatchError("Parquet needs the package hyparquet-writer: npm install hyparquet-writer");
  });
}
