// Plots on a canvas, in the colors of the page; loaded on demand.
import type { ShownAs } from "../../protocol/shown.js";
import { partOf, type Span, spanOf, ticksIn, tickText } from "./plot-axis.js";
import { type Columns, linesIn, nearest, pathIn } from "./plot-points.js";
import { type View, wholeOf } from "./plot-view.js";

/** Pixels from one number on an axis to the next, at least. */
const apart = { x: 70, y: 30 };
/** With fewer elements than these, each is marked by a point. */
const fewPoints = 60;
const lines = ["--plot-1", "--plot-2", "--plot-3", "--plot-4"];

/** Numbers over their index, or pairs of numbers as a path with y downward, as on a screen. */
export class Plot {
  readonly #element: HTMLElement;
  readonly #canvas = document.createElement("canvas");
  readonly #left = document.createElement("div");
  readonly #below = document.createElement("div");
  readonly #shown: ShownAs<"numbers">;
  readonly #isPath: boolean;
  readonly #ended = new AbortController();
  #view: View;
  #at = 0;
  #columns: Columns = [[]];
  #x: Span = { low: 0, high: 0 };
  #y: Span = { low: 0, high: 0 };
  #ticks: { x: readonly number[]; y: readonly number[] } = { x: [], y: [] };

  constructor(element: HTMLElement, shown: ShownAs<"numbers">) {
    this.#element = element;
    this.#shown = shown;
    this.#isPath = shown.names.length === 2;
    this.#view = wholeOf(shown.data.length / shown.names.length);
    this.#left.className = "plot-left";
    this.#below.className = "plot-below";
    element.replaceChildren(this.#left, this.#canvas, this.#below);
    this.#follow();
    this.show(this.#view, 0);
  }

  /** Draws a part of the numbers, and the cursor at an element. */
  show(view: View, at: number): void {
    const isSame = view.from === this.#view.from && view.to === this.#view.to;
    this.#view = view;
    this.#at = at;
    if (!isSame || this.#columns[0].length === 0) this.#take();
    this.#paint();
  }

  /** The element under a place of the plot, or the nearest one. */
  indexAt(x: number, y: number): number {
    const { offsetLeft, offsetTop, clientWidth } = this.#canvas;
    const { from, to } = this.#view;
    if (this.#isPath) {
      const [left, top] = [x - offsetLeft, y - offsetTop];
      return nearest(this.#view, (i) => {
        return (this.#across(this.#value(i, 0)) - left) ** 2 + (this.#down(this.#value(i, 1)) - top) ** 2;
      });
    }
    const index = Math.round(from + ((x - offsetLeft) / clientWidth) * (to - from));
    return Math.max(from, Math.min(index, to));
  }

  /** How many elements a pixel stands for. */
  perPixel(): number {
    return (this.#view.to - this.#view.from) / (this.#canvas.clientWidth || 1);
  }

  destroy(): void {
    this.#ended.abort();
    this.#element.replaceChildren();
  }

  /** Draws anew when the pane has another size, or the page other colors. */
  #follow(): void {
    const again = () => {
      this.#label();
      this.#paint();
    };
    const resized = new ResizeObserver(again);
    resized.observe(this.#element);
    const themed = new MutationObserver(again);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const { signal } = this.#ended;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again, { signal });
    signal.addEventListener("abort", () => {
      resized.disconnect();
      themed.disconnect();
    });
  }

  #value(index: number, part: number): number {
    return this.#shown.data[index * this.#shown.names.length + part] as number;
  }

  /** Takes the points of the view, and spans the axes around them. */
  #take(): void {
    const view = this.#view;
    const value = this.#value.bind(this);
    this.#columns = this.#isPath ? pathIn(view, value) : linesIn(view, this.#shown.names.length, value);
    const [x, ...others] = this.#columns;
    this.#x = this.#isPath ? spanOf([x]) : { low: view.from, high: view.to };
    this.#y = spanOf(others);
    this.#label();
  }

  /** Writes the numbers beside the axes. */
  #label(): void {
    const y = ticksIn(this.#y, this.#canvas.clientHeight / apart.y);
    const texts = y.map(tickText);
    this.#left.style.width = `${Math.max(...texts.map(({ length }) => length), 1)}ch`;
    // Only now is it known how much the canvas has.
    const x = ticksIn(this.#x, this.#canvas.clientWidth / apart.x, this.#isPath ? 0 : 1);
    this.#ticks = { x, y };
    this.#left.replaceChildren(...y.map((tick, i) => placed(texts[i], "top", this.#down(tick))));
    this.#below.replaceChildren(...x.map((tick) => placed(tickText(tick), "left", this.#across(tick))));
  }

  #across(x: number): number {
    return partOf(this.#x, x) * this.#canvas.clientWidth;
  }

  #down(y: number): number {
    const part = partOf(this.#y, y);
    return (this.#isPath ? part : 1 - part) * this.#canvas.clientHeight;
  }

  #paint(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext("2d");
    if (context === null || width === 0) return;
    this.#canvas.width = width * devicePixelRatio;
    this.#canvas.height = height * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.strokeStyle = this.#color("--line");
    for (const tick of this.#ticks.x) context.strokeRect(this.#across(tick), 0, 0, height);
    for (const tick of this.#ticks.y) context.strokeRect(0, this.#down(tick), width, 0);
    const [x, ...all] = this.#columns;
    for (const [i, y] of all.entries()) {
      context.strokeStyle = context.fillStyle = this.#color(lines[i % lines.length] as string);
      this.#join(context, x, y);
    }
    context.strokeStyle = context.fillStyle = this.#color("--accent");
    this.#mark(context, height);
  }

  #join(context: CanvasRenderingContext2D, x: ArrayLike<number>, y: ArrayLike<number>): void {
    const isMarked = x.length < fewPoints;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    const points = new Path2D();
    context.beginPath();
    for (let i = 0, isFirst = true; i < x.length; i++) {
      const [left, top] = [this.#across(x[i] as number), this.#down(y[i] as number)];
      // Infinite numbers and those that are none interrupt the line.
      const isThere = Number.isFinite(left) && Number.isFinite(top);
      if (isThere && isFirst) context.moveTo(left, top);
      else if (isThere) context.lineTo(left, top);
      if (isThere && isMarked) points.addPath(dot(left, top, 2.5));
      isFirst = !isThere;
    }
    context.stroke();
    context.fill(points);
  }

  /** Marks the element at the cursor. */
  #mark(context: CanvasRenderingContext2D, height: number): void {
    const at = this.#at;
    if (at < this.#view.from || at > this.#view.to) return;
    const left = this.#across(this.#isPath ? this.#value(at, 0) : at);
    context.lineWidth = 1;
    if (!this.#isPath) context.strokeRect(left, 0, 0, height);
    for (const part of this.#isPath ? [1] : this.#shown.names.keys()) {
      const top = this.#down(this.#value(at, part));
      if (Number.isFinite(left) && Number.isFinite(top)) context.fill(dot(left, top, 4));
    }
  }

  /** A color of the theme as the canvas understands it. */
  #color(name: string): string {
    this.#canvas.style.color = `var(${name})`;
    return getComputedStyle(this.#canvas).color;
  }
}

function placed(text: string | undefined, side: "left" | "top", at: number): HTMLElement {
  const label = document.createElement("span");
  label.textContent = text ?? "";
  label.style[side] = `${at}px`;
  return label;
}

function dot(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}
