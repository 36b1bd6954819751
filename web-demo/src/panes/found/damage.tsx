import { counted, grouped } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { Opened } from "../../protocol/opening.js";
import { Path } from "../../widgets/path.js";
import { FoundList } from "./list.js";

/** Lists the bytes of a damaged file that could not be read, and why. */
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
          <b>This file is damaged.</b> {grouped(bytes)} of its {grouped(originalSize)} bytes could not be
          read. Saving leaves them out.
        </>
      }
      items={lost}
      at={at}
      onGo={(to) => attempt(() => inTurn(file, () => file.goToDamage(to)))}
      onClose={() => (file.damage.value = undefined)}
      line={({ range, reason, path }) => ({
        kind: "damage",
        cells: (
          <>
            <span class="kind">byte {grouped(range[0])}</span>
            <span class="path">
              <Path path={path || "value"} />
            </span>
            <span class="old">
              {range[0] === range[1] ? "the end is missing" : counted(range[1] - range[0], "byte")}
            </span>
            <span class="reason">{reason}</span>
          </>
        ),
      })}
    />
  );
}
