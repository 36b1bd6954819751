import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * If the render of a component removes what has the focus, gives it to the first element that matches, once there is one.
 * Otherwise the next key would do nothing, and a screen reader would say nothing.
 * @param within What the component renders.
 * @param always Whether the focus also moves for those who point: for them, the next key need not go there.
 */
export function useKeptFocus(within: string, selector: string, always: boolean): void {
  const focused = document.activeElement;
  const counts = focused?.closest(within) != null && (always || focused.matches(":focus-visible"));
  const isLost = useRef(false);
  useLayoutEffect(() => {
    if (counts && !focused.isConnected) isLost.current = true;
    if (document.activeElement !== document.body) isLost.current = false;
    const target = isLost.current ? document.querySelector<HTMLElement>(selector) : null;
    if (target === null) return;
    target.focus();
    isLost.current = false;
  });
}
