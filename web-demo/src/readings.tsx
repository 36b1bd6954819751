import type { DialectName, Framing } from "godot-variant";
import type { OpenFile } from "./open-file.js";
import type { Reading } from "./protocol.js";
import { mayLose } from "./state.js";

interface Props {
  readonly file: OpenFile;
  readonly readings: readonly Reading[];
  /** How the file is read now; absent when it could not be read. */
  readonly chosen?: Pick<Reading, "dialect" | "framing">;
}

const idOf = ({ dialect, framing }: Pick<Reading, "dialect" | "framing">) => `${dialect} ${framing}`;

/** The ways in which the bytes can be read; those that fit come first. */
export function Readings({ file, readings, chosen }: Props) {
  const now = chosen && idOf(chosen);
  const option = (reading: Reading) => (
    <option key={idOf(reading)} value={idOf(reading)} selected={idOf(reading) === now}>
      {reading.label}
    </option>
  );
  const fitting = readings.filter(({ reasons }) => reasons.length > 0);
  const others = readings.filter(({ reasons }) => reasons.length === 0);
  const onChange = (select: HTMLSelectElement) => {
    const [dialect, framing] = select.value.split(" ") as [DialectName, Framing];
    if (mayLose(file)) void file.open({ ...file.how, dialect, framing });
    else if (now !== undefined) select.value = now;
  };
  return (
    <label class="readings">
      <span>Read as</span>
      <select aria-label="Read as" onChange={(event) => onChange(event.currentTarget)}>
        {now === undefined && <option value="">the kind of file that it is …</option>}
        {fitting.length > 0 && <optgroup label="What the bytes allow">{fitting.map(option)}</optgroup>}
        <optgroup label="Others">{others.map(option)}</optgroup>
      </select>
    </label>
  );
}
