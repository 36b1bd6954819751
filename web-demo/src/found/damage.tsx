import type { OpenFile } from "../open-file.js";
import type { Opened } from "../protocol.js";
import { attempt } from "../state.js";
import { FoundList } from "./list.js";

/** What of a damaged file could not be read, and why. */
export function DamagePane({ file, info }: { file: OpenFile; info: Opened }) {
  const { lost, originalSize } = info;
  const at = file.damage.value;
  if (at === undefined) return null;
  const bytes = lost.reduce((sum, { range }) => sum + range[1] - range[0], 0);
  return (
    <FoundList
      label="Damage"
      item="damage"
      title={
        <>
          <b>This file is damaged.</b> {bytes.toLocaleString("en-US")} of its{" "}
          {originalSize.toLocaleString("en-US")} bytes could not be read and are left out; saving it saves
          what could.
        </>
      }
      items={lost}
      at={at}
      onGo={(to) => attempt(() => file.goToDamage(to))}
      onClose={() => (file.damage.value = undefined)}
      line={({ range, text, path }) => ({
        kind: "damage",
        cells: (
          <>
            <span class="kind">byte {range[0].toLocaleString("en-US")}</span>
            <span class="path">{path || "value"}</span>
            <span class="old">{countText(range[1] - range[0])}</span>
            <span class="reason">{text}</span>
          </>
        ),
      })}
    />
  );
}

function countText(count: number): string {
  return count === 0
    ? "the end is missing"
    : `${count.toLocaleString("en-US")} ${count === 1 ? "byte" : "bytes"}`;
}
