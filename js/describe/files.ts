// Words for files: layers, framings, dialects.
import type { Framing } from "../base/framings.js";
import type { Candidate } from "../files/detect.js";
import type { Layer } from "../files/layers.js";
import {
  type ContainerName,
  type DialectName,
  dialectDescriptions,
  dialectNumbers,
} from "../table/table.gen.js";
import { counted } from "./amounts.js";

const streams = {
  zlib: "Deflate stream",
  gzip: "gzip stream",
  zstd: "Zstandard stream",
  fastlz: "FastLZ stream",
} as const;

/** Words for files of values other than Variants. */
export const notationNames = {
  json: "JSON",
  "json-lines": "JSON lines",
  native: "JSON of from_native",
  var_to_str: "text of var_to_str",
  config: "ConfigFile",
  resource: "resource file",
} as const;

/** Files of which all is text that `readSavedText` may read. */
export const textContainers: ReadonlySet<ContainerName | undefined> = new Set([
  "config",
  "project",
  "json",
  "text",
]);

/** Bytes per block in every compressed file that an engine writes. */
const usualBlockSize = 4096;

/** One layer around the content: `GDEC encrypted, Godot 4`, `GCPF zstd`, `base64`, `gzip stream`. */
export function layerText(layer: Layer): string {
  switch (layer.container) {
    case "gdec":
      return `GDEC encrypted, Godot ${layer.engine}`;
    case "gcpf": {
      const { compression, blockSize = usualBlockSize } = layer;
      return `GCPF ${compression}${blockSize === usualBlockSize ? "" : `, ${counted(blockSize, "byte")} per block`}`;
    }
    case "base64":
      return "base64";
    default:
      return streams[layer.container];
  }
}

const containers: Readonly<Partial<Record<ContainerName, string>>> = {
  ...streams,
  gdec: "encrypted file",
  gcpf: "compressed file",
  base64: "base64 text",
};

/** Names a layer that can be opened: `encrypted file`, `gzip stream`. Undefined for bare values and for foreign files. */
export function containerText(container: ContainerName): string | undefined {
  return containers[container];
}

/** Names of framings for a list of choices: `store_var, big-endian`. */
export const framingNames: Readonly<Record<Framing, string>> = {
  none: "var_to_bytes",
  store_var: "store_var",
  store_var_big_endian: "store_var, big-endian",
  mixed: "store_var between other data",
  ecfg: "project settings",
  rpc: "RPC arguments",
};

/** The framing and the number of values: `3 store_var frames, big-endian`. */
export function framingText(framing: Framing, count: number): string {
  switch (framing) {
    case "none":
      return "var_to_bytes, 1 value";
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

/** `godot-4.4` and its alias `godot-4` become `Godot 4.4`. */
export function dialectText(dialect: DialectName): string {
  return dialectDescriptions[dialectNumbers[dialect]]?.label ?? dialect;
}

/** How certain a reading is, and why: `95 %: every byte is read; …`. */
export function certaintyText({ score, reasons }: Pick<Candidate, "score" | "reasons">): string {
  return `${Math.round(score * 100)} %: ${reasons.join("; ")}`;
}
