// Packed arrays of numbers and vectors: a plot, and the numbers themselves.
import { useEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../../../js/describe/amounts.js";
import type { Detail } from "../../protocol/calls.js";
import type { ShownAs } from "../../protocol/shown.js";

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

function Plot({ type, shown }: { type: string; shown: NumbersShown }) {
  const element = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let plot: { destroy(): void } | undefined;
    let gone = false;
    const draw = async () => {
      const { draw } = await import("./plot.js");
      if (!gone && element.current !== null) plot = draw(element.current, shown);
    };
    draw().catch(() => setFailed(true));
    return () => {
      gone = true;
      plot?.destroy();
    };
  }, [type, shown]);
  if (failed) return null;
  return <div ref={element} class="plot" role="img" aria-label={`Plot of the ${type}`} />;
}
