// The files in build/bench/data. For each workload, NAME.bin holds its inputs one after another, NAME.sizes how many bytes each takes, and
// NAME.json their closest JSON.
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { decode, encode } from "../../js/index.js";
import { closestJson } from "./closest.js";
import { largeFloor } from "./floor.js";
import type { Input } from "./rows.js";
import { valuesOf, type WorkloadName } from "./workloads.js";

export interface InputSizes {
  /** Total size of all inputs. */
  readonly bytes: number;
  readonly jsonBytes: number;
}

const fileOf = (folder: string, name: WorkloadName, ending: string) => `${folder}/${name}.${ending}`;

/** Writes the files of one workload. */
export function writeInputs(folder: string, name: WorkloadName): InputSizes {
  const values = valuesOf(name);
  const parts = values.map((value) => encode(value));
  const json = values.map((value) => JSON.stringify(closestJson(value)));
  const jsonBytes = json.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (name === "large") checkFloor(parts[0] as Uint8Array<ArrayBuffer>);
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, name, "bin"), Buffer.concat(parts));
  writeFileSync(fileOf(folder, name, "sizes"), JSON.stringify(parts.map((part) => part.length)));
  writeFileSync(fileOf(folder, name, "json"), `${json.join("\n")}\n`);
  return { bytes: parts.reduce((sum, part) => sum + part.length, 0), jsonBytes };
}

/** Checks that the floor of decode builds the same value. */
function checkFloor(bytes: Uint8Array<ArrayBuffer>): void {
  const value = decode(bytes);
  const same = Buffer.from(encode(value)).equals(encode(largeFloor(value)()));
  if (!same) throw new Error("the floor is wrong");
}

/** Reads the only input of a workload without leaving garbage: only the bytes, or only the JSON. */
export function readInput(folder: string, name: WorkloadName, part: keyof Input): Input {
  const empty = { bytes: new Uint8Array(), json: "null" };
  if (part === "json") return { ...empty, json: readFileSync(fileOf(folder, name, "json"), "utf8") };
  const file = openSync(fileOf(folder, name, "bin"), "r");
  const bytes = new Uint8Array(fstatSync(file).size);
  readSync(file, bytes);
  closeSync(file);
  return { ...empty, bytes };
}

/** Reads the inputs of one workload. */
export function readInputs(folder: string, name: WorkloadName): Input[] {
  const lines = readFileSync(fileOf(folder, name, "json"), "utf8")
    .trimEnd()
    .split("\n");
  const all = Uint8Array.from(readFileSync(fileOf(folder, name, "bin")));
  const sizes: number[] = JSON.parse(readFileSync(fileOf(folder, name, "sizes"), "utf8"));
  let end = 0;
  return lines.map((line, i) => {
    const start = end;
    end += sizes[i] as number;
    // Parsed and written once, so that it is an ordinary string and not a slice of the file.
    return { bytes: all.slice(start, end), json: JSON.stringify(JSON.parse(line)) };
  });
}
