import "./session.css";
import { counted, sizeText } from "../../../js/describe/amounts.js";
import { bookmarkedFiles } from "../file/bookmarks.js";
import { openHandle } from "../file/handles.js";
import { oneAtATime } from "../file/one-at-a-time.js";
import { attempt } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { readable } from "./backups.js";
import type { RecentFile } from "./kept.js";
import { clearRecent, recentFiles, removeRecent } from "./recent.js";

const reopenOnce = oneAtATime();

async function reopen({ name, handle }: RecentFile): Promise<void> {
  await readable(handle).catch((error: Error) => {
    throw new Error(`${name} cannot be opened. ${error.message}`);
  });
  await openHandle(handle);
}

/** The recent files, on the start page, and what else the browser keeps of files. */
export function RecentList() {
  const list = recentFiles.value;
  const bookmarked = bookmarkedFiles().length;
  if (list.length === 0 && bookmarked === 0) return null;
  const clear = () => attempt(clearRecent);
  if (list.length === 0)
    return (
      <Button label={`Forget the bookmarks of ${counted(bookmarked, "file")}`} kind="quiet" onClick={clear} />
    );
  return (
    <section class="recent" aria-labelledby="recent">
      <header>
        <h2 id="recent">Recent files</h2>
        <Button
          label={bookmarked === 0 ? "Clear the list" : "Clear the list and all bookmarks"}
          kind="quiet"
          onClick={clear}
        />
      </header>
      <ul>
        {list.map((recent) => (
          <li key={recent.id}>
            <button type="button" onClick={() => attempt(() => reopenOnce(recent, () => reopen(recent)))}>
              <b>{recent.name}</b>
              <span>
                {sizeText(recent.size)}, opened {new Date(recent.time).toLocaleString()}
              </span>
            </button>
            <Button
              icon="close"
              label={`Remove ${recent.name} from the list`}
              kind="icon"
              onClick={() => attempt(() => removeRecent(recent))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
