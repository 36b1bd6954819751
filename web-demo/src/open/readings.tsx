import type { DialectName, Framing } from "godot-variant";
import type { OpenFile } from "../file/open-file.js";
import { mayDiscard } from "../file/state.js";
import type { Format, Reading } from "../protocol/opening.js";

interface Props {
  readonly file: OpenFile;
  readonly readings: readonly Reading[];
  /** The current format; absent if the file could not be opened. */
  readonly chosen?: Format;
}

const idOf = ({ dialect, framing }: Format) => `${dialect} ${framing}`;

/** Lets the person choose the format of the file; the likely ones come first. */
export function Readings({ file, readings, chosen }: Props) {
  const now = chosen && idOf(chosen);
  const option = (reading: Reading) => (
    <option key={idOf(reading)} value={idOf(reading)} selected={idOf(reading) === now}>
      {reading.label}
    </option>
  );
  const fitting = readings.filter(({ reasons }) => reasons.length > 0);
  const unlikely = readings.filter(({ reasons }) => reasons.length === 0);
  const engines = unlikely.filter(({ isEngine }) => isEngine);
  const more = unlikely.filter(({ isEngine }) => !isEngine);
  const onChange = async (select: HTMLSelectElement) => {
    const [dialect, framing] = select.value.split(" ") as [DialectName, Framing];
    if (await mayDiscard(file)) await file.open({ ...file.how, dialect, framing });
    // A person may have kept the edits, or cancelled the reading.
    const { value: info } = file.info;
    if (info !== undefined) select.value = idOf(info);
  };
  return (
    <label class="readings">
      <span>Read as</span>
      <select aria-label="Read as" onChange={(event) => onChange(event.currentTarget)}>
        {now === undefined && <option value="">Choose a format …</option>}
        {fitting.length > 0 && <optgroup label="Likely">{fitting.map(option)}</optgroup>}
        <optgroup label="Other">{engines.map(option)}</optgroup>
        <optgroup label="More">{more.map(option)}</optgroup>
      </select>
    </label>
  );
}
