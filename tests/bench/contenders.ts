// Chooses the contenders of each comparison in Node.
import { decode, encode, setCodeGeneration, toNative, toText, type Variant } from "../../js/index.js";
import { cutTextsOf } from "./cut-texts.js";
import { exactLargeFloor, largeFloor } from "./floor.js";
import { indexer } from "./internals.js";
import { load } from "./load.js";
import { addPeers } from "./peers.js";
import { chainMaker, makersOf, tableMaker, wideMaker } from "./rebuild.js";
import { rewriterOf } from "./rewrite.js";
import { addJson, type Contest, hasTextForms, type Input, mainRows, ourRows, overAll } from "./rows.js";
import type { Contender } from "./sampling.js";
import type { WorkloadName } from "./workloads.js";

/** How our functions are called. Each way runs in its own process, because programs use only one of them. */
export type Way = "plain" | "exact" | "no code generation";

/** Ours with floors, the rows that are measured everywhere, or all. */
export type Rows = "ours" | "main" | "all";

/** Which comparison to run. */
export interface ContestSettings {
  readonly workload: WorkloadName;
  readonly way: Way;
  readonly wasm: string;
  readonly rows: Rows;
}

/** The contest of one way. Only `plain` also runs against peers, and `encode` never generates code. */
export async function contestOf(settings: ContestSettings, inputs: readonly Input[]): Promise<Contest> {
  const { workload, way, wasm, rows } = settings;
  if (way !== "plain") return otherWay(way, workload, inputs);
  const contest = rows === "ours" ? ourRows(inputs) : mainRows(inputs, await load("msgpackr"));
  if (rows === "main") return contest;
  contest.decode.push(...references(workload, inputs, wasm));
  if (rows === "ours") return contest;
  contest.encode.push(...otherForms(inputs), ...rewriters(workload, inputs));
  await addPeers(contest, inputs);
  return contest;
}

function otherWay(way: Way, workload: WorkloadName, inputs: readonly Input[]): Contest {
  if (way === "no code generation") setCodeGeneration(false);
  const options = way === "exact" ? ({ mode: "exact" } as const) : {};
  const all = inputs.map(({ bytes }) => bytes);
  const values = all.map((bytes) => decode(bytes, options));
  const contest: Contest = {
    decode: [overAll("decode", all, (bytes) => decode(bytes, options))],
    encode: [overAll("encode", values, (value) => encode(value, options))],
    skipped: [],
  };
  if (way === "exact" && workload === "large") {
    const makers = inputs.map(({ bytes }) => exactLargeFloor(decode(bytes)));
    contest.decode.push(overAll("objects alone", makers, (make) => make()));
  }
  addJson(contest, inputs);
  return contest;
}

/** Our other output forms, except for megabytes of packed numbers. */
function otherForms(inputs: readonly Input[]): Contender[] {
  if (!hasTextForms(inputs)) return [];
  const values = inputs.map(({ bytes }) => decode(bytes));
  return [
    overAll("toText", values, (value) => toText(value)),
    overAll("toNative", values, (value) => toNative(value)),
  ];
}

/** Lower bounds for every decoder: the same objects from numbers that exist, with texts that are cut anew where a value has many. */
function makers(name: WorkloadName, inputs: readonly Input[]): Contender[] {
  const made = (makeAll: (value: unknown) => () => unknown): Contender[] => {
    const values = inputs.map(({ bytes }) => decode(bytes));
    const all = name === "packet" ? makersOf(values, false) : values.map(makeAll);
    return [overAll("objects alone", all, (make) => make())];
  };
  if (name === "large") return made((value) => largeFloor(value as Variant));
  if (name === "small" || name === "packet")
    return made((value) => makersOf([value], true)[0] as () => unknown);
  if (name === "deep") return made((value) => chainMaker(value as unknown[]));
  if (name === "strings") return made((value) => cutTextsOf(value as string[]).cut);
  if (name === "wide") return made((value) => wideMaker(value as Record<string, number>));
  return name === "mixed-keys" ? made(tableMaker) : [];
}

/** The floor of encode: a program for this one value, which writes the same bytes. */
function rewriters(name: WorkloadName, inputs: readonly Input[]): Contender[] {
  if (!["large", "small", "packet", "strings", "unicode"].includes(name)) return [];
  const values = inputs.map(({ bytes }) => decode(bytes));
  return [overAll("written by hand", values, rewriterOf(values))];
}

/** Lower bounds for our decode, beside other codecs. */
function references(name: WorkloadName, inputs: readonly Input[], wasm: string): Contender[] {
  const all = inputs.map(({ bytes }) => bytes);
  const result = [overAll("index alone", all, indexer(wasm))];
  result.push(...makers(name, inputs));
  if (name === "packed") {
    result.push(overAll("slice", all, (bytes) => bytes.slice()));
    result.push(overAll("decode, views", all, (bytes) => decode(bytes, { views: true })));
  }
  return result;
}
