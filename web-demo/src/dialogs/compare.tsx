import { useRef, useState } from "preact/hooks";
import { failureOf, type OpenFile, type Source } from "../open-file.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { files } from "../state.js";

/** Chooses what to compare a file with: another open one, or one from the disk. */
export function CompareDialog({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const others = files.value.filter((other) => other !== file && other.info.value !== undefined);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const compare = async (source: Source, password = source.password) => {
    setProblem("");
    try {
      await file.compare(source, password ?? file.how.password);
      onClose();
    } catch (error) {
      const { text, hint } = failureOf(error);
      setProblem(`${source.name}: ${hint === "" ? text : hint}`);
    }
  };
  const chosen = async () => {
    const [picked] = input.current?.files ?? [];
    if (picked) await compare({ name: picked.name, blob: picked });
  };
  return (
    <Dialog title={`Compare ${file.source.name}`} onClose={onClose}>
      {others.length > 0 && (
        <ul class="choices">
          {others.map((other) => (
            <li key={other.id}>
              <Button label={other.source.name} onClick={() => compare(other.source, other.how.password)} />
            </li>
          ))}
        </ul>
      )}
      <p>
        {others.length > 0
          ? "Or with a file from your disk:"
          : "With a file from your disk, an older save for example:"}
      </p>
      <input ref={input} type="file" aria-label="File to compare with" onChange={chosen} />
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
