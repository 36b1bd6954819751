import { counted } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import { Button } from "../../widgets/button.js";
import { Path } from "../../widgets/path.js";
import { FoundList } from "./list.js";

/** Lists the bookmarks of a file. */
export function BookmarksPane({ file }: { file: OpenFile }) {
  const { bookmarks } = file;
  const list = bookmarks.list.value;
  const at = bookmarks.at.value;
  return (
    <FoundList
      label="Bookmarks"
      item="bookmark"
      title={
        list.length === 0 ? "No bookmarks. Ctrl+B in the tree sets one." : counted(list.length, "bookmark")
      }
      actions={<Button label="Remove" disabled={at < 0} onClick={() => bookmarks.remove(at)} />}
      items={list}
      at={at}
      onGo={(to) => attempt(() => inTurn(file, () => bookmarks.go(to)))}
      onClose={() => (bookmarks.isOpen.value = false)}
      line={({ path, preview, goneAfter }) => ({
        kind: "bookmark",
        cells: (
          <>
            <span class="kind">{goneAfter === undefined ? "" : "gone"}</span>
            <span class="path">
              <Path path={path || "value"} />
            </span>
            <span>{goneAfter === undefined ? preview : ""}</span>
          </>
        ),
      })}
    />
  );
}
