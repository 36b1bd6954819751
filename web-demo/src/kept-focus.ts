// When what has the focus goes away, something near it gets the focus. Otherwise the next key would do nothing, and a screen
// reader would say nothing.

/** What gets the focus: the first that can be seen. */
const inBar = ".tab.current button, .top-bar .tools > .button";
const inMain = "main :is([role=tree], [role=grid], .start .button, .notice input, .notice .button)";

const isGone = (element: Element) => !element.isConnected || element.matches(":disabled");
const canBeSeen = ({ offsetParent }: HTMLElement) => offsetParent !== null;

export function keepFocus(): void {
  let focused: Element | undefined;
  let next = inMain;
  /** Whoever points at the start page need not go on in what it opens. */
  let wasPointing = false;
  let isInStart = false;
  addEventListener("focusin", ({ target }) => {
    focused = target as Element;
    next = focused.closest(".top-bar") === null ? inMain : inBar;
    isInStart = focused.closest(".start") !== null;
  });
  addEventListener("keydown", () => (wasPointing = false), true);
  addEventListener(
    "pointerdown",
    ({ target }) => {
      wasPointing = true;
      if (focused?.contains(target as Node) !== true) focused = undefined;
    },
    true,
  );
  const restore = () => {
    const { activeElement, body } = document;
    if (focused === undefined || !isGone(focused)) return;
    // A button that is disabled keeps the focus until the page is drawn.
    if (activeElement !== body && activeElement !== focused) return;
    if (isInStart && wasPointing) focused = undefined;
    // What is still being loaded gets it later.
    else [...document.querySelectorAll<HTMLElement>(next)].find(canBeSeen)?.focus();
  };
  const watched = { childList: true, subtree: true, attributeFilter: ["disabled"] };
  new MutationObserver(restore).observe(document.body, watched);
}
