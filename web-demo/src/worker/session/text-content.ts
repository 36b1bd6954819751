// Contents that are text: JSON, ConfigFile, and the output of var_to_str and JSON.from_native. The page shows and edits their values,
// and writes them back as the same kind of text.

import { type ContainerName, VariantError } from "godot-variant";
import { notationNames } from "../../../../js/describe/files.js";
import { readSavedText, type SavedText } from "../../../../js/texts/saved-text.js";
import type { Lost } from "../../protocol/calls.js";
import type { TextContent } from "./content.js";

const texts: ReadonlySet<ContainerName> = new Set(["config", "project", "json", "text"]);
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The values of a content that is text or a resource; undefined if it contains none. */
export async function transcribedContent(
  content: Uint8Array,
  kind: ContainerName,
): Promise<TextContent | undefined> {
  if (kind !== "rsrc" && kind !== "tres" && kind !== "tscn") return textContent(content, kind);
  const { resourceContent } = await import("./resource-content.js");
  return resourceContent(content);
}

/**
 * The values of a text; undefined if it contains none, as in most text files. Throws for JSON and ConfigFiles that cannot be
 * read, because the place of the error helps to mend them.
 */
function textContent(content: Uint8Array, kind: ContainerName): TextContent | undefined {
  if (!texts.has(kind)) return undefined;
  const text = decoded(content);
  const read = text === undefined ? undefined : readSavedText(text, { recover: true });
  if (text === undefined || read === undefined) return undefined;
  return {
    name: notationNames[read.kind],
    values: read.values,
    hasOneNumber: read.kind === "json" || read.kind === "json-lines",
    lost: lostIn(read, text),
    toContent: (values) => bytesOf(read.write(values)),
  };
}

function decoded(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

function lostIn({ lost }: SavedText, text: string): Lost[] {
  return lost.map(({ offset, length, code, before }) => {
    const start = bytesOf(text.slice(0, offset)).length;
    const end = start + bytesOf(text.slice(offset, offset + length)).length;
    return {
      range: [start, end],
      reason: new VariantError(code).reason,
      path: "",
      address: [Math.max(0, before - 1)],
    };
  });
}
