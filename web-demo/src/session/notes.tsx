// Unsaved edits that a tab left behind, above everything else of the page.
import "./session.css";
import { useState } from "preact/hooks";
import { counted } from "../../../js/describe/amounts.js";
import { isChanging } from "../file/file-worker.js";
import { oneAtATime } from "../file/one-at-a-time.js";
import { attempt } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { discardOffer, FileChanged, offers, restore, startBackups } from "./backups.js";
import type { Backup } from "./kept.js";
import { startRecent } from "./recent.js";

startBackups();
startRecent();
// Where no service worker keeps the parts of the page, a new build of the site may have others when the person saves.
import("../file/output.js").catch(() => {});

const decideOnce = oneAtATime();

export function SessionNotes() {
  return (
    <>
      {offers.value.map((backup) =>
        isReadable(backup) ? (
          <Offer key={backup.id} backup={backup} />
        ) : (
          <UnreadableOffer key={backup.id} backup={backup} />
        ),
      )}
    </>
  );
}

/** False for a damaged record, and for one of another version of the page that has other parts. */
const isReadable = ({ name, edits, changes, drafts }: Partial<Backup>) =>
  typeof name === "string" &&
  typeof edits === "number" &&
  Array.isArray(drafts) &&
  drafts.every((draft) => Array.isArray(draft?.address)) &&
  Array.isArray(changes) &&
  changes.every((change) => Array.isArray(change?.args) && isChanging(change.name));

function UnreadableOffer({ backup }: { backup: Backup }) {
  return (
    <p class="offer" role="status">
      <span>
        A backup of unsaved edits is damaged, or of another version of this page: close all tabs of the page
        and open it again before you discard it.
      </span>
      <Discard backup={backup} />
    </p>
  );
}

function Discard({ backup }: { backup: Backup }) {
  const discard = () => attempt(() => decideOnce(backup, () => discardOffer(backup)));
  return <Button label="Discard edits" kind="quiet" onClick={discard} />;
}

function Offer({ backup }: { backup: Backup }) {
  const [problem, setProblem] = useState("");
  const { name, time, edits, drafts } = backup;
  const take = (asCopy: boolean) =>
    attempt(() =>
      decideOnce(backup, () =>
        restore(backup, asCopy).catch((error) => {
          if (!(error instanceof FileChanged)) throw error;
          setProblem(error.message);
        }),
      ),
    );
  return (
    <p class="offer" role="status">
      <span>
        <b>{name}</b> has {counted(edits + drafts.length, "unsaved edit")} from{" "}
        {new Date(time).toLocaleString()}.{" "}
        {problem !== "" && <>{problem} The edits fit only the file as it was: open that as a copy.</>}
      </span>
      {problem === "" ? (
        <Button label="Restore edits" kind="primary" onClick={() => take(false)} />
      ) : (
        <Button label="Open as a copy" kind="primary" onClick={() => take(true)} />
      )}
      <Discard backup={backup} />
    </p>
  );
}
