import { counted } from "../../../../js/describe/amounts.js";
import { goToDifference, otherOf, takeOver } from "../../file/comparison.js";
import { oneAtATime } from "../../file/one-at-a-time.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { ChangedBy, Difference, TakenOver } from "../../protocol/output.js";
import { Button } from "../../widgets/button.js";
import { Path } from "../../widgets/path.js";
import { FoundList } from "./list.js";

const takeOnce = oneAtATime();

/** Lists the differences from another file. */
export function DifferencesPane({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  if (shown === undefined) return null;
  const { list, isCut, hasBase, otherName, at } = shown;
  const total = list.length;
  const count = `${isCut ? "more than " : ""}${counted(total, "difference")}`;
  return (
    <FoundList
      label="Differences"
      item="difference"
      title={
        <>
          {total === 0 ? "No differences" : at < 0 ? count : `${at + 1} of ${count}`} from{" "}
          <b>{otherName()}</b>
        </>
      }
      actions={<TakeOver file={file} />}
      headings={hasBase ? ["", "Path", "Base", "Mine", "Theirs"] : undefined}
      items={list}
      at={at}
      onGo={(to) => attempt(() => inTurn(file, () => goToDifference(file, to)))}
      onClose={() => (file.differences.value = undefined)}
      line={(difference) => {
        const { path, here, there, base } = difference;
        const [kind, name] = [wordsFor(difference), path || "value"];
        const title = `Base: ${base || "nothing"}. Mine: ${here || "nothing"}. Theirs: ${there || "nothing"}.`;
        return {
          kind: difference.kind.replace(" ", "-"),
          title: hasBase ? title : undefined,
          cells: (
            <>
              <span class="kind">{kind}</span>
              <span class="path">
                <Path path={name} />
              </span>
              {hasBase && <span class="base">{base}</span>}
              <span class="old">{here}</span>
              <span class="new">{there}</span>
            </>
          ),
        };
      }}
    />
  );
}

type Kind = Exclude<Difference["kind"], "moved">;

/** What happened since the base. */
const done: Readonly<Record<Kind, Readonly<Record<ChangedBy, string>>>> = {
  changed: { you: "you changed", they: "they changed", both: "both changed", unclear: "changed" },
  "only here": { you: "you added", they: "they removed", both: "both changed", unclear: "only here" },
  "only there": { you: "you removed", they: "they added", both: "both changed", unclear: "only there" },
};

const wordsFor = ({ kind, by }: Difference): string =>
  kind === "moved" || by === undefined ? kind : done[kind][by];

function TakeOver({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  const current = shown?.list[shown.at];
  const isOff = current === undefined || current.kind === "moved";
  // Without a value here and in the base, there is nothing to take.
  const isSameAsBase = current?.by === "they" || current?.by === "unclear";
  const take = (what: TakenOver) => () => attempt(() => takeOnce(file, () => takeOver(file, what)));
  return (
    <>
      <Button label="Take theirs" disabled={isOff} onClick={take("theirs")} />
      {shown?.hasBase && <Button label="Take base" disabled={isOff || isSameAsBase} onClick={take("base")} />}
      {otherOf(file) !== undefined && <Button label="Give ours" disabled={isOff} onClick={take("mine")} />}
    </>
  );
}
