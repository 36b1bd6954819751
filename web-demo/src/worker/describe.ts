// What a file is, in words.
import {
  type Candidate,
  type DialectName,
  dialectDescriptions,
  type Framing,
  type Layer,
  VariantError,
} from "godot-variant";
import type { Failure, Reading } from "../protocol.js";
import { counted } from "./preview.js";

/** What is read on when it stands around values. */
export const layerNames: Readonly<Record<string, string>> = {
  gdec: "encrypted file",
  gcpf: "compressed file",
  base64: "base64 text",
  zlib: "Deflate stream",
  gzip: "gzip stream",
  zstd: "Zstandard stream",
};

const streamNames = {
  zlib: "Deflate stream",
  gzip: "gzip stream",
  zstd: "Zstandard stream",
  fastlz: "FastLZ stream",
};

export function layerText(layer: Layer): string {
  switch (layer.container) {
    case "gdec":
      return `GDEC encrypted, Godot ${layer.engine}`;
    case "gcpf":
      return `GCPF ${layer.compression}`;
    case "base64":
      return "base64";
    default:
      return streamNames[layer.container];
  }
}

export function framingText(framing: Framing, count: number): string {
  switch (framing) {
    case "none":
      return "one value without a frame";
    case "store_var":
      return counted(count, "store_var frame");
    case "store_var_big_endian":
      return `${counted(count, "store_var frame")}, big-endian`;
    case "mixed":
      return `${counted(count, "store_var frame")} between other data`;
    case "ecfg":
      return "project settings (ECFG)";
    case "rpc":
      return counted(count, "RPC argument");
  }
}

/** `godot-4.4` → `Godot 4.4`. */
export function dialectText(dialect: DialectName): string {
  return dialectDescriptions.find(({ name }) => name === dialect)?.label ?? dialect;
}

const framingNames: Record<Framing, string> = {
  none: "no frame",
  store_var: "store_var",
  store_var_big_endian: "store_var, big-endian",
  mixed: "store_var between other data",
  ecfg: "project settings",
  rpc: "RPC arguments",
};

/** The readings that the bytes allow, then the other dialects of engines, for whoever knows better. */
export function readingsOf(candidates: readonly Candidate[], framing: Framing): Reading[] {
  const readings: Reading[] = [];
  const add = (dialect: DialectName, framing: Framing, reasons: readonly string[]) => {
    if (readings.some((one) => one.dialect === dialect && one.framing === framing)) return;
    readings.push({ dialect, framing, label: `${dialectText(dialect)}, ${framingNames[framing]}`, reasons });
  };
  for (const { dialect, framing: found, reasons } of candidates) {
    if (dialect !== undefined && found !== undefined) add(dialect, found, reasons);
  }
  for (const other of new Set([framing, "store_var", "none"] as const))
    for (const { name } of dialectDescriptions) add(name, other, []);
  return readings;
}

/** A failure that another worker has told. */
export class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** An error as the page shows it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failed) return error.failure;
  if (error instanceof VariantError) {
    const { code, hint = "", path, offset } = error;
    const text = error.message
      .replace(/^[\w-]+: /, "")
      .replace(/ \(at .*$/s, "")
      .replace(/; .*$/s, "");
    return { code, text, hint, path, offset };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { code: "unexpected", text, hint: "", path: "", offset: undefined };
}
