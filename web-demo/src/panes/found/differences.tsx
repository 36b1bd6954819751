import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { Button } from "../../widgets/button.js";
import { FoundList } from "./list.js";

/** Lists the differences from another file. */
export function DifferencesPane({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  if (shown === undefined) return null;
  const { list, isCut, other, at } = shown;
  const total = list.length;
  const count = `${isCut ? "more than " : ""}${counted(total, "difference")}`;
  return (
    <FoundList
      label="Differences"
      item="difference"
      title={
        <>
          {total === 0 ? "No differences" : at < 0 ? count : `${at + 1} of ${count}`} from <b>{other}</b>
        </>
      }
      actions={<TakeOver file={file} />}
      items={list}
      at={at}
      onGo={(to) => attempt(() => file.goToDifference(to))}
      onClose={() => (file.differences.value = undefined)}
      line={({ kind, path, here, there }) => ({
        kind: kind.replace(" ", "-"),
        cells: (
          <>
            <span class="kind">{kind}</span>
            <span class="path">{path || "value"}</span>
            <span class="old">{here}</span>
            <span class="new">{there}</span>
          </>
        ),
      })}
    />
  );
}

function TakeOver({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  const current = shown?.list[shown.at];
  const isOff = current === undefined || current.kind === "moved";
  return (
    <>
      <Button label="Take theirs" disabled={isOff} onClick={() => attempt(() => file.takeOver("here"))} />
      {shown?.file !== undefined && (
        <Button label="Give ours" disabled={isOff} onClick={() => attempt(() => file.takeOver("there"))} />
      )}
    </>
  );
}
