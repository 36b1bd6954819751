// Small settings of the page, which the browser keeps.

/** Undefined where the browser keeps nothing, as some do in private windows. */
export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(`godot-variant-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(name: string, text: string): void {
  try {
    localStorage.setItem(`godot-variant-${name}`, text);
  } catch {
    // The setting lasts until the page is closed.
  }
}
