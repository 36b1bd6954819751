// Unsaved edits that a tab left behind, above everything else of the page.
import "./session.css";
import { useState } from "preact/hooks";
import { counted } from "../../../js/describe/amounts.js";
import { attempt } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { discardOffer, FileChanged, offers, restore, startBackups } from "./backups.js";
import type { Backup } from "./kept.js";
import { startRecent } from "./recent.js";

startBackups();
startRecent();

export function SessionNotes() {
  return (
    <>
      {offers.value.map((backup) => (
        <Offer key={backup.id} backup={backup} />
      ))}
    </>
  );
}

function Offer({ backup }: { backup: Backup }) {
  const [problem, setProblem] = useState("");
  const { name, time, edits, drafts } = backup;
  const take = (asCopy: boolean) =>
    attempt(() =>
      restore(backup, asCopy).catch((error) => {
        if (!(error instanceof FileChanged)) throw error;
        setProblem(error.message);
      }),
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
      <Button label="Discard edits" kind="quiet" onClick={() => attempt(() => discardOffer(backup))} />
    </p>
  );
}
