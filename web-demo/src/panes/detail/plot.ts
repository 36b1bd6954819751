// Plots with uPlot, in the colors of the page; loaded on demand.
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import type { ShownAs } from "../../protocol/shown.js";

const height = 180;
/** Enough for a few points per pixel; more would only take time. */
const mostPoints = 20_000;

/** Draws numbers over their index, and pairs of numbers as a path. */
export function draw(element: HTMLElement, { names, data }: ShownAs<"numbers">): uPlot {
  const stride = names.length;
  const style = getComputedStyle(element);
  const color = (name: string) => {
    element.style.color = `var(${name})`;
    return style.color;
  };
  const count = data.length / stride;
  const step = Math.max(1, Math.ceil(count / mostPoints));
  const points = Math.ceil(count / step);
  const column = (part: number) =>
    Float64Array.from({ length: points }, (_, i) => data[i * step * stride + part] as number);
  const axis = {
    stroke: color("--muted"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
    size: 44,
  };
  const strokes = ["--plot-1", "--plot-2", "--plot-3", "--plot-4"].map(color);
  const line = (i: number) => ({
    stroke: strokes[i] as string,
    width: 1.5,
    points: { show: points < 60, size: 5 },
  });
  const base = {
    width: Math.max(200, element.clientWidth),
    height,
    legend: { show: false },
    cursor: { show: false },
    axes: [{ ...axis, size: 28 }, axis],
  };
  if (stride === 2) {
    return new uPlot(
      {
        ...base,
        mode: 2,
        scales: { x: { time: false }, y: { dir: -1 } },
        series: [{}, { ...line(0), paths: pathOf }],
      },
      [null, [column(0), column(1)]] as unknown as uPlot.AlignedData,
      element,
    );
  }
  const index = Float64Array.from({ length: points }, (_, i) => i * step);
  const columns = Array.from({ length: stride }, (_, i) => column(i));
  const options = {
    ...base,
    scales: { x: { time: false } },
    series: [{}, ...columns.map((_, i) => line(i))],
  };
  return new uPlot(options, [index, ...columns] as unknown as uPlot.AlignedData, element);
}

/** Joins the points of a series in their order. */
function pathOf(plot: uPlot, series: number): uPlot.Series.Paths {
  const [x, y] = plot.data[series] as unknown as [Float64Array, Float64Array];
  const stroke = new Path2D();
  for (let i = 0; i < x.length; i++) {
    stroke.lineTo(plot.valToPos(x[i] as number, "x", true), plot.valToPos(y[i] as number, "y", true));
  }
  return { stroke };
}
