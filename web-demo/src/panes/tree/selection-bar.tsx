import "./value-menu.css";
import { counted } from "../../../../js/describe/amounts.js";
import { copying } from "../../file/clipboard.js";
import type { OpenFile } from "../../file/open-file.js";
import { selectedValues } from "../../file/selected-values.js";
import { countOf } from "../../file/selection.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import { copyValues, deleteValues } from "../../file/values.js";
import { Button } from "../../widgets/button.js";

/** Says how many values are selected, with the actions for them. */
export function SelectionBar({ file }: { file: OpenFile }) {
  const siblings = selectedValues(file);
  const end = () =>
    inTurn(file, () => {
      file.several.value = undefined;
      file.isPicking.value = false;
    });
  const copy = (isCut: boolean) =>
    attempt(() => copying((put) => inTurn(file, () => copyValues(file, put, isCut))));
  return (
    <div class="selection-bar" role="group" aria-label="Selection">
      <span role="status">{counted(siblings === undefined ? 0 : countOf(siblings), "value")} selected</span>
      <Button label="Cut" keys="Ctrl+X" onClick={() => copy(true)} />
      <Button label="Copy" keys="Ctrl+C" onClick={() => copy(false)} />
      <Button
        label="Delete"
        keys="Del"
        onClick={() => attempt(() => inTurn(file, () => deleteValues(file)))}
      />
      <Button label="Done" kind="quiet" keys="Esc" onClick={end} />
    </div>
  );
}
