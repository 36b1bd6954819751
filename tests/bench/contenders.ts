// Chooses the contenders of each comparison.
import { decode, encode, setCodeGeneration, toNative, toText } from "../../js/index.js";
import { largeFloor } from "./floor.js";
import type { Input } from "./inputs.js";
import { indexer } from "./internals.js";
import { type GodotInputs, peerContenders } from "./peers.js";
import { readVariant } from "./reader.js";
import type { Contender } from "./sampling.js";
import type { WorkloadName } from "./workloads.js";

/** How our functions are called. Each way runs in its own process, because programs use only one of them. */
export type Way = "plain" | "exact" | "no code generation";

export interface Contest {
  readonly decode: Contender[];
  readonly encode: Contender[];
  readonly skipped: { name: string; reason: string }[];
}

/** Which comparison to run. */
export interface ContestSettings {
  readonly workload: WorkloadName;
  readonly way: Way;
  readonly wasm: string;
  /** Include only the peers that the targets name. */
  readonly fewPeers: boolean;
}

/** The contest of one way. Only `plain` also runs against peers, and `encode` never generates code. */
export async function contestOf(settings: ContestSettings, inputs: readonly Input[]): Promise<Contest> {
  const { workload, way, wasm, fewPeers } = settings;
  if (way === "no code generation") setCodeGeneration(false);
  const contest: Contest = { decode: ours(way, inputs), encode: oursBack(way, inputs), skipped: [] };
  addJson(contest, inputs);
  if (way !== "plain") return contest;
  contest.decode.push(...references(workload, inputs, wasm));
  if (hasJson(inputs)) contest.encode.push(...otherForms(inputs));
  if (!fewPeers) addJsonBytes(contest, inputs);
  const peers = await peerContenders(
    peerValues(inputs),
    fewPeers ? undefined : gdComInputs(inputs),
    fewPeers,
  );
  contest.decode.push(...peers.decode);
  contest.encode.push(...peers.encode);
  contest.skipped.push(...peers.skipped);
  return contest;
}

/** Calls `run` with each input in turn. */
function overAll<T>(name: string, all: readonly T[], run: (one: T) => unknown): Contender {
  return { name, run: (call) => run(all[call % all.length] as T) };
}

const bytesOf = (inputs: readonly Input[]) => inputs.map(({ bytes }) => bytes);

function ours(way: Way, inputs: readonly Input[]): Contender[] {
  const all = bytesOf(inputs);
  if (way !== "exact") return [overAll("decode", all, (bytes) => decode(bytes))];
  const exact = { mode: "exact" } as const;
  return [overAll("decode", all, (bytes) => decode(bytes, exact))];
}

function oursBack(way: Way, inputs: readonly Input[]): Contender[] {
  if (way === "no code generation") return [];
  const exact = { mode: "exact" } as const;
  if (way === "exact") {
    const values = bytesOf(inputs).map((bytes) => decode(bytes, exact));
    return [overAll("encode", values, (value) => encode(value, exact))];
  }
  const values = bytesOf(inputs).map((bytes) => decode(bytes));
  return [overAll("encode", values, (value) => encode(value))];
}

/** Our other output forms and JSON for the same values. Skips megabytes of packed numbers, which JSON cannot hold compactly. */
function otherForms(inputs: readonly Input[]): Contender[] {
  const values = bytesOf(inputs).map((bytes) => decode(bytes));
  return [
    overAll("toText", values, (value) => toText(value)),
    overAll("toNative", values, (value) => toNative(value)),
  ];
}

const hasJson = (inputs: readonly Input[]) => inputs[0]?.json !== "null";

function addJson(contest: Contest, inputs: readonly Input[]): void {
  if (!hasJson(inputs)) return;
  const texts = inputs.map(({ json }) => json);
  const values = texts.map((text) => JSON.parse(text));
  contest.decode.push(overAll("JSON", texts, (text) => JSON.parse(text)));
  if (contest.encode.length > 0)
    contest.encode.push(overAll("JSON", values, (value) => JSON.stringify(value)));
}

/** JSON from and to bytes, for a fair comparison with our functions. */
function addJsonBytes(contest: Contest, inputs: readonly Input[]): void {
  if (!hasJson(inputs)) return;
  const [fromUtf8, toUtf8] = [new TextDecoder(), new TextEncoder()];
  const all = inputs.map(({ json }) => toUtf8.encode(json));
  const values = inputs.map(({ json }) => JSON.parse(json));
  contest.decode.push(overAll("JSON of UTF-8", all, (bytes) => JSON.parse(fromUtf8.decode(bytes))));
  contest.encode.push(overAll("JSON of UTF-8", values, (value) => toUtf8.encode(JSON.stringify(value))));
}

/** Lower bounds for our decode, beside other codecs. */
function references(name: WorkloadName, inputs: readonly Input[], wasm: string): Contender[] {
  const all = bytesOf(inputs);
  const result = [overAll("index alone", all, indexer(wasm)), overAll("TypeScript reader", all, readVariant)];
  if (name === "large") {
    const floor = largeFloor(decode(all[0] as Uint8Array));
    result.push({ name: "objects alone", run: floor });
  }
  if (name === "packed") {
    result.push(overAll("slice", all, (bytes) => bytes.slice()));
    result.push(overAll("decode, views", all, (bytes) => decode(bytes, { views: true })));
  }
  return result;
}

/** The values for peers: the parsed JSON, or our own values of typed arrays for workloads without JSON. */
function peerValues(inputs: readonly Input[]): unknown[] {
  const isPacked = ArrayBuffer.isView(Object.values(decode(inputs[0]?.bytes as Uint8Array) as object)[0]);
  return inputs.map(({ bytes, json }) => (isPacked ? decode(bytes) : JSON.parse(json)));
}

/** The same values in the dialect that @gd-com/utils implements. */
function gdComInputs(inputs: readonly Input[]): GodotInputs | undefined {
  const values = inputs.map(({ bytes }) => decode(bytes));
  try {
    return { bytes: values.map((value) => encode(value, { dialect: "docs-000" })), values };
  } catch {
    return undefined;
  }
}
