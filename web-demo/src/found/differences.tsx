import type { OpenFile } from "../open-file.js";
import { attempt } from "../state.js";
import { FoundList } from "./list.js";

/** What another file has differently, one after the other. */
export function DifferencesPane({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  if (shown === undefined) return null;
  const { list, isCut, other, at } = shown;
  const total = list.length;
  const count = `${isCut ? "more than " : ""}${total.toLocaleString("en-US")} ${total === 1 ? "difference" : "differences"}`;
  return (
    <FoundList
      label="Differences"
      item="difference"
      title={
        <>
          {total === 0 ? "No difference" : at < 0 ? count : `${at + 1} of ${count}`} from <b>{other}</b>
        </>
      }
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
