// The bytes between values. Loaded only for a file with other data between them.
import { gapsBetween } from "../../../../js/frames/gaps.js";
import type { Noted } from "../../protocol/opening.js";
import type { Content } from "./content.js";
import { note } from "./noted.js";

export function gapsIn({ values, starts, size }: Content): Noted[] {
  const frames = values.map(({ reader }, i) => ({ offset: starts[i] as number, length: reader.size }));
  const noted: Noted[] = [];
  for (const { offset, length } of gapsBetween(frames, size))
    note(noted, { code: "bytes-between" }, () => ({ path: "", offset, length }));
  return noted;
}
