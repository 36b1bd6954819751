// Prints errors, warnings and losses.
import { isInText } from "../../base/errors.js";
import { elementsText, storedText } from "../../base/hints.js";
import type { BatchResult } from "../../batch/index.js";
import { counted } from "../../describe/amounts.js";
import {
  type HintWords,
  hintText,
  lossText,
  placed,
  placeText,
  warningText,
} from "../../describe/problems.js";
import { lineAt } from "../../forms/text-scanner.js";
import type { ErrorCode, Loss, VariantError, Warning } from "../../index.js";
import { visible, visibleLines } from "./text.js";

/** At most this many notes of a kind are printed; the rest are counted. */
const mostNotes = 50;

/** Hints in terms of the command line's options. */
const words: HintWords = {
  "fits-dialects": (framing, ...dialects) => {
    const bytes =
      framing === "none"
        ? "These bytes form a complete value"
        : "With --framing store_var, these bytes form complete values";
    return `${bytes} in ${dialects.join(", ")}.`;
  },
  "store-var-length": () =>
    "The first four bytes look like the length that store_var writes. Use --framing store_var.",
  "several-frames": (count, ...dialects) =>
    `These bytes are ${count} frames of ${dialects.join(", ")}. Use --framing store_var.`,
  "framed-twice": (...dialects) =>
    `These bytes are a frame inside a frame, of ${dialects.join(", ")}. Read the bytes after the first four with --framing store_var.`,
  "allow-objects": () => "Use --allow-objects to read Objects as inert data.",
  "frame-longer": () => "The frame is longer than its value. --allow-trailing drops the rest of each frame.",
  "allow-trailing": () => "Use --allow-trailing to read only the first value.",
  "try-load": () => "Leave out --framing to find out what is in the file.",
  "replace-bad-utf8": () => "Use --bad-utf8 replace to read such text with U+FFFD.",
  "name-dialect": () => "Use --dialect to settle it.",
  "try-recover": () => "`godot-variant recover FILE` writes what is whole.",
  "lines-damaged": () => "`godot-variant recover FILE` leaves out the lines that are damaged.",
  "file-kind": (kind) => sentence(kind.replace(readElsewhere, ", which this command does not take")),
  "raise-limit": (limit) => `Raise ${optionOf(limit)} if you trust the file.`,
  "raise-limit-to": (limit, now, needed) =>
    `${optionOf(limit)} is ${now} for this file. Use ${optionOf(limit)} ${needed} if you trust it.`,
  "give-secret": () => "Use --password-file FILE, --password-prompt or --key-file FILE.",
  "frame-limit": (length, limit) => `The frame has ${length} bytes; --limit-frame-bytes is ${limit}.`,
  "frame-byte-order": (length, order) =>
    `The frame has ${length} bytes, unless its length is ${order}-endian. Use --framing store_var${order === "big" ? "_big_endian" : ""}.`,
  "no-end": (type) => `A ${type} has no end. Use add with a key.`,
  "place-takes": (type, declared) => `${storedText(type, declared)} Use --type to change the type.`,
  "element-takes": elementsText,
  "full-objects": () => "Use --allow-objects to write Objects with their properties.",
  "use-insert": () => "There is no value at this path. Use add or append to add one.",
};

/** How to read a file with the library, where only other commands read it. */
export const readElsewhere = /, which (?:readSavedText|readResource|ConfigFile).* opens$/;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** `decompressedBytes` becomes `--limit-decompressed-bytes`. */
function optionOf(limit: string): string {
  return `--limit-${limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `code: The problem (at byte 32 = 0x20, path hp[1], read as godot-4). The advice.` */
export function errorText(error: VariantError): string {
  const { code, reason, offset, path, dialect } = error;
  // The hint of an error in a text has the line and the column.
  const place = placeText({ offset: isInText(error.hints) ? undefined : offset, path: visible(path) });
  const reading = dialect === undefined ? "" : `read as ${dialect}`;
  const sentence = place === "" ? reason : placed(reason, [place, reading].filter(Boolean).join(", "));
  return `${code}: ${sentence} ${visible(hintText(error, words))}`.trimEnd();
}

/** The message of an error that `batch` reports, with the advice at its end in terms of the command line's options. */
export function messageFor({ code = "", message = code, hints = [] }: BatchResult): string {
  const advice = hints.map(({ text }) => text).join(" ");
  if (advice === "" || !message.endsWith(advice)) return message;
  return message.slice(0, -advice.length) + hintText({ code: code as ErrorCode, hints }, words);
}

let label = "";

/** Begins the following notes with the name of a file; undefined for no name. */
export function labelNotes(file: string | undefined): void {
  label = file === undefined ? "" : `${file}: `;
}

/** Prints a line to standard error. */
export function say(text: string): void {
  process.stderr.write(`godot-variant: ${visibleLines(label + text)}\n`);
}

/** `text` is what an offset counts in; without one, bytes. */
export function warningLine(warning: Warning, text?: string): string {
  const { code, offset, path, from, to } = warning;
  const place = { code, offset, path: visible(path) };
  const whole = from === undefined || to === undefined ? place : { ...place, from, to };
  if (text === undefined) return warningText(whole);
  return warningText(whole, (offset) => {
    const [line, column] = lineAt(text, offset);
    return `line ${line}, column ${column}`;
  });
}

/** Prints the first warnings to standard error, and how many more there are. */
export function sayWarnings(warnings: readonly Warning[], text?: string): void {
  sayNotes("warning", warnings, (warning) => warningLine(warning, text));
}

/** Prints the first losses to standard error, and how many more there are. */
export function sayLosses(losses: readonly Loss[]): void {
  const text = ({ code, offset, path, from, to }: Loss) =>
    lossText({ code, offset, path: visible(path), from, to });
  sayNotes("loss", losses, text);
}

/** The same for losses of which no place in the bytes of a file is known. */
export function sayPlaceless(losses: readonly Omit<Loss, "offset">[]): void {
  sayLosses(losses.map((loss) => ({ ...loss, offset: undefined }) as unknown as Loss));
}

function sayNotes<Note extends Warning | Loss>(
  kind: "warning" | "loss",
  notes: readonly Note[],
  text: (note: Note) => string,
): void {
  for (const note of notes.slice(0, mostNotes)) say(`${kind}: ${text(note)}`);
  if (notes.length <= mostNotes) return;
  const plural = kind === "loss" ? "more losses" : "more warnings";
  const all = notes.reduce((sum, { count = 1 }) => sum + count, 0);
  say(`… and ${counted(all - mostNotes, `more ${kind}`, plural)}`);
}
