import "./dialogs.css";
import { current, dialog, question, refusal, wayBack } from "../file/state.js";
import { CompareDialog } from "./compare.js";
import { ConvertDialog } from "./convert.js";
import { WayBackDialog } from "./game-elsewhere.js";
import { HelpDialog } from "./help.js";
import { PasteDialog } from "./paste.js";
import { QuestionDialog } from "./question.js";
import { RefusedDialog } from "./refused.js";
import { TypeDialog } from "./type.js";
import { UserFilesDialog } from "./user-files.js";

/** The open dialog, if any. */
export function Dialogs() {
  const file = current.value;
  const close = () => (dialog.value = undefined);
  if (question.value !== undefined) return <QuestionDialog {...question.value} />;
  if (refusal.value !== undefined) return <RefusedDialog {...refusal.value} />;
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
    case "wayback":
      return wayBack.value ? <WayBackDialog program={wayBack.value} onClose={close} /> : null;
    case "type":
      return file?.detail.value ? (
        <TypeDialog
          key={file.detail.value.address.join()}
          file={file}
          detail={file.detail.value}
          onClose={close}
        />
      ) : null;
    default:
      return null;
  }
}
