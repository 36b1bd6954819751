import "./session.css";
import { sizeText } from "../../../js/describe/amounts.js";
import { openHandle } from "../file/handles.js";
import { attempt } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { readable } from "./backups.js";
import type { RecentFile } from "./kept.js";
import { forgetRecent, recentFiles } from "./recent.js";

async function reopen({ name, handle }: RecentFile): Promise<void> {
  await readable(handle).catch((error: Error) => {
    throw new Error(`${name} cannot be opened. ${error.message}`);
  });
  await openHandle(handle);
}

/** The recent files, on the start page. */
export function RecentList() {
  const list = recentFiles.value;
  if (list.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent">
      <header>
        <h2 id="recent">Recent files</h2>
        <Button label="Clear the list" kind="quiet" onClick={() => attempt(() => forgetRecent(...list))} />
      </header>
      <ul>
        {list.map((recent) => (
          <li key={recent.id}>
            <button type="button" onClick={() => attempt(() => reopen(recent))}>
              <b>{recent.name}</b>
              <span>
                {sizeText(recent.size)}, opened {new Date(recent.time).toLocaleString()}
              </span>
            </button>
            <Button
              icon="close"
              label={`Remove ${recent.name} from the list`}
              iconOnly
              kind="quiet"
              onClick={() => attempt(() => forgetRecent(recent))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
