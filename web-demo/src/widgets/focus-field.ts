/** Gives a field the focus, with its text selected; returns whether it is there. */
export function focusField(id: "search" | "go"): boolean {
  const field = document.getElementById(id) as HTMLInputElement | null;
  field?.focus();
  field?.select();
  return field !== null;
}
