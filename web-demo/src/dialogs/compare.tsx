import { useRef, useState } from "preact/hooks";
import type { OpenFile, Source } from "../file/open-file.js";
import { files } from "../file/state.js";
import { messageOf } from "../protocol/client.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";
import { Problem } from "../widgets/problem.js";

/** Lets the person choose a file to compare with. */
export function CompareDialog({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const others = files.value.filter((other) => other !== file && other.info.value !== undefined);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const compare = async (source: Source, password = source.password, other?: OpenFile) => {
    setProblem("");
    try {
      await file.compare(source, password ?? file.how.password, other);
      onClose();
    } catch (error) {
      setProblem(`${source.name}: ${messageOf(error)}`);
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
              <Button
                label={other.source.name}
                onClick={() => compare(other.source, other.how.password, other)}
              />
            </li>
          ))}
        </ul>
      )}
      <p>
        {others.length > 0 ? "Or choose a file:" : "Choose a file to compare with, such as an older save:"}
      </p>
      <input ref={input} type="file" aria-label="File to compare with" onChange={chosen} />
      <Problem text={problem} />
    </Dialog>
  );
}
