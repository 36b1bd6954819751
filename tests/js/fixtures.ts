// The lines of tests/fixtures, which tests/fixtures/README.md explains: every folder that there is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DialectName, ErrorCode, Options, WarningCode } from "../../js/index.js";
import type { Canonical } from "./fixture-notation.js";

/** What an engine, or this library where it differs, makes of bytes that no engine wrote. */
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
  /** Whether a text of the value holds encoded surrogates. */
  surrogates: boolean;
  /** errors.jsonl only. */
  options?: Options;
  keys?: Canonical[];
  /** ambiguous.jsonl only. */
  older?: DialectName;
  newer?: DialectName;
  value_in_older?: Canonical;
}

/** What an engine wrote, or a document describes. */
export interface Origin {
  folder: string;
  engine: string;
  dialect: DialectName;
  origin: "engine" | "hand";
}

const root = new URL("../fixtures/", import.meta.url);

/** The lines of a file of the fixtures, none when it does not exist; each has a name of its own. */
export function linesOf(path: string): Line[] {
  const file = new URL(path, root);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((text, at) => {
    const line = JSON.parse(text) as Line;
    return { ...line, name: `${at + 1} ${line.name ?? line.from}`, surrogates: text.includes('"raw":') };
  });
}

/** A binary file of the fixtures. */
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

/** What decodes and encodes a line without any loss. */
export function exactOptions(line: Line, dialect: DialectName): Options {
  return { ...plainOptions(line, dialect), mode: "exact" };
}

/** What decodes and encodes a line in the form that programs like. */
export function plainOptions({ full_objects, real }: Line, dialect: DialectName): Options {
  return { dialect, real, allowObjects: full_objects, fullObjects: full_objects };
}

/** Lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Bytes of hexadecimal digits; spaces do not count. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(digits.replaceAll(" ", ""), "hex"));
}
