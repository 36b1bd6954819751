// The advice of an error: a code with arguments, so that a program can use its own words, and a default sentence.

import { dialectMeant } from "./dialect-names.js";
import { excerpt } from "./excerpt.js";
import { pathSentence } from "./path-sentence.js";

const list = (names: readonly string[]) => names.join(", ");
const an = (noun: string) => `${/^(?:[aeio]|RID)/i.test(noun) ? "an" : "a"} ${noun}`;

/** Names of the JavaScript values that a type accepts, for types whose own name does not tell. */
const replacements: Readonly<Record<string, string>> = {
  bool: "true or false",
  int: "a whole number",
  float: "a number",
  String: "a string",
  StringName: "a string",
  Dictionary: "an object or a Map",
};

/** Names of the elements of packed arrays whose own name does not tell. */
const elements: Readonly<Record<string, string>> = {
  PackedByteArray: "whole numbers from 0 to 255",
  PackedInt32Array: "32-bit integers",
  PackedInt64Array: "64-bit integers",
  PackedFloat32Array: "floats of 32 bits",
  PackedFloat64Array: "floats",
};

/** Says which type a place has, and which values it accepts. */
export function storedText(type: string, declared: string): string {
  return `The type here is ${type}${declared && ` (${declared})`}: ${replacements[type] ?? an(type)} fits.`;
}

/** Says which values a packed array accepts: of the right type, a number may be out of range. */
export const elementsText = (type: string): string =>
  `Elements of a ${type} must be ${elements[type] ?? type.slice(6, -5)}.`;

