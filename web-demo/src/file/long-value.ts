import type { Detail } from "../protocol/rows.js";

/** Goes to the field for a value that is too long to be edited in its line, or throws an error that says what else to do. */
export function editElsewhere({ shown }: Detail): void {
  if (shown.kind === "container") return;
  if (shown.kind === "text" && !shown.cut) {
    const area = document.querySelector<HTMLElement>(".detail textarea");
    area?.focus();
    if (area === null || area !== document.activeElement)
      throw new Error("This text is too long to be edited in its line. Edit it under “detail”.");
    return;
  }
  const instead =
    shown.kind === "bytes"
      ? "Type over its bytes, or choose “Replace by a file” in its menu."
      : "Type over its bytes; or copy it, change the text in an editor, and paste it as a new value.";
  throw new Error(`This value is too long to be edited as text. ${instead}`);
}
