// A plot with a cursor: the element under it is named, by the pointer and by keys.
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
  const drawn = useRef<Drawn | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  const count = shown.data.length / shown.names.length;
  const [view, setView] = useState<View>(wholeOf(count));
  const [at, setAt] = useState(0);
  useEffect(() => {
    let gone = false;
    setView(wholeOf(count));
    setAt(0);
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
  useEffect(() => drawn.current?.show(view, at), [view, at]);
  if (failed) return null;

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
    "0": () => setView(wholeOf(count)),
  };
  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const isWhole = view.to - view.from === count - 1;
  const valueText = textAt(shown, type, at);
  return (
    <figure class="plot-pane">
      <figcaption>
        <output>{valueText}</output>
        <Button label="Zoom in" keys="+" iconOnly icon="add" kind="quiet" onClick={() => zoom(1 / step)} />
        <Button
          label="Zoom out"
          keys="-"
          iconOnly
          icon="minus"
          kind="quiet"
          disabled={isWhole}
          onClick={() => zoom(step)}
        />
        <Button
          label="Show all"
          keys="0"
          kind="quiet"
          disabled={isWhole}
          onClick={() => setView(wholeOf(count))}
        />
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
        onKeyDown={press}
        {...pointing(drawn, setAt, (by) => setView(panned(view, by, count)))}
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
function pointing(
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