const sentences = {
  // Other ways to read the bytes, and options that help.
  "fits-dialects": (framing: "none" | "store_var", ...dialects: string[]) =>
    `${framing === "none" ? "These bytes form a complete value" : 'With framing: "store_var", these bytes form complete values'} in ${list(dialects)}.`,
  "fits-nothing": () => "No dialect reads these bytes to the end.",
  "store-var-length": () =>
    'The first four bytes look like the length that store_var writes. Pass framing: "store_var".',
  "several-frames": (count: number, ...dialects: string[]) =>
    `These bytes are ${count} frames of ${list(dialects)}. Use decodeFrames.`,
  "framed-twice": (...dialects: string[]) =>
    `These bytes are a frame inside a frame, of ${list(dialects)}. Decode the bytes after the first four, with framing: "store_var".`,
  "allow-objects": () => "Pass allowObjects: true to read Objects as inert data.",
  "allow-trailing": () => "Pass allowTrailing: true to read only the first value.",
  "try-load": () => "If the bytes are a file, load, openFile or convertFile finds out what is in it.",
  "replace-bad-utf8": () => 'Pass badUtf8: "replace" to read such text with U+FFFD.',
  "name-dialect": () => "Pass the dialect to settle it.",
  "known-dialects": (given: string, ...dialects: string[]) => {
    const meant = dialectMeant(given, dialects);
    return `"${given}" is not one of ${list(dialects)}.${meant === undefined ? "" : ` The nearest is ${meant}.`}`;
  },
  "input-empty": () => "The input is empty.",
  "input-cut": (size: number, path: string) =>
    `The input ends after ${size} bytes, ${path === "" ? "in its first value" : `inside ${path}; everything before it is whole`}.`,
  "try-recover": () => "recover or, for a file, recoverFile returns what is whole.",
  "raise-limit": (limit: string) => `Raise limits.${limit} if you trust the data.`,
  "raise-limit-to": (limit: string, now: number, needed: number) =>
    `limits.${limit} is ${now} for this input. Set it to ${needed} or more if you trust the input.`,
  "out-of-memory": () => "The codec ran out of memory.",

  "target-size": (needed: number, room: number) =>
    `The value takes ${needed} bytes, but the target has room for ${room}.`,

  // The WebAssembly module.
  "no-webassembly": () => "There is no WebAssembly here. Use Node 20 or later, or a current browser.",
  "compile-refused": () =>
    "Compiling was refused. Allow 'wasm-unsafe-eval' in the Content-Security-Policy, use a worker where the main thread may not " +
    "compile (Chrome before 115), or pass a compiled WebAssembly.Module to init() of godot-variant/slim.",
  "other-build": () =>
    "The WebAssembly module does not belong to this version of the package. Update the copy of godot_variant.wasm, and empty caches " +
    "that may keep an older one.",
  "call-init": () => "First call init() of godot-variant/slim with the bytes of godot_variant.wasm.",
  "pass-wasm-bytes": () => "The .wasm file could not be fetched. Pass its bytes instead.",

  // Frames and files.
  "frame-longer": () =>
    "The frame is longer than its value. If the input is one value without frames, use decode; allowTrailing: true drops the rest of each frame.",
  "frame-limit": (length: number, limit: number) =>
    `The frame has ${length} bytes; limits.frameBytes is ${limit}.`,
  "frame-byte-order": (length: number, order: "little" | "big") =>
    `The frame has ${length} bytes, unless its length is ${order}-endian. Pass bigEndian: ${order === "big"}.`,
  "frame-cut": (whole: number, missing: number) =>
    `The last frame lacks ${missing} bytes; frames before it: ${whole}.`,
  "no-frames": () => "Nothing in it is a frame with a container.",
  "one-value": (count: number) => `Without frames there must be one value, not ${count}.`,
  "same-count": () =>
    "The number of values between other data cannot change. New content needs another framing than mixed.",
  "settings-hold": () => "Project settings are one Dictionary or plain object, whose keys are strings.",
  "argument-limit": () => "A call has at most 255 arguments.",
  "layer-limit": (limit: number) => `The file has more than ${limit} layers.`,
  "inside-layers": (...containers: string[]) => `The place is inside ${list(containers)}.`,
  "holds-values": () => "The file holds values, which load reads.",
  "file-kind": (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}.`,
  "closest-reading": (dialect: string, code: string, reason: string) =>
    `Read as ${dialect}: ${code}: ${reason}`,
  improbable: (dialect: string) =>
    `Only an improbable value of ${dialect} fits. Pass the dialect if it is right.`,
  "give-secret": () => "Pass password or key.",
  "stream-size": (size: number, expected: number) => `The stream holds ${size} bytes, not ${expected}.`,
  "stream-leftover": () => "Bytes are left over after the stream.",
  "no-compression": (compression: string) => `This environment has no ${compression}.`,
  "no-ciphers": () =>
    "The packages @noble/ciphers and @noble/hashes could not be loaded. Install them or, without a bundler, add them to the import map.",

  // Values that cannot be written.
  "cannot-encode": (kind: string) => `Cannot encode ${an(kind)}.`,
  "dialect-lacks": (dialect: string, type: string) =>
    `${dialect} cannot hold ${an(type)}.${type === "Object" ? "" : " To write the nearest value, encode for a dialect that can, and use convert."}`,
  "dialect-ints": (dialect: string) => `Ints of ${dialect} have 32 bits.`,
  "full-objects": () => "Pass fullObjects: true to write Objects with their properties.",
  "no-undefined": () => "Cannot encode undefined. Write null, or leave the property out.",
  expected: (kind: string, got: string) => `Expected ${an(kind)}, not ${got}.`,
  "field-type": (field: string, type: string) => `"${field}" must be ${an(type)}.`,
  "container-type-kind": () => "A container type has the kind builtin, class or script.",
  "missing-part": () => "A part of the value is missing.",
  "component-type": () => "Every component must be a number.",
  "data-length": (components: number) => `The length of data must be a multiple of ${components}.`,
  "no-such-type": (name: string) => `There is no type ${name}.`,
  "int-bits": (value: string, bits: number) => `${value} is not a ${bits}-bit integer.`,
  "half-surrogate": () => "The text holds half a surrogate pair.",
  "nul-in-text": () => "The text holds a NUL, where every engine ends it.",

  // Edits of a Document.
  "place-takes": (type: string, declared: string) =>
    `${storedText(type, declared)} Use replaceType to change the type.`,
  "element-takes": (type: string) => `${elementsText(type)} Use replaceType on the array to change its type.`,
  "no-such-float": (int: string, nearest: string) => `No float is ${int}. The nearest one is ${nearest}.`,
  "pass-type": (type: string) => `The value cannot become ${an(type)}. Pass one.`,
  "declared-types": (declared: string) => `The container is declared as ${declared}.`,
  "index-range": (last: number) => `Use an index from 0 to ${last}.`,
  "key-exists": () => "There already is a value. Use set to replace it.",
  "no-end": (type: string) => `A ${type} has no end. Use insert with a key.`,
  "whole-value": (verb: "deleted" | "moved") => `The whole value cannot be ${verb}.`,
  "no-key": () => "Only entries of a Dictionary or an Object can be renamed.",
  "into-itself": () => "A value cannot be moved into itself.",
  "nothing-there": () => "There is no value at this path.",
  "use-insert": () => "There is no value at this path. insert and append add one.",
  "no-container": () => "There is no container for it at this path.",
  "stale-node": () => "The document was edited. Ask it for the node again.",

  // Texts.
  "path-syntax": pathSentence,
  "line-column": (line: number, column: number) => `Line ${line}, column ${column}.`,
  "color-digits": () =>
    "A color has 3, 4, 6 or 8 hexadecimal digits after the #. Engines read any other as black, and none at the end of a text.",
  "empty-subname": () => "A name between two colons is empty. Engines read such a NodePath as an empty one.",
  "mark-in-key": () =>
    "Engines take the byte order mark at the beginning for a part of the first key, with the header before it. Remove the mark.",
  "part-of-key": () => "Engines take this text for a part of the next key. Comments begin with a semicolon.",
  "escape-in-file": () =>
    "In a file, engines read such an escape as another character. Write the character itself.",
  "section-name": (name: string) => `${name} cannot be the name of a section.`,
  "header-needs": (name: string) => `Engines need ${name} in this header.`,
  "attribute-form": (name: string, form: string) => `In this header, ${name} must be ${form}.`,
  "not-read-here": (what: string) => `Engines do not read ${what} here.`,
  "no-main-section": () => "The main section is missing: [resource] or, in a scene, [node].",
  "no-format": () =>
    "Engines take a header without format for one of version 1 (Godot 2), which cannot be read here.",
  "resource-version": (version: number) =>
    `The resource has version ${version} of its format. Those that Godot 3.0 to 4.6 write can be read: save it with one of them.`,
  "id-twice": (id: string | number) => `Two sections have the id ${id}, so a reference could mean either.`,
  "resource-unlisted": (reference: string) => `No section before this one lists ${reference}.`,
  "json-expected": (token: string) => `Expected ${token}.`,
  "json-cut": () => "The text ends too early.",
  "json-leftover": () => "Something is left over after the value.",
  "json-string": () => "The string holds a control character or an unknown escape.",
  "json-open-string": () => "The string has no end.",
  "json-holds": () =>
    "JSON cannot hold that: it has null, true, false, numbers, Strings, Arrays, and Dictionaries whose keys are Strings.",
  "lines-damaged": () => "Pass recover: true to leave out the lines that are damaged.",
  "lines-hold": () => "The first line must be an object or array.",
  "config-holds": () =>
    "A ConfigFile cannot hold that: it consists of sections, and each section of named values other than null. Sections and keys keep their order, and new ones go to the end.",
  "text-lacks": (type: string) => `This form of text holds no ${type}.`,
  "engine-text": () =>
    "Engines read no contents of a Signal from a text, no class names in quotes, no -nan, no Object without a comma after its class, and references only by a text or a number.",
  "not-in-old-text": () => "Godot 3 does not read this text, or reads something else.",
  "old-rid": () => "Texts of Godot 3 hold no RID: it prints nothing for one, and refuses RID().",
  "reference-in-text": () => "Only resource files hold references to resources by an id.",
  "fits-not-declared": () =>
    "Its container declares another type. An engine would convert or drop the entry, or read the container as empty.",
  "resource-holds": () =>
    "Only properties in resource, sub_resources and nodes can be changed. Only text resources gain and lose resources.",
  "resource-field": (field: string) => `Engines do not read such ${an(field)} from this file.`,
  "resource-objects": () => "A resource file holds no Objects but references to the resources that it lists.",
  "resource-used": (id: string) => `This refers to the resource ${id}.`,
  "json-notation": (message: string) => message,
  "type-was": (from: string, to: string) => `It was ${an(from)}, and would become ${an(to)}.`,
  "null-or-nan": () =>
    "Plain JSON has null also for a float that is not a number. To store one of the two in place of another float, change the value itself, or use exact JSON.",
  "not-old-type": (type: string) => `This cannot become the ${type} that was there.`,
  "equal-keys": (name: string) => `Several keys are written as ${name}.`,
  "native-value": () => "A value is null, a bool, a string with a prefix, an array or an object.",
  "native-prefix": () => "A string begins with i:, f:, s:, sn: or np:.",
  "not-in-godot-4": () => "Godot 4 has no such type.",
  "lost-class": (name: string) =>
    `This may be ${an(name)} that lost its class when it was cloned. Pass the clone to restore, or write a Dictionary.`,
  "left-out": (...keys: string[]) =>
    `The schema left out ${list(keys)}, and it is not clear where this belongs. Edit the objects that load returned, or keep unknown keys in the schema.`,
  "schema-message": (message: string) => message,
} as const satisfies Readonly<Record<string, (...args: never[]) => string>>;

/** Identifies a hint. */
export type HintCode = keyof typeof sentences;

/** The arguments of a hint. */
export type HintArgs<Code extends HintCode> = Parameters<(typeof sentences)[Code]>;

interface HintOf<Code extends HintCode> {
  readonly code: Code;
  readonly args: HintArgs<Code>;
  /** The advice in one sentence, in terms of this package's options. */
  readonly text: string;
}

/** Advice that comes with an error: how to solve the problem, or how else the input could be read. */
export type Hint = { readonly [Code in HintCode]: HintOf<Code> }[HintCode];

export function hint<Code extends HintCode>(code: Code, ...args: HintArgs<Code>): Hint {
  const sentence = sentences[code] as (...args: unknown[]) => string;
  const shown = args.map((arg) => (typeof arg === "string" ? excerpt(arg) : arg));
  return { code, args, text: sentence(...shown) } as unknown as Hint;
}
