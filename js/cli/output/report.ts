import { byteText, counted } from "../../describe/amounts.js";
import type { Loss, VariantError, Warning } from "../../index.js";
import { errorSentences, lossSentences, warningSentences } from "../../table/table.gen.js";
import { visible } from "./text.js";

/** At most this many notes of a kind are printed; the rest are counted. */
const mostNotes = 50;

const secretOptions = "use --password-env NAME, --password-prompt or --key HEX";

/** What to do about an error that brings no hint of its own. */
const remedies: Partial<Record<VariantError["code"], string>> = {
  "object-not-allowed": "use --allow-objects",
  "password-required": secretOptions,
};

/** Options of the library as they are called here. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/pass framing: "store_var"/g, "use --framing store_var"],
  [/pass allowObjects: true/g, "use --allow-objects"],
  [/pass allowTrailing: true/g, "use --allow-trailing"],
  [/name the dialect/g, "name it with --dialect"],
  [/pass password or key/g, secretOptions],
  [/see the option bigEndian/g, "see --framing store_var_big_endian"],
  [/limits\.frameBytes/g, "--limit-frame-bytes"],
  [/limits\.decompressedBytes/g, "--limit-decompressed-bytes"],
];

/** An error about a value or its bytes, for people. */
export function errorText(error: VariantError): string {
  const { code, offset, path, dialect } = error;
  const hint = error.hint ?? remedies[code];
  const lines = [`${code}: ${errorSentences[code]}`];
  if (offset !== undefined) lines.push(`at:   ${byteText(offset)}`);
  if (path !== "") lines.push(`path: ${visible(path)}`);
  if (dialect !== undefined) lines.push(`read: as ${dialect}`);
  if (hint !== undefined) lines.push(`hint: ${visible(inOptionsHere(hint))}`);
  return lines.join("\n  ");
}

function inOptionsHere(hint: string): string {
  return spoken.reduce((text, [pattern, words]) => text.replace(pattern, words), hint);
}

/** A warning on one line. */
export function warningText({ code, offset, path }: Warning): string {
  return `${code} at ${byteText(offset)}${inPath(path)}: ${warningSentences[code]}`;
}

/** A loss of a conversion on one line. */
export function lossText({ code, offset, path, from, to }: Loss): string {
  const types = from === to ? from : `${from} → ${to}`;
  return `${code} at ${byteText(offset)}${inPath(path)}: ${types}: ${lossSentences[code]}`;
}

function inPath(path: string): string {
  return path === "" ? "" : `, ${visible(path)}`;
}

/** Prints a line to standard error. */
export function say(text: string): void {
  process.stderr.write(`godot-variant: ${text}\n`);
}

/** Prints the first notes to standard error, and how many more there are. */
export function sayNotes<Note>(
  kind: "warning" | "loss",
  notes: readonly Note[],
  text: (note: Note) => string,
): void {
  for (const note of notes.slice(0, mostNotes)) say(`${kind}: ${text(note)}`);
  if (notes.length > mostNotes)
    say(
      `… and ${counted(notes.length - mostNotes, `more ${kind}`, kind === "loss" ? "more losses" : "more warnings")}`,
    );
}
