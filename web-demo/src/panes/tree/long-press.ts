import { useRef } from "preact/hooks";

/** A finger that stays this long means the menu; Safari does not say so itself. */
const milliseconds = 550;
const mostMoved = 8;

/** Handlers that notice a long press of a finger. */
export function useLongPress(act: (event: PointerEvent) => void) {
  // The pane may be drawn anew between a press and a move.
  const { current: press } = useRef({ timer: 0, x: 0, y: 0 });
  const end = () => clearTimeout(press.timer);
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      if (event.pointerType !== "touch") return;
      press.x = event.clientX;
      press.y = event.clientY;
      press.timer = window.setTimeout(() => act(event), milliseconds);
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > mostMoved) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
