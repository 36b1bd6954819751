import type { ComponentChildren } from "preact";
import { stepsOf } from "../../../js/base/path-steps.js";

/** Before it, all letters are written from left to right. */
const mayTurn = /[\u0590-\u{10ffff}]/u;

/**
 * A path of a value. Keys that are written from right to left would change places around a dot, as neighbors do, so each is
 * isolated. That adds no letters to what is copied.
 */
export function Path({ path }: { readonly path: string }) {
  if (!mayTurn.test(path)) return <>{path}</>;
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { text, start, end } of stepsOf(path)) {
    const isBracketed = path[start] === "[";
    const from = isBracketed ? start + 1 : end - text.length;
    parts.push(path.slice(at, from), <bdi key={start}>{text}</bdi>);
    at = from + text.length;
  }
  const rest = path.slice(at);
  parts.push(mayTurn.test(rest) ? <bdi key={at}>{rest}</bdi> : rest);
  return <>{parts}</>;
}
