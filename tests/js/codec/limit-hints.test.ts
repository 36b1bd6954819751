// The error of an exceeded limit names the limit to raise.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  ConfigFile,
  convert,
  convertFile,
  decode,
  decodeFrames,
  encode,
  encodeFrames,
  encodeInto,
  fromNative,
  fromPlainJSON,
  type Limits,
  load,
  open,
  openFile,
  parseText,
  save,
  toPlainJSON,
  toText,
} from "../../../js/index.js";
import { readResource } from "../../../js/resources/index.js";
import { readSavedText } from "../../../js/texts/index.js";
import { errorOf, rejection } from "../expected-errors.js";

const value = { list: [1, [2, { a: 3 }]], text: "x".repeat(100) };
const bytes = encode(value);
const frames = encodeFrames([value, value]);
const json = '{"list": [1, [2, {"a": 3}]]}';
const resource = readFileSync(new URL("../../fixtures/resources/godot-3.6/save.res", import.meta.url));

type Call = (limits: Partial<Limits>) => unknown;

const calls: { readonly [limit in "depth" | "elements" | "memory" | "outputBytes"]: Record<string, Call> } = {
  depth: {
    decode: (limits) => decode(bytes, { limits }),
    decodeFrames: (limits) => decodeFrames(frames, { limits }),
    open: (limits) => open(bytes, { limits }),
    openFile: (limits) => openFile(frames, { limits, dialect: "godot-4" }),
    load: (limits) => load(frames, { limits, dialect: "godot-4" }),
    convert: (limits) => convert(bytes, { to: "godot-3", limits }),
    convertFile: (limits) => convertFile(frames, { to: "godot-3", from: "godot-4", limits }),
    encode: (limits) => encode(value, { limits }),
    "encode, exact": (limits) => encode(value, { limits, mode: "exact" }),
    encodeInto: (limits) => encodeInto(value, new Uint8Array(1000), { limits }),
    encodeFrames: (limits) => encodeFrames([value], { limits }),
    toText: (limits) => toText(value, { limits }),
    toPlainJSON: (limits) => toPlainJSON(value, { limits }),
    "toPlainJSON, indented": (limits) => toPlainJSON(value, { limits, indent: 2 }),
    readResource: (limits) => readResource(resource, { limits }),
  },
  elements: {
    decode: (limits) => decode(bytes, { limits }),
    decodeFrames: (limits) => decodeFrames(frames, { limits }),
    open: (limits) => open(bytes, { limits }),
    load: (limits) => load(frames, { limits, dialect: "godot-4" }),
    convert: (limits) => convert(bytes, { to: "godot-3", limits }),
    convertFile: (limits) => convertFile(frames, { to: "godot-3", from: "godot-4", limits }),
    parseText: (limits) => parseText(toText(value), { limits }),
    readResource: (limits) => readResource(resource, { limits }),
  },
  memory: {
    decode: (limits) => decode(bytes, { limits }),
    decodeFrames: (limits) => decodeFrames(frames, { limits }),
    load: (limits) => load(frames, { limits, dialect: "godot-4" }),
    parseText: (limits) => parseText(toText(value), { limits }),
    fromPlainJSON: (limits) => fromPlainJSON(json, { limits }),
    fromNative: (limits) => fromNative([[["i:1"]]], { limits }),
    ConfigFile: (limits) => new ConfigFile("a=1\n", { limits }),
    readResource: (limits) => readResource(resource, { limits }),
  },
  outputBytes: {
    encode: (limits) => encode(value, { limits }),
    "encode, exact": (limits) => encode(value, { limits, mode: "exact" }),
    encodeInto: (limits) => encodeInto(value, new Uint8Array(1000), { limits }),
    encodeFrames: (limits) => encodeFrames([value], { limits }),
    convert: (limits) => convert(bytes, { to: "godot-3", limits }),
    convertFile: (limits) => convertFile(frames, { to: "godot-3", from: "godot-4", limits }),
    toText: (limits) => toText(value, { limits }),
    toPlainJSON: (limits) => toPlainJSON(value, { limits }),
    "toPlainJSON, indented": (limits) => toPlainJSON(value, { limits, indent: 2 }),
    save: async (limits) => save([value, value], await load(frames, { dialect: "godot-4" }), { limits }),
  },
};

for (const [limit, each] of Object.entries(calls))
  test.each(Object.entries(each))(`${limit}: %s`, async (_, call) => {
    const error = await rejection((async () => call({ [limit]: 1 }))());
    expect(error.code).toBe(limit === "depth" ? "too-deep" : "too-large");
    expect(error.hints.filter(({ code }) => code !== "line-column")).toEqual([
      expect.objectContaining({ code: "raise-limit", args: [limit] }),
    ]);
  });

const limits = { memory: 1 };
test.each<[string, number, () => unknown]>([
  ["parseText", 0, () => parseText("[1]", { limits })],
  ["fromPlainJSON", 3, () => fromPlainJSON("\n\n [1]", { limits })],
  ["readSavedText", 3, () => readSavedText("\n\n [1]", { limits })],
  ["a key of a ConfigFile", 3, () => new ConfigFile("\n\n a=1", { limits })],
  ["a section of a ConfigFile", 3, () => new ConfigFile("\n\n [a]", { limits })],
])("memory: %s tells where in the text, not at which byte", (_, index, call) => {
  const error = errorOf(call);
  expect([error.code, error.offset]).toEqual(["too-large", index]);
  expect(error.message).toContain(`(at index ${index})`);
  const place = index === 0 ? [1, 1] : [3, 2];
  expect(error.hints).toContainEqual(expect.objectContaining({ code: "line-column", args: place }));
});
