// `Document.find` with a text.
import { TextEncoder } from "../../base/text-coders.js";
import { type DocumentNode, nodeAt } from "./node.js";
import type { Reader } from "./reader.js";

const encoder = new TextEncoder();
/** What a content may have and its bytes not: separators of a NodePath, and what invalid UTF-8 becomes. */
const isOtherInBytes = /[/:\ufffd\ud800-\udfff]/;

/** Yields the values whose key or content contains a text, in document order. */
export function* findText(
  reader: Reader,
  all: Iterable<DocumentNode>,
  text: string,
): Generator<DocumentNode> {
  const holds = (node: DocumentNode) => {
    const { key } = node;
    if (typeof key === "string" && key.includes(text)) return true;
    return (
      /^(String|StringName|NodePath|Signal|PackedStringArray)$/.test(node.type) &&
      textsOf(node).some((content) => content.includes(text))
    );
  };
  if (reader.edited || text === "" || isOtherInBytes.test(text)) {
    for (const node of all) if (holds(node)) yield node;
    return;
  }
  const needle = encoder.encode(text);
  const { bytes } = reader.source;
  let last: DocumentNode | undefined;
  for (
    let at = bytes.indexOf(needle[0] as number);
    at >= 0;
    at = bytes.indexOf(needle[0] as number, at + 1)
  ) {
    if (needle.some((byte, i) => bytes[at + i] !== byte)) continue;
    const node = nodeAt(reader, at);
    if (node === undefined || (last !== undefined && node.offset === last.offset)) continue;
    last = node;
    if (holds(node)) yield node;
  }
}

function textsOf(node: DocumentNode): readonly string[] {
  const value = node.value("exact") as { data?: string[]; text?: string; name?: string };
  return value.data ?? [value.text ?? value.name ?? String(value)];
}
