// The lines of tests/fixtures, from all folders; tests/fixtures/README.md describes them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DialectName, ErrorCode, Options, WarningCode } from "../../js/index.js";
import type { Canonical } from "./fixture-notation.js";

/** The answer of an engine, or of this library where it differs, about mutated bytes. */
export interface Verdict {
  ok: boolean;
  size?: number;
  reencoded?: string;
}

/** One line of a .jsonl file. */
export interface Line extends Partial<Verdict> {
  name: string;
  bytes: string;
  full_objects?: boolean;
  real?: "single" | "double";
  value?: Canonical;
  text?: string;
  /** The engine's JSON.from_native. */
  native?: unknown;
  from?: string;
  dialect?: DialectName;
  code?: ErrorCode;
  offset?: number;
  differs?: string;
  ours?: Partial<Verdict>;
  warnings?: WarningCode[];
  deep?: boolean;
  /** A text in the value contains encoded surrogates. */
  surrogates: boolean;
  /** In errors.jsonl only. */
  options?: Options;
  keys?: Canonical[];
  /** In warnings.jsonl only: codes and offsets. */
  notes?: readonly (readonly [code: WarningCode, offset: number])[];
  /** In ambiguous.jsonl only. */
  older?: DialectName;
  newer?: DialectName;
  /** The types and dialects of the warnings without a dialect. */
  warned?: readonly (readonly string[])[];
  value_in_older?: Canonical;
}

/** A folder of values that an engine wrote or a document describes. */
export interface Origin {
  folder: string;
  engine: string;
  dialect: DialectName;
  origin: "engine" | "hand";
}

const root = new URL("../fixtures/", import.meta.url);

/** The lines of a fixture file, with unique names; empty when the file does not exist. */
export function linesOf(path: string): Line[] {
  const file = new URL(path, root);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((text, at) => {
    const line = JSON.parse(text) as Line;
    return { ...line, name: `${at + 1} ${line.name ?? line.from}`, surrogates: text.includes('"raw":') };
  });
}

/** Reads a binary fixture file. */
export function fileOf(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(path, root)));
}

/** Every folder with values. */
export const origins: readonly Origin[] = readdirSync(root)
  .filter((folder) => existsSync(new URL(`${folder}/about.json`, root)))
  .map((folder) => {
    const about = readFileSync(new URL(`${folder}/about.json`, root), "utf8");
    return { folder, ...(JSON.parse(about) as Omit<Origin, "folder">) };
  });

/** Options to decode and encode a line without any loss. */
export function exactOptions(line: Line, dialect: DialectName): Options {
  return { ...plainOptions(line, dialect), mode: "exact" };
}

/** Options to decode and encode a line in plain mode. */
export function plainOptions({ full_objects, real }: Line, dialect: DialectName): Options {
  return { dialect, real, allowObjects: full_objects, fullObjects: full_objects };
}

/** Lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Parses hexadecimal digits; ignores spaces. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(digits.replaceAll(" ", ""), "hex"));
}

export const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));
export const word = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(Uint32Array.of(value).buffer);
/** Puts a length in front, as store_var does. */
export const framed = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => join(word(bytes.length), bytes);
