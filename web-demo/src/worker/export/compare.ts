// Compares the file with another one.

import { diff, type Difference as Found } from "godot-variant";
import { counted } from "../../../../js/describe/amounts.js";
import type { Difference, Differences, OpenRequest } from "../../protocol/calls.js";
import type { Task } from "../../protocol/serve.js";
import type { TopValue } from "../session/content.js";
import { insideOf, type Session } from "../session/session.js";
import { unpack } from "../session/unpack.js";
import { valueText } from "../tree/preview.js";
import { addressOf } from "../tree/tree-node.js";

const most = 20_000;
/** Milliseconds until the comparison lets the worker handle other messages. */
const slice = 12;

/** Compares the files value by value. Rejects with the errors of opening the other file. */
export async function compared(task: Task, session: Session, request: OpenRequest): Promise<Differences> {
  task.progress({ stage: "Comparing" });
  const other = await insideOf(await unpack(task, request));
  if (other.lost.length > 0) {
    throw new Error("The file is damaged. Open it, save its readable values, and compare with those.");
  }
  const [here, there] = [session.inside.content.values, other.content.values];
  if (here.length !== there.length) {
    throw new Error(`It has ${counted(there.length, "value")}, and this file has ${here.length}.`);
  }
  const list: Difference[] = [];
  let until = performance.now() + slice;
  for (const [top, { document }] of here.entries()) {
    for (const found of diff(document, (there[top] as (typeof there)[number]).document)) {
      if (list.length === most) return { list, isCut: true };
      list.push(differenceOf(here, top, found));
      if (performance.now() < until) continue;
      task.progress({ stage: "Comparing", count: list.length });
      await task.breathe();
      until = performance.now() + slice;
    }
  }
  return { list, isCut: false };
}

const kinds = { added: "only there", removed: "only here", changed: "changed", moved: "moved" } as const;

function differenceOf(values: readonly TopValue[], top: number, found: Found): Difference {
  const { kind, keys, path, oldValue, newValue, oldType, newType } = found;
  const node = kind === "added" ? undefined : values[top]?.document.node(keys);
  return {
    kind: kinds[kind],
    path: values.length > 1 ? `value ${top + 1} ${path}` : path,
    here: oldType === undefined ? "" : valueText(oldType, oldValue),
    there: newType === undefined ? "" : valueText(newType, newValue),
    address: node && [top, ...addressOf(node)],
  };
}
