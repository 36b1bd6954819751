/** A finger that stays this long means the menu; Safari does not say so itself. */
const milliseconds = 550;
const mostMoved = 8;

/** Handlers that notice a long press of a finger. */
export function longPress(act: (event: PointerEvent) => void) {
  let timer = 0;
  let from = [0, 0] as readonly [number, number];
  const end = () => clearTimeout(timer);
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      if (event.pointerType !== "touch") return;
      from = [event.clientX, event.clientY];
      timer = window.setTimeout(() => act(event), milliseconds);
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > mostMoved) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
