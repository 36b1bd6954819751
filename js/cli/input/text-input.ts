// Reads a file that should be text.
import { containerText } from "../../describe/files.js";
import { type Candidate, detect } from "../../index.js";
import { Failure } from "../output/failure.js";
import { nameOf } from "./files.js";

/**
 * Decodes UTF-8 and drops a byte order mark. Throws a Failure for bytes that are no text, which says what they look like.
 * `inverse` is the command that prints such bytes as the text that is expected here.
 */
export function textIn(bytes: Uint8Array, file: string, inverse: string): string {
  // No notation of values has a NUL, and almost every binary file has some.
  const nul = bytes.indexOf(0);
  const text = nul < 0 ? utf8In(bytes) : undefined;
  if (text !== undefined) return text;
  const problem = nul < 0 ? "is not valid UTF-8" : `holds a NUL (at byte ${nul})`;
  const [likeliest] = detect(bytes);
  const advice = likeliest === undefined ? "" : ` ${adviceFor(likeliest, inverse)}`;
  throw new Failure(`${nameOf(file)}: Expected text, but the file ${problem}.${advice}`);
}

function adviceFor({ container, framing, reasons }: Candidate, inverse: string): string {
  const [about = ""] = reasons;
  if (framing !== undefined || containerText(container) !== undefined)
    return `It looks like binary Variants, which \`${inverse} FILE\` prints.`;
  return `I${about.slice(1)}.`;
}

/** Decodes UTF-8 and drops a byte order mark; undefined for other bytes. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
