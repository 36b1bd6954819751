// Packed arrays of numbers and vectors: a plot, and the numbers themselves.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Detail } from "../protocol.js";
import type { Shown } from "../shown.js";

type NumbersShown = Extract<Shown, { kind: "numbers" }>;
const names = ["x", "y", "z", "w"];
const colorNames = ["r", "g", "b", "a"];

export function Numbers({ detail, shown }: { detail: Detail; shown: NumbersShown }) {
  const { stride, length } = shown;
  const rows = shown.listed.length / stride;
  const isColor = detail.type === "PackedColorArray";
  const columns = stride === 1 ? ["value"] : (isColor ? colorNames : names).slice(0, stride);
  return (
    <>
      {length > 1 && <Plot type={detail.type} shown={shown} />}
      <div class="table-scroller" tabIndex={0} role="region" aria-label="Numbers">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((name) => (
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
                {columns.map((name, i) => (
                  <td key={name}>{shown.listed[row * stride + i]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="count">
        {length.toLocaleString("en-US")} elements
        {length > rows ? `; the first ${rows} are listed` : ""}
      </p>
    </>
  );
}

function Plot({ type, shown }: { type: string; shown: NumbersShown }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let plot: { destroy(): void } | undefined;
    let gone = false;
    const draw = async () => {
      const { draw } = await import("./plot.js");
      if (!gone && place.current !== null) plot = draw(place.current, type, shown);
    };
    draw().catch(() => setFailed(true));
    return () => {
      gone = true;
      plot?.destroy();
    };
  }, [type, shown]);
  if (failed) return null;
  return <div ref={place} class="plot" role="img" aria-label={`Plot of the ${type}`} />;
}
