// Sizes that the style sheets define, for code that computes with them.
import { signal } from "@preact/signals";

const changes = signal(0);
const known = new Map<string, string>();

function outdate(): void {
  known.clear();
  changes.value++;
}
addEventListener("resize", outdate);
matchMedia("(pointer: coarse)").addEventListener("change", outdate);

/** The text of a custom property; a component that reads it is drawn again when it changes with the screen. */
export function styleText(name: `--${string}`): string {
  changes.value;
  let text = known.get(name);
  if (text === undefined) {
    text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    known.set(name, text);
  }
  return text;
}

/** A custom property in pixels. */
export const styleSize = (name: `--${string}`): number => Number.parseFloat(styleText(name));
