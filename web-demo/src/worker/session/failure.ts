import { dialectDescriptions, VariantError } from "godot-variant";
import { isInText } from "../../../../js/base/errors.js";
import { elementsText, storedText } from "../../../../js/base/hints.js";
import { type HintWords, hintText } from "../../../../js/describe/problems.js";
import * as protocol from "../../protocol/failures.js";
import type { Failure } from "../../protocol/opening.js";

/** `Godot 4.4` for `godot-4.4` */
const nameOf = (dialect: string) =>
  dialectDescriptions.find(({ name }) => name === dialect)?.label ?? dialect;

const choose = 'Choose it under "Read as".';

/** Hints that name options of the package, in terms of the page's controls. */
const words: HintWords = {
  "fits-dialects": (_framing, ...dialects) =>
    `The bytes form a complete value in ${dialects.map(nameOf).join(", ")}. ${choose}`,
  "store-var-length": () => `The first four bytes look like the length that store_var writes. ${choose}`,
  "frame-longer": () => "The frame is longer than its value.",
  "allow-trailing": () => "",
  "try-load": () => "",
  "allow-objects": () => "",
  "replace-bad-utf8": () => "",
  "several-frames": () => `The bytes are several frames. ${choose}`,
  "framed-twice": () => "The bytes are a frame inside a frame.",
  // The page recovers by itself.
  "try-recover": () => "",
  "name-dialect": () => 'Choose the dialect under "Read as".',
  "closest-reading": (dialect, _code, reason) => `As ${nameOf(dialect)}: ${reason}`,
  improbable: (dialect) => `Only an improbable value of ${nameOf(dialect)} fits. ${choose}`,
  "raise-limit": (limit) =>
    limit === "depth" ? "The page does not take data so deep." : "The page does not take data of this size.",
  "raise-limit-to": () => "The page does not open files that unpack to so much.",
  "frame-limit": (length) => `The page does not open frames of ${length} bytes.`,
  "frame-byte-order": (_length, order) => `Its length may be ${order}-endian. ${choose}`,
  "no-compression": (compression) => `This browser has no ${compression}.`,
  "no-webassembly": () => "This browser has no WebAssembly.",
  "compile-refused": () => "The browser refused to compile it.",
  "other-build": () => "Reload the page.",
  "call-init": () => "Reload the page.",
  "pass-wasm-bytes": () => "Reload the page.",
  "give-secret": () => "Enter its password or key.",
  "key-exists": () => "This key exists already.",
  "no-end": (type) => `A value of a ${type} needs a key.`,
  "lost-class": (name) => `This may be a ${name} that lost its class.`,
  "pass-type": (type) => `The value cannot become a ${type}.`,
  "stale-node": () => "The file has changed. Try again.",
  "place-takes": (type, declared) => storedText(type, declared),
  "element-takes": elementsText,
  "dialect-lacks": (dialect, type) => `${nameOf(dialect)} has no ${type}.`,
  "dialect-ints": (dialect) => `An int of ${nameOf(dialect)} has 32 bits.`,
  "full-objects": () => "",
  "use-insert": () => "There is no value at this path.",
};

/** An error in the form that crosses between page and worker. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof VariantError)) return protocol.failureOf(error);
  const { code, reason, path } = error;
  // The hint of an error in a text has the line and the column.
  const offset = isInText(error.hints) ? undefined : error.offset;
  const hint = hintText(error, words);
  // The code of such an error stands for any path that leads nowhere.
  if (error.hints.some(({ code }) => code === "key-exists"))
    return { code, text: hint, hint: "", path, offset };
  return { code, text: reason, hint, path, offset };
}
