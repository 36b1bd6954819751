// The rows that are measured everywhere, in browsers too: this package, JSON and msgpackr, from bytes to values and back.
import { decode, encode, encodeInto } from "../../js/index.js";
import { agree } from "./closest.js";
import type { Contender } from "./sampling.js";

/** One input of a workload. */
export interface Input {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The closest JSON. */
  readonly json: string;
}

export interface Contest {
  readonly decode: Contender[];
  readonly encode: Contender[];
  /** Peers that fail or give another value. */
  readonly skipped: { name: string; reason: string }[];
}

/** A codec that takes any plain value. */
export interface Peer {
  readonly name: string;
  encode(value: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}

/** Longer JSON is measured as bytes only: text forms of megabytes of numbers take seconds and say nothing new. */
const longJson = 50_000_000;

/** Calls `run` with each input in turn. */
export function overAll<T>(name: string, all: readonly T[], run: (one: T) => unknown): Contender {
  return { name, run: (call) => run(all[call % all.length] as T) };
}

/** Whether the text forms of a workload are measured, too. */
export const hasTextForms = (inputs: readonly Input[]) => (inputs[0] as Input).json.length < longJson;

// biome-ignore lint/suspicious/noExplicitAny: the peers are not dependencies, so TypeScript has no types for them
export type Msgpackr = any;

export function mainRows(inputs: readonly Input[], msgpackr: Msgpackr): Contest {
  const contest = ourRows(inputs);
  addJson(contest, inputs);
  const records = new msgpackr.Packr({ structures: [], useRecords: true, moreTypes: true });
  const values = peerValues(inputs);
  addPeer(contest, { name: "msgpackr", encode: msgpackr.pack, decode: msgpackr.unpack }, values);
  const packer = {
    pack: (value: unknown) => records.pack(value),
    unpack: (b: Uint8Array) => records.unpack(b),
  };
  addPeer(contest, { name: "msgpackr records", encode: packer.pack, decode: packer.unpack }, values);
  return contest;
}

export function ourRows(inputs: readonly Input[]): Contest {
  const all = inputs.map(({ bytes }) => bytes);
  const values = all.map((bytes) => decode(bytes));
  const target = new Uint8Array(Math.max(...all.map((bytes) => bytes.length)));
  return {
    decode: [overAll("decode", all, (bytes) => decode(bytes))],
    encode: [
      overAll("encode", values, (value) => encode(value)),
      overAll("encode, pooled", values, (value) => encode(value, { pooled: true })),
      overAll("encodeInto", values, (value) => encodeInto(value, target)),
    ],
    skipped: [],
  };
}

/** JSON from and to bytes, which is what a program has, and from and to strings. */
export function addJson(contest: Contest, inputs: readonly Input[]): void {
  const [fromUtf8, toUtf8] = [new TextDecoder(), new TextEncoder()];
  const texts = inputs.map(({ json }) => json);
  const bytes = texts.map((text) => toUtf8.encode(text));
  const values = texts.map((text) => JSON.parse(text));
  contest.decode.push(overAll("JSON", bytes, (one) => JSON.parse(fromUtf8.decode(one))));
  contest.encode.push(overAll("JSON", values, (one) => toUtf8.encode(JSON.stringify(one))));
  if (!hasTextForms(inputs)) return;
  contest.decode.push(overAll("JSON text", texts, (text) => JSON.parse(text)));
  contest.encode.push(overAll("JSON text", values, (value) => JSON.stringify(value)));
}

/** The values for peers: the parsed JSON, or our own values of typed arrays, which JSON does not hold compactly. */
export function peerValues(inputs: readonly Input[]): unknown[] {
  const isPacked = ArrayBuffer.isView(Object.values(decode(inputs[0]?.bytes as Uint8Array) as object)[0]);
  return inputs.map(({ bytes, json }) => (isPacked ? decode(bytes) : JSON.parse(json)));
}

/** Some peers read a Buffer faster than a Uint8Array, where there is one. */
const Bytes = (globalThis as { Buffer?: Pick<typeof Uint8Array, "from"> }).Buffer ?? Uint8Array;

/** Adds a peer if it gives the same value back. */
export function addPeer(contest: Contest, { name, encode, decode }: Peer, values: readonly unknown[]): void {
  try {
    const inputs = values.map((value) => Bytes.from(encode(value)));
    if (!agree(decode(inputs[0] as Uint8Array), values[0])) throw new Error("gives something else");
    contest.decode.push(overAll(name, inputs, decode));
    contest.encode.push(overAll(name, values, encode));
  } catch (error) {
    contest.skipped.push({ name, reason: (error as Error).message });
  }
}
