import { useRef } from "preact/hooks";
import { attempt, openSource } from "../file/state.js";
import { bytesOfText } from "../open/paste.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";

export function PasteDialog({ onClose }: { onClose: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const open = () => {
    const text = area.current?.value ?? "";
    if (text.trim() === "") return area.current?.focus();
    onClose();
    void attempt(() => openSource({ name: "pasted", blob: new Blob([bytesOfText(text)]) }));
  };
  return (
    <Dialog title="Paste" onClose={onClose}>
      <label class="field">
        <span>Bytes as hexadecimal digits, base64 or a PackedByteArray</span>
        <textarea ref={area} rows={8} spellcheck={false} placeholder="1b000000 01000000 04000000 …" />
      </label>
      <div class="actions">
        <Button label="Open" kind="primary" onClick={open} />
        <Button label="Cancel" kind="quiet" onClick={onClose} />
      </div>
    </Dialog>
  );
}
