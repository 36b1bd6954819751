// Plots with uPlot, in the colors of the page; loaded on demand.
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import type { ShownAs } from "../../protocol/shown.js";
import { type View, wholeOf } from "./plot-view.js";

const height = 180;
/** Enough for a few points per pixel; more would only take time. */
const mostPoints = 20_000;

export interface Drawn {
  /** Draws a part of the numbers, and the cursor at an element. */
  show(view: View, at: number): void;
  /** The element under a place of the plot; undefined outside. */
  indexAt(x: number, y: number): number | undefined;
  /** How many elements a pixel stands for. */
  perPixel(): number;
  destroy(): void;
}

type Columns = readonly (readonly number[] | Float64Array)[];

/** Draws numbers over their index, and pairs of numbers as a path. */
export function draw(element: HTMLElement, { names, data }: ShownAs<"numbers">): Drawn {
  const stride = names.length;
  const isPath = stride === 2;
  const value = (index: number, part: number) => data[index * stride + part] as number;
  let view = wholeOf(data.length / stride);
  let cursor = 0;
  const style = getComputedStyle(element);
  const color = (name: string) => {
    element.style.color = `var(${name})`;
    return style.color;
  };
  const axis = {
    stroke: color("--muted"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
    size: 44,
  };
  const mark = color("--accent");
  const strokes = ["--plot-1", "--plot-2", "--plot-3", "--plot-4"].map(color);
  const line = (i: number) => ({
    stroke: strokes[i % strokes.length] as string,
    width: 1.5,
    points: { show: () => view.to - view.from < 60, size: 5 },
  });
  const drawCursor = (plot: uPlot) => {
    if (cursor < view.from || cursor > view.to) return;
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = mark;
    ctx.lineWidth = devicePixelRatio;
    const x = plot.valToPos(isPath ? value(cursor, 0) : cursor, "x", true);
    if (!isPath) ctx.strokeRect(x, bbox.top, 0, bbox.height);
    for (const part of isPath ? [1] : names.keys()) {
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value(cursor, part), "y", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  };
  const columns = (): Columns => (isPath ? pathIn(view, value) : linesIn(view, stride, value));
  const base = {
    width: Math.max(200, element.clientWidth),
    height,
    legend: { show: false },
    cursor: { show: false },
    axes: [{ ...axis, size: 28 }, axis],
    hooks: { draw: [drawCursor] },
  };
  const dataOf = (made: Columns) => (isPath ? [null, made] : made) as unknown as uPlot.AlignedData;
  const plot = new uPlot(
    isPath
      ? {
          ...base,
          mode: 2,
          scales: { x: { time: false }, y: { dir: -1 } },
          series: [{}, { ...line(0), paths: pathOf }],
        }
      : { ...base, scales: { x: { time: false } }, series: [{}, ...names.map((_, i) => line(i))] },
    dataOf(columns()),
    element,
  );
  const resized = new ResizeObserver(() =>
    plot.setSize({ width: Math.max(200, element.clientWidth), height }),
  );
  resized.observe(element);
  return {
    show(next, at) {
      cursor = at;
      const isSame = next.from === view.from && next.to === view.to;
      view = next;
      if (isSame) plot.redraw(false);
      else plot.setData(dataOf(columns()));
    },
    indexAt(x, y) {
      const { left, top } = plotPlace(plot);
      return isPath
        ? nearest(view, (i) => {
            const dx = plot.valToPos(value(i, 0), "x") - (x - left);
            return dx ** 2 + (plot.valToPos(value(i, 1), "y") - (y - top)) ** 2;
          })
        : indexIn(view, plot.posToVal(x - left, "x"));
    },
    perPixel: () => (view.to - view.from) / (plot.over.clientWidth || 1),
    destroy() {
      resized.disconnect();
      plot.destroy();
    },
  };
}

/** Where the plotting area is in the element: pointer events come from it or from the element. */
function plotPlace({ over, root }: uPlot): { left: number; top: number } {
  const [inner, outer] = [over.getBoundingClientRect(), root.getBoundingClientRect()];
  return { left: inner.left - outer.left, top: inner.top - outer.top };
}

function indexIn({ from, to }: View, position: number): number | undefined {
  const index = Math.round(position);
  return index >= from && index <= to ? index : undefined;
}

function nearest(view: View, distance: (index: number) => number): number {
  let [best, least] = [view.from, Number.POSITIVE_INFINITY];
  for (let i = view.from; i <= view.to; i += stepOf(view)) {
    const far = distance(i);
    if (far < least) [best, least] = [i, far];
  }
  return best;
}

type Value = (index: number, part: number) => number;

const stepOf = ({ from, to }: View) => Math.max(1, Math.ceil((to - from + 1) / mostPoints));

function pathIn(view: View, value: Value): Columns {
  const step = stepOf(view);
  const length = Math.floor((view.to - view.from) / step) + 1;
  return [0, 1].map((part) => Float64Array.from({ length }, (_, i) => value(view.from + i * step, part)));
}

/** Of many elements, the lowest and the highest of each group, so that no peak disappears. */
function linesIn(view: View, stride: number, value: Value): Columns {
  const step = stepOf(view) * 2;
  const { from, to } = view;
  const index: number[] = [];
  const lines = Array.from({ length: stride }, (): number[] => []);
  if (step === 2) {
    for (let i = from; i <= to; i++) index.push(i);
    return [index, ...lines.map((_, part) => index.map((i) => value(i, part)))];
  }
  for (let start = from; start <= to; start += step) {
    const end = Math.min(start + step, to + 1);
    index.push(start, start + (end - start) / 2);
    for (const [part, line] of lines.entries()) {
      let [low, high] = [start, start];
      for (let i = start; i < end; i++) {
        if (value(i, part) < value(low, part)) low = i;
        if (value(i, part) > value(high, part)) high = i;
      }
      line.push(value(Math.min(low, high), part), value(Math.max(low, high), part));
    }
  }
  return [index, ...lines];
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
