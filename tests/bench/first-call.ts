// Times what a program pays once: loading a codec, and its first calls. tests/bench/first-calls.mjs runs it in a new process each time.
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "./load.js";

interface Codec {
  decode(bytes: Uint8Array): unknown;
  encode(value: unknown): Uint8Array;
}

function jsonCodec(): Codec {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return {
    decode: (bytes) => JSON.parse(decoder.decode(bytes)),
    encode: (value) => encoder.encode(JSON.stringify(value)),
  };
}

async function ours(): Promise<Codec> {
  const codec = await import("../../js/index.js");
  await codec.ready;
  return codec as Codec;
}

const codecs: Readonly<Record<string, () => Codec | Promise<Codec>>> = {
  "godot-variant": ours,
  JSON: jsonCodec,
  msgpackr: async () => {
    const { pack, unpack } = await load("msgpackr");
    return { encode: pack, decode: unpack };
  },
  "@msgpack/msgpack": () => load("@msgpack/msgpack"),
};

const codecNamed = async (name: string) => (await codecs[name]?.()) as Codec;

/** Milliseconds until the codec is ready, and of its first calls. */
async function times(name: string, file: string): Promise<Record<"load" | "decode" | "encode", number>> {
  const bytes = new Uint8Array(readFileSync(file));
  const start = performance.now();
  const codec = await codecNamed(name);
  const loaded = performance.now();
  const value = codec.decode(bytes);
  const decoded = performance.now();
  codec.encode(value);
  return { load: loaded - start, decode: decoded - loaded, encode: performance.now() - decoded };
}

/** Writes a file for `times` from one of JSON. */
async function write(name: string, file: string, json: string): Promise<void> {
  const codec = await codecNamed(name);
  writeFileSync(file, codec.encode(JSON.parse(readFileSync(json, "utf8"))));
}

const [name, file, json] = process.argv.slice(2) as [string, string, string?];
if (json === undefined) process.stdout.write(JSON.stringify(await times(name, file)));
else await write(name, file, json);
