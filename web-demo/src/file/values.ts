// What is done with the selected values: copy, paste, move, delete. Loaded when it is first needed.
import { counted } from "../../../js/describe/amounts.js";
import type { Clip, OnClash } from "../protocol/edits.js";
import type { Address, Siblings, Spot } from "../protocol/places.js";
import { isContainer, isKeyed } from "../values/types.js";
import { clipboardText, type Put } from "./clipboard.js";
import type { OpenFile } from "./open-file.js";
import { selectedValues } from "./selected-values.js";
import { countOf } from "./selection.js";
import { ask, say } from "./state.js";
import { inTurn } from "./turns.js";

/** The values that were copied last, in any file of the page. */
let lastClip: Clip | undefined;

const plain = (text: string) => text.replaceAll("\r\n", "\n");

function chosen(file: OpenFile): Siblings {
  const siblings = selectedValues(file);
  if (siblings === undefined) throw new Error("No value is selected.");
  return siblings;
}

/** Copies the selected values, also for other programs, and removes them if they are cut. */
export async function copyValues(
  file: OpenFile,
  put: Put,
  isCut = false,
  siblings = chosen(file),
): Promise<void> {
  const clip = await file.call("copyValues", siblings);
  lastClip = clip;
  const done = `${isCut ? "Cut" : "Copied"} ${counted(clip.count, "value")}`;
  const written = put(clip.text).then(
    () => done,
    () => `${done}, for this page only: the browser refused its clipboard.`,
  );
  // While the browser asks whether the page may write, the person goes on.
  if (isCut) await file.edit({ kind: "delete", siblings });
  void written.then(say);
}

export async function deleteValues(file: OpenFile, siblings = chosen(file)): Promise<void> {
  await file.edit({ kind: "delete", siblings });
  say(`Deleted ${counted(countOf(siblings), "value")}`);
}

export async function duplicateValues(file: OpenFile, siblings = chosen(file)): Promise<void> {
  await file.edit({ kind: "duplicate", siblings });
  say(`Duplicated ${counted(countOf(siblings), "value")}`);
}

/** Where pasted values go: into an open or an empty container, otherwise after the selected value. */
async function spotOf(file: OpenFile, inside?: boolean): Promise<Spot> {
  const { container, ranges } = chosen(file);
  const row = file.selected.value?.row ?? 0;
  const line = await file.rows.now(row);
  const isPlace = line !== undefined && (isContainer(line.type) || isKeyed(line.type) || line.children > 0);
  const isOpen = isPlace && file.several.value === undefined && (line.isExpanded || line.children === 0);
  if (isPlace && (inside ?? (isOpen || container.length === 0)))
    return { container: line.address, position: line.children };
  if (container.length === 0) throw new Error("Values are pasted into a container.");
  return { container, position: ranges.at(-1)?.[1] as number };
}

/** The values that a text of the clipboard stands for. */
const clipOf = (text: string): Clip | string =>
  lastClip !== undefined && plain(lastClip.text) === plain(text) ? lastClip : text;

/** @param text What the clipboard holds. */
export async function pasteText(file: OpenFile, text: string, inside?: boolean): Promise<void> {
  await paste(file, clipOf(text), await spotOf(file, inside));
}

/**
 * Pastes what the clipboard holds, or what was copied in this page if the browser does not tell, where the selected values are now: the
 * browser may ask first.
 */
export async function pasteValues(file: OpenFile, inside?: boolean): Promise<void> {
  const read = clipboardText().then(clipOf, (error) => {
    if (lastClip === undefined) throw error;
    return lastClip;
  });
  read.catch(() => {});
  const [spot, moment] = await inTurn(
    file,
    async () => [await spotOf(file, inside), file.moments.now] as const,
  );
  const clip = await read;
  await inTurn(file, () => paste(file, clip, file.moments.spot(spot, moment)));
}

async function paste(file: OpenFile, clip: Clip | string, to: Spot): Promise<void> {
  const onClash = await decided(file, clip, to.container);
  if (onClash === undefined) return;
  const losses = await file.call("losses", clip, to.container);
  await file.edit({ kind: "paste", clip, to, onClash });
  const done = `Pasted ${counted(typeof clip === "string" ? 1 : clip.count, "value")}`;
  say([done, ...losses].join(". "), losses.length > 0);
}

/** Moves the selected values to another place. */
export async function moveValues(file: OpenFile, to: Spot, siblings = chosen(file)): Promise<void> {
  const onClash = await decided(file, siblings, to.container);
  if (onClash === undefined) return;
  await file.edit({ kind: "move", siblings, to, onClash });
}

/** Moves the selected values among their siblings, out of their container or into the one before them. */
export async function moveBy(
  file: OpenFile,
  way: "up" | "down" | "out" | "in",
  siblings = chosen(file),
): Promise<void> {
  const { container, ranges } = siblings;
  const [first, last] = [ranges[0]?.[0] as number, ranges.at(-1)?.[1] as number];
  // Moved nowhere, a top-level value is refused with the reason.
  if (container.length === 0) return moveValues(file, { container, position: 0 }, siblings);
  if (way === "out") {
    if (container.length < 2) return;
    const position = (container.at(-1) as number) + 1;
    return moveValues(file, { container: container.slice(0, -1), position }, siblings);
  }
  const before: Address = [...container, first - 1];
  if (way === "in") {
    if (first === 0) return;
    const { shown } = await file.call("detail", before);
    if (shown.kind !== "container") throw new Error("The value above is not a container.");
    return moveValues(file, { container: before, position: shown.count }, siblings);
  }
  const { siblings: count } = await file.call("detail", [...container, first]);
  if (way === "up" ? first > 0 : last < count)
    return moveValues(file, { container, position: way === "up" ? first - 1 : last + 1 }, siblings);
}

/** What happens to keys that exist already; undefined to stop. */
async function decided(
  file: OpenFile,
  values: Siblings | Clip | string,
  container: Address,
): Promise<OnClash | undefined> {
  const keys = await file.call("clashes", values, container);
  if (keys.length === 0) return "refuse";
  const named = keys.slice(0, 5).join(", ") + (keys.length > 5 ? ", …" : "");
  const answer = await ask({
    title: keys.length === 1 ? `The key ${named} exists already` : `${keys.length} keys exist already`,
    text: `The container already has a value for ${named}. Keeping both gives the new one another key.`,
    answers: ["Keep both", "Replace", "Cancel"],
  });
  if (answer === "Cancel") return undefined;
  return answer === "Replace" ? "replace" : "rename";
}
