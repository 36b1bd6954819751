import type { Choice, Refusal } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";

/** Asks what to do with a file that could not be written back. */
export function RefusedDialog({
  name,
  reason,
  mayOverwrite,
  choose,
}: Refusal & { choose(choice: Choice): void }) {
  return (
    <Dialog title={`${name} was not saved`} onClose={() => choose("cancel")}>
      <p>{reason} Nothing was written, and your edits are kept.</p>
      <div class="actions">
        <Button label="Download my version" kind="primary" onClick={() => choose("download")} />
        {mayOverwrite && <Button label="Overwrite it" onClick={() => choose("overwrite")} />}
        <Button label="Cancel" kind="quiet" onClick={() => choose("cancel")} />
      </div>
    </Dialog>
  );
}
