import { useRef, useState } from "preact/hooks";
import { type Compared, compare, nameOf } from "../file/comparison.js";
import type { OpenFile } from "../file/open-file.js";
import { files, labelOf } from "../file/state.js";
import { messageOf } from "../protocol/failures.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";
import { Problem } from "../widgets/problem.js";

/** Lets the person choose a file to compare with, and the one that both come from. */
export function CompareDialog({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const others = files.value.filter((other) => other !== file && other.failure.value === undefined);
  const [problem, setProblem] = useState("");
  const [base, setBase] = useState<Compared | "missing">();
  // Otherwise the comparison would be one without the base that is wanted.
  const isMissing = base === "missing";
  const start = async (other: Compared) => {
    setProblem("");
    try {
      await compare(file, other, isMissing ? undefined : base);
      onClose();
    } catch (error) {
      setProblem(`${nameOf(other)}: ${messageOf(error)}`);
    }
  };
  const open = others.map((other): Compared => ({ source: other.source, file: other }));
  return (
    <Dialog title={`Compare ${labelOf(file)}`} onClose={onClose}>
      <BaseChoice choices={["opened", ...open]} onChoose={setBase} />
      <h3>Compare with</h3>
      <ul class="choices">
        {open.map((other, i) => (
          <li key={i}>
            <Button label={nameOf(other)} disabled={isMissing} onClick={() => start(other)} />
          </li>
        ))}
        {file.history.undo.value > 0 && (
          <li>
            <Button
              label="The version that was opened"
              disabled={isMissing}
              onClick={() => start("opened")}
            />
          </li>
        )}
      </ul>
      <FilePick label="File to compare with" disabled={isMissing} onPick={start} />
      <Problem text={problem} />
    </Dialog>
  );
}

interface PickProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPick: (picked: Compared) => void;
}

function FilePick({ label, disabled = false, onPick }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = () => {
    const [picked] = input.current?.files ?? [];
    if (picked) onPick({ source: { name: picked.name, blob: picked } });
  };
  return <input ref={input} type="file" aria-label={label} disabled={disabled} onChange={chosen} />;
}

interface BaseProps {
  readonly choices: readonly Compared[];
  readonly onChoose: (base: Compared | "missing" | undefined) => void;
}

/** The version that both files come from; with it, each difference says who made it. */
function BaseChoice({ choices, onChoose }: BaseProps) {
  const [chosen, setChosen] = useState("none");
  const choose = (value: string) => {
    setChosen(value);
    onChoose(value === "file" ? "missing" : choices[Number.parseInt(value, 10)]);
  };
  return (
    <>
      <label class="base-choice">
        Base, to see who changed what
        <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="none">No base</option>
          {choices.map((choice, i) => (
            <option key={i} value={String(i)}>
              {choice === "opened" ? "The version that was opened" : nameOf(choice)}
            </option>
          ))}
          <option value="file">A file, such as a .bak …</option>
        </select>
      </label>
      {chosen === "file" && <FilePick label="File that both come from" onPick={onChoose} />}
    </>
  );
}
