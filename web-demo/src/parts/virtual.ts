import type { RefObject } from "preact";
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Browsers draw no element that is higher than this (Firefox: 17.9 million pixels, Chromium: 33.5 million): longer lists
 * are scrolled by a bar that stands for more than it is high. This, and nothing kept for a line, is why no library is used.
 */
const tallest = 15_000_000;

/** The lines of a list that can be seen. */
export interface Window {
  readonly first: number;
  readonly last: number;
  /** Height of everything, for the element that is scrolled. */
  readonly height: number;
  /** Where a line stands in that element. */
  top(row: number): number;
  /** Scrolls as little as is needed to see a line; `center` puts it in the middle when it is not in sight. */
  show(row: number, center?: boolean): void;
  readonly page: number;
}

/** A window into `total` lines of the same height, below a head that stays where it is. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  rowHeight: number,
  head = 0,
): Window {
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
      const edge = top < at ? top : top + rowHeight - view;
      goTo(Math.max(0, Math.min(most, center ? top - view / 2 : edge)));
    },
  };
}

interface Extent {
  readonly view: number;
  readonly most: number;
  readonly mostBar: number;
}

/** Where a list stands after its bar went to another place: near moves are exact, far ones follow the bar. */
function placeAfter(at: number, from: number, to: number, { view, most, mostBar }: Extent): number {
  if (most === mostBar) return to;
  if (to <= 0) return 0;
  if (to >= mostBar - 1) return most;
  if (Math.abs(to - from) < view * 2) return Math.max(0, Math.min(most, at + to - from));
  return (to / mostBar) * most;
}
