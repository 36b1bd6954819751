// Contents that are text: JSON, ConfigFile, and the output of var_to_str and JSON.from_native. The page shows and edits their values,
// and writes them back as the same kind of text.

import {
  type ContainerName,
  type Variant,
  type VariantArray,
  VariantError,
  type Warning,
} from "godot-variant";
import { notationNames, textContainers } from "../../../../js/describe/files.js";
import { type StoredText, storedBytes, storedText } from "../../../../js/forms/stored-text.js";
import { kindOf } from "../../../../js/table/type-kinds.js";
import type { SavedText } from "../../../../js/texts/api.js";
import { placesAfter } from "../../../../js/texts/line-places.js";
import { readSavedText } from "../../../../js/texts/saved-text.js";
import type { Lost } from "../../protocol/opening.js";
import type { TextContent } from "./content.js";
import { documentOf } from "./documents.js";
import type { TopValue } from "./top-value.js";

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
  if (!textContainers.has(kind)) return undefined;
  const warnings: Warning[] = [];
  const read = readSavedText(content, { recover: true, onWarning: (warning) => warnings.push(warning) });
  if (read === undefined) return undefined;
  const about = { name: notationNames[read.kind], lost: lostIn(read, content), warnings };
  const ofJson = { hasOneNumber: true };
  if (read.kind !== "json-lines")
    return {
      ...about,
      ...(read.kind === "json" && ofJson),
      values: read.values,
      toContent: (values) => read.writeBytes(values),
    };
  // As one Array, lines can be added, removed and moved as any values can.
  return {
    ...about,
    ...ofJson,
    values: [read.values as Variant[]],
    toContent([lines], [top]) {
      if (kindOf(lines) !== "Array" || (lines as VariantArray).elementType !== undefined)
        throw new Error("JSON lines are an Array without a type.");
      const places = placesAfter(documentOf(top as TopValue).changes(), read.values.length);
      return read.writeBytes(lines as Variant[], places);
    },
  };
}

function lostIn({ kind, lost }: SavedText, content: Uint8Array): Lost[] {
  if (lost.length === 0) return [];
  const { text, surrogates } = storedText(content) as StoredText;
  return lost.map(({ offset, length, code, before }) => {
    const start = storedBytes(text.slice(0, offset), surrogates).length;
    const end = start + storedBytes(text.slice(offset, offset + length), surrogates).length;
    return {
      range: [start, end],
      reason: new VariantError(code).reason,
      path: "",
      address: kind === "json-lines" ? [0, Math.max(0, before - 1)] : [0],
    };
  });
}
