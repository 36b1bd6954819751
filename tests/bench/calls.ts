// Times calls beside `decode` and `encode` with one save and one message, in one process, as a program uses them: with options of several shapes.
import {
  convert,
  decode,
  decodeFrames,
  detect,
  encode,
  encodeFrames,
  fromNative,
  fromPlainJSON,
  load,
  open,
  openFile,
  parseText,
  save,
  toNative,
  toPlainJSON,
  toText,
} from "../../js/index.js";
import type { Input } from "./rows.js";
import { type Contender, compare, type Effort, type Timing } from "./sampling.js";

/** Milliseconds. */
export interface CallTime {
  readonly name: string;
  /** What the same takes with JSON: parsing bytes, writing bytes, or both. */
  readonly like: "parse" | "stringify" | "both";
  readonly time: number;
}

type Call = Contender & Pick<CallTime, "like">;

/** Times all calls. */
export async function callTimes({ bytes, json }: Input, effort: Effort): Promise<CallTime[]> {
  const calls = await callsWith(bytes, json);
  const timings = await compare(calls, effort);
  return calls.map(({ name, like }, i) => ({ name, like, time: (timings[i] as Timing).time }));
}

async function callsWith(bytes: Uint8Array<ArrayBuffer>, json: string): Promise<Call[]> {
  const value = decode(bytes);
  const exact = decode(bytes, { mode: "exact" });
  const frame = encodeFrames([value]);
  const file = await load(frame);
  const [text, plain, native] = [toText(value), toPlainJSON(value), toNative(value)];
  const [utf8, encoder] = [new TextDecoder(), new TextEncoder()];
  const jsonBytes = encoder.encode(json);
  const parsed = JSON.parse(json);
  const read = (name: string, run: () => unknown, waits = false): Call => ({
    name,
    like: "parse",
    run,
    waits,
  });
  const write = (name: string, run: () => unknown, waits = false): Call => ({
    name,
    like: "stringify",
    run,
    waits,
  });
  const both = (name: string, run: () => unknown, waits = false): Call => ({
    name,
    like: "both",
    run,
    waits,
  });
  return [
    read("JSON.parse", () => JSON.parse(utf8.decode(jsonBytes))),
    write("JSON.stringify", () => encoder.encode(JSON.stringify(parsed))),
    read("decode", () => decode(bytes)),
    read("decode, limits", () => decode(bytes, { limits: { elements: 1_000_000 } })),
    read("decode, exact", () => decode(bytes, { mode: "exact" })),
    read("decodeFrames", () => decodeFrames(frame)),
    read("open and get", () => open(bytes).get("")),
    read("detect", () => detect(frame)),
    read("load", () => load(frame), true),
    read("openFile", () => openFile(frame), true),
    write("encode", () => encode(value)),
    write("encode, exact", () => encode(exact, { mode: "exact" })),
    both("encode, like", () => encode(value, { like: bytes })),
    write("encodeFrames", () => encodeFrames([value])),
    write("save", () => save([value]), true),
    both("save, like", () => save(file.values, file), true),
    both("convert to Godot 3", () => convert(bytes, { to: "godot-3" })),
    write("toText", () => toText(value)),
    read("parseText", () => parseText(text)),
    write("toPlainJSON", () => toPlainJSON(value)),
    read("fromPlainJSON", () => fromPlainJSON(plain)),
    write("toNative", () => toNative(value)),
    read("fromNative", () => fromNative(native)),
  ];
}
