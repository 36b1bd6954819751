// A plot with a cursor: the element under it is named, by the pointer and by keys.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownAs } from "../../protocol/shown.js";
import { numberText } from "../../values/number-text.js";
import { Button } from "../../widgets/button.js";
import type { Plot as Drawn } from "./plot.js";
import { panned, revealing, type View, wholeOf, zoomed } from "./plot-view.js";

type NumbersShown = ShownAs<"numbers">;

const step = 2;

export function Plot({ type, shown }: { type: string; shown: NumbersShown }) {
  const element = useRef<HTMLDivElement>(null);
  const count = shown.data.length / shown.names.length;
  const [view, setView] = useState<View>(wholeOf(count));
  const [at, setAt] = useState(0);
  const { drawn, failed } = useDrawing(element, type, shown);
  useEffect(() => {
    setView(wholeOf(count));
    setAt(0);
  }, [type, shown]);
  useEffect(() => drawn.current?.show(view, at), [view, at]);
  const pointing = usePointing(drawn, setAt, (by) => setView(panned(view, by, count)));
  if (failed) return null;

  const showAll = () => setView(wholeOf(count));
  const zoom = (times: number, around = at) => setView(zoomed(view, times, around, count));
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, count - 1));
    setAt(to);
    setView(revealing(view, to, count));
  };
  const page = Math.max(1, Math.round((view.to - view.from) / 10));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo(at - 1),
    ArrowRight: () => goTo(at + 1),
    ArrowDown: () => goTo(at - 1),
    ArrowUp: () => goTo(at + 1),
    PageDown: () => goTo(at - page),
    PageUp: () => goTo(at + page),
    Home: () => goTo(0),
    End: () => goTo(count - 1),
    "+": () => zoom(1 / step),
    "-": () => zoom(step),
    "0": showAll,
  };
  const isWhole = view.to - view.from === count - 1;
  const valueText = textAt(shown, type, at);
  return (
    <figure class="plot-pane">
      <figcaption>
        <output>{valueText}</output>
        <PlotButtons isWhole={isWhole} onZoom={zoom} onShowAll={showAll} />
      </figcaption>
      <div
        ref={element}
        class={isWhole ? "plot" : "plot zoomed"}
        tabIndex={0}
        role="slider"
        aria-label={`Plot of the ${type}`}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={at}
        aria-valuetext={valueText}
        onKeyDown={(event) => press(event, keys)}
        {...pointing}
        onWheel={(event) => {
          // Without Ctrl, the wheel scrolls the pane.
          if (!event.ctrlKey) return;
          event.preventDefault();
          zoom(event.deltaY < 0 ? 1 / step : step, drawn.current?.indexAt(event.offsetX, event.offsetY));
        }}
      />
    </figure>
  );
}

interface PlotButtonsProps {
  readonly isWhole: boolean;
  readonly onZoom: (times: number) => void;
  readonly onShowAll: () => void;
}

function PlotButtons({ isWhole, onZoom, onShowAll }: PlotButtonsProps) {
  return (
    <>
      <Button label="Zoom in" keys="+" icon="add" kind="icon" onClick={() => onZoom(1 / step)} />
      <Button
        label="Zoom out"
        keys="-"
        icon="minus"
        kind="icon"
        disabled={isWhole}
        onClick={() => onZoom(step)}
      />
      <Button label="Show all" keys="0" kind="quiet" disabled={isWhole} onClick={onShowAll} />
    </>
  );
}

function press(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Draws the plot, with code that loads late. */
function useDrawing(element: RefObject<HTMLElement | null>, type: string, shown: NumbersShown) {
  const drawn = useRef<Drawn | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const draw = async () => {
      const { Plot: Drawing } = await import("./plot.js");
      if (!gone && element.current !== null) drawn.current = new Drawing(element.current, shown);
    };
    draw().catch(() => setFailed(true));
    return () => {
      gone = true;
      drawn.current?.destroy();
      drawn.current = undefined;
    };
  }, [type, shown]);
  return { drawn, failed };
}

/** `12: x 0.5, y 2`. Integers of 64 bits that a double does not hold are about right. */
function textAt({ names, data, isSingle, listed }: NumbersShown, type: string, at: number): string {
  const parts = names.map((name, i) => {
    const place = at * names.length + i;
    const number = data[place] as number;
    const isRounded = type === "PackedInt64Array" && !Number.isSafeInteger(number);
    const text = listed[place] ?? (isRounded ? "about " : "") + numberText(number, isSingle);
    return names.length > 1 ? `${name} ${text}` : text;
  });
  return `${at}: ${parts.join(", ")}`;
}

/** The pointer moves the cursor; pressed, it moves the plot. */
function usePointing(
  drawn: { readonly current: Drawn | undefined },
  goTo: (index: number) => void,
  pan: (by: number) => void,
) {
  const from = useRef<number | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.clientX;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = drawn;
      if (current === undefined) return;
      if (from.current === undefined || event.buttons === 0) {
        const index = current.indexAt(event.offsetX, event.offsetY);
        if (index !== undefined) goTo(index);
        return;
      }
      const by = Math.round((from.current - event.clientX) * current.perPixel());
      if (by === 0) return;
      from.current = event.clientX;
      pan(by);
    },
    onPointerUp: (event: PointerEvent) => {
      from.current = undefined;
      const index = drawn.current?.indexAt(event.offsetX, event.offsetY);
      if (event.pointerType === "touch" && index !== undefined) goTo(index);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}
