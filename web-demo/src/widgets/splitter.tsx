import { useRef } from "preact/hooks";
import { limits, resize, type SizeName, sizeOf } from "./sizes.js";
import { styleText } from "./style-size.js";

interface Props {
  readonly label: string;
  readonly size: SizeName;
  readonly class: string;
  /** Vertical lines are moved to the left and right; the name of a custom property if that depends on the screen. */
  readonly line?: "vertical" | `--${string}`;
  /** Whether the part is behind the line instead of before it. */
  readonly isBehind?: boolean;
}

/** What an arrow key changes, in percent and in pixels. */
const steps = { "%": 2, px: 10 } as const;

/** A line between two parts that resizes the first or the second one. A double click restores the usual size. */
export function Splitter({ label, size, class: name, line = "vertical", isBehind = false }: Props) {
  const dragged = useRef<{ from: number; size: number; whole: number }>(undefined);
  const isVertical = (line === "vertical" ? line : styleText(line)) === "vertical";
  const { least, most, unit } = limits[size];
  const sign = isBehind ? -1 : 1;
  const placeOf = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);
  const onPointerDown = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    const { clientWidth, clientHeight } = event.currentTarget.parentElement as HTMLElement;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    dragged.current = {
      from: placeOf(event),
      size: sizeOf(size),
      whole: unit === "px" ? 100 : isVertical ? clientWidth : clientHeight,
    };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged.current === undefined) return;
    const { from, size: before, whole } = dragged.current;
    resize(size, before + (sign * (placeOf(event) - from) * 100) / whole);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = sign * steps[unit];
    const [back, forth] = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const to: Readonly<Record<string, number>> = {
      [back as string]: sizeOf(size) - step,
      [forth as string]: sizeOf(size) + step,
      Home: least,
      End: most,
    };
    const value = to[event.key];
    if (value === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    resize(size, value);
  };
  return (
    <div
      class={`splitter ${isVertical ? "vertical" : ""} ${name}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isVertical ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(sizeOf(size))}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={onPointerDown}
      // Otherwise the browser drags the line of the tree that is here once the splitter has moved on.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => (dragged.current = undefined)}
      onDblClick={() => resize(size, undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
