// Packed arrays of numbers and vectors: a plot, and the numbers themselves.
import { counted } from "../../../../js/describe/amounts.js";
import type { Detail } from "../../protocol/rows.js";
import type { ShownAs } from "../../protocol/shown.js";
import { Plot } from "./plot-pane.js";

type NumbersShown = ShownAs<"numbers">;

export function Numbers({ detail, shown }: { detail: Detail; shown: NumbersShown }) {
  const { names, length } = shown;
  const stride = names.length;
  const rows = shown.listed.length / stride;
  return (
    <>
      {length > 1 && <Plot type={detail.type} shown={shown} />}
      <div class="table-scroller" tabIndex={0} role="region" aria-label="Numbers">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              {names.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {names.map((name, i) => (
                  <td key={name}>{shown.listed[row * stride + i]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="count">
        {counted(length, "element")}
        {length > rows ? `; the first ${rows} are listed` : ""}
      </p>
    </>
  );
}
