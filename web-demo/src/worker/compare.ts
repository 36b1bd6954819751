// What another file has differently.
import { diff, type Difference as Found, VariantError } from "godot-variant";
import type { Difference, Differences, OpenRequest } from "../protocol.js";
import { addressOf } from "./model.js";
import { valueText } from "./preview.js";
import type { Work } from "./rpc.js";
import { contentOf, type Session } from "./session.js";
import { unpack } from "./unpack.js";

const most = 20_000;
/** So long it goes on before it lets other messages in. */
const slice = 12;

/** Compares frame by frame. Rejects as opening the other file does. */
export async function compared(work: Work, session: Session, request: OpenRequest): Promise<Differences> {
  work.progress({ stage: "Comparing with" });
  const other = await contentOf(await unpack(work, request));
  if (other.lost.length > 0) {
    throw new VariantError("bad-container", {
      hint: "it is damaged: open it, and save what can be read of it",
    });
  }
  const [here, there] = [session.inside.frames.list, other.frames.list];
  if (here.length !== there.length) {
    throw new VariantError("bad-container", {
      hint: `it has ${there.length} values, this file ${here.length}`,
    });
  }
  const list: Difference[] = [];
  let until = performance.now() + slice;
  for (const [frame, { document }] of here.entries()) {
    for (const found of diff(document, (there[frame] as (typeof there)[number]).document)) {
      if (list.length === most) return { list, isCut: true };
      list.push(differenceOf(session, frame, found));
      if (performance.now() < until) continue;
      work.progress({ stage: "Comparing with", count: list.length });
      await work.breathe();
      until = performance.now() + slice;
    }
  }
  return { list, isCut: false };
}

const kinds = { added: "only there", removed: "only here", changed: "changed", moved: "moved" } as const;

function differenceOf({ inside: { frames } }: Session, frame: number, found: Found): Difference {
  const { kind, keys, path, oldValue, newValue, oldType, newType } = found;
  const node = kind === "added" ? undefined : frames.list[frame]?.document.node(keys);
  return {
    kind: kinds[kind],
    path: frames.list.length > 1 ? `value ${frame + 1} ${path}` : path,
    here: oldType === undefined ? "" : valueText(oldType, oldValue),
    there: newType === undefined ? "" : valueText(newType, newValue),
    address: node && [frame, ...addressOf(node)],
  };
}
