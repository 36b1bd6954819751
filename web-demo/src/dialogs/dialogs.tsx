import "./dialogs.css";
import { current, dialog, refusal } from "../file/state.js";
import { CompareDialog } from "./compare.js";
import { ConvertDialog } from "./convert.js";
import { HelpDialog } from "./help.js";
import { PasteDialog } from "./paste.js";
import { RefusedDialog } from "./refused.js";
import { UserFilesDialog } from "./user-files.js";

/** The open dialog, if any. */
export function Dialogs() {
  const file = current.value;
  const close = () => (dialog.value = undefined);
  switch (dialog.value) {
    case "paste":
      return <PasteDialog onClose={close} />;
    case "help":
      return <HelpDialog onClose={close} />;
    case "userfs":
      return <UserFilesDialog onClose={close} />;
    case "compare":
      return file ? <CompareDialog file={file} onClose={close} /> : null;
    case "convert":
      return file ? <ConvertDialog file={file} onClose={close} /> : null;
    case "refused":
      return refusal.value ? <RefusedDialog {...refusal.value} /> : null;
    default:
      return null;
  }
}
