// Inputs of `batch` that are no files: members of archives, lines, bytes of the caller.
import { safeName } from "../files/names.js";
import type { Found } from "./found.js";

/** An input with a name that somebody else chose. */
export function inMemory(id: string, bytes: Uint8Array): Found {
  const found = { id, from: bytes, isFile: false, size: bytes.length };
  try {
    return { ...found, name: safeName(id) };
  } catch (error) {
    return { ...found, name: id, problem: { error, outcome: "failed" } };
  }
}
