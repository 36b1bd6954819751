import { useEffect, useState } from "preact/hooks";
import { oneAtATime } from "../file/one-at-a-time.js";
import type { OpenFile } from "../file/open-file.js";
import { attempt } from "../file/state.js";
import type { TypeChoice } from "../protocol/edits.js";
import { messageOf } from "../protocol/failures.js";
import type { Detail } from "../protocol/rows.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";
import { Problem } from "../widgets/problem.js";

const changeOnce = oneAtATime();

interface Props {
  readonly file: OpenFile;
  readonly detail: Detail;
  readonly onClose: () => void;
}

/** Changes the type of the selected value, and says before what that loses. */
export function TypeDialog({ file, detail, onClose }: Props) {
  const [choices, setChoices] = useState<readonly TypeChoice[]>();
  const [chosen, setChosen] = useState<TypeChoice>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    void attempt(async () => setChoices(await file.call("typeChoices", detail.address)));
  }, []);
  const change = async () => {
    if (chosen === undefined) return;
    try {
      await file.edit({ kind: "retype", address: detail.address, type: chosen.type });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title={`Change the type from ${detail.typeText}`} onClose={onClose}>
      {choices?.length === 0 && (
        <p>No other type can hold this value here. The elements of a typed container all have its type.</p>
      )}
      <fieldset class="types">
        <legend class="visually-hidden">New type</legend>
        {choices?.map((choice) => (
          <label key={choice.type}>
            <input
              type="radio"
              name="type"
              value={choice.type}
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
            />
            <span>{choice.type}</span>
            {choice.lost !== "" && <span class="lost">{choice.lost}</span>}
          </label>
        ))}
      </fieldset>
      <Problem text={problem} />
      <div class="actions">
        <Button
          label="Change"
          kind="primary"
          disabled={chosen === undefined}
          onClick={() => changeOnce(file, change)}
        />
        <Button label="Cancel" kind="quiet" onClick={onClose} />
      </div>
    </Dialog>
  );
}
