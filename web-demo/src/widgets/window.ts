import type { RefObject } from "preact";
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Browsers limit the height of an element (Firefox to 17.9 million pixels, Chromium to 33.5 million). The scroll bar of a
 * longer list is therefore scaled. This scaling, and storing nothing per line, is why no library is used here.
 */
const tallest = 15_000_000;

/** The visible lines of a list. */
export interface ListWindow {
  readonly first: number;
  readonly last: number;
  /** Height for the scrolled element. */
  readonly height: number;
  /** Vertical position of a line in that element. */
  top(row: number): number;
  /** Scrolls just far enough to show a line, or with `center` until an invisible line is in the middle. */
  show(row: number, center?: boolean): void;
  readonly page: number;
}

/** A window into `total` lines of the same height, below a fixed header of height `head`. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  rowHeight: number,
  head = 0,
): ListWindow {
  const [view, setView] = useState(0);
  const [, draw] = useState(0);
  const place = useRef({ at: 0, bar: 0 });
  const whole = total * rowHeight;
  const height = Math.min(whole, tallest);
  const most = Math.max(0, whole - view);
  const mostBar = Math.max(0, height - view);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setView(Math.max(0, element.clientHeight - head));
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => resized.disconnect();
  }, [scroller, head]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const scrolled = () => {
      const now = place.current;
      const bar = element.scrollTop;
      if (bar === now.bar) return;
      now.at = placeAfter(now.at, now.bar, bar, { view, most, mostBar });
      now.bar = bar;
      draw((count) => count + 1);
    };
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => element.removeEventListener("scroll", scrolled);
  }, [scroller, view, most, mostBar]);

  const goTo = useCallback(
    (at: number) => {
      const element = scroller.current;
      if (element === null) return;
      const bar = mostBar === 0 ? 0 : (at / Math.max(most, 1)) * mostBar;
      place.current = { at, bar };
      element.scrollTop = bar;
      place.current.bar = element.scrollTop;
      draw((count) => count + 1);
    },
    [scroller, most, mostBar],
  );

  const at = Math.min(place.current.at, most);
  const first = Math.max(0, Math.floor(at / rowHeight) - 4);
  const last = Math.min(total, Math.ceil((at + view) / rowHeight) + 4);
  const offset = Math.min(place.current.bar, mostBar) - at;
  return {
    first,
    last,
    height,
    page: Math.max(1, Math.floor(view / rowHeight) - 1),
    top: (row) => row * rowHeight + offset,
    show(row, center = false) {
      const top = row * rowHeight;
      if (top >= at && top + rowHeight <= at + view) return;
      // Before the element is measured, and where not even one line fits, the line comes first.
      const edge = top < at || view < rowHeight ? top : top + rowHeight - view;
      goTo(Math.max(0, Math.min(most, center ? top - view / 2 : edge)));
    },
  };
}

/**
 * The first line to show. After a jump, this is the old first line until all lines of the window have arrived, so that nobody sees
 * empty lines.
 */
export function useHeld({ first, last }: ListWindow, has: (row: number) => boolean): number {
  const held = useRef(first);
  let isWhole = true;
  for (let row = first; row < last && isWhole; row++) isWhole = has(row);
  if (isWhole || !has(held.current)) held.current = first;
  return held.current;
}

interface Extent {
  readonly view: number;
  readonly most: number;
  readonly mostBar: number;
}

/** The position of a list after its bar moved: exact for short moves, proportional for long ones. */
function placeAfter(at: number, from: number, to: number, { view, most, mostBar }: Extent): number {
  if (most === mostBar) return to;
  if (to <= 0) return 0;
  if (to >= mostBar - 1) return most;
  if (Math.abs(to - from) < view * 2) return Math.max(0, Math.min(most, at + to - from));
  return (to / mostBar) * most;
}
