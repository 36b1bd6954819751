// The sizes that a person can change: panes and columns of the tree.
import { computed, signal } from "@preact/signals";
import { store, stored } from "./stored.js";

interface Limits {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  /** Percent of what the part belongs to, or pixels. */
  readonly unit: "%" | "px";
}

/** Each is also a custom property of the style sheets, as in `--tree-share`. */
export const limits = {
  /** The tree; the other panes get the rest. */
  "tree-share": { least: 15, most: 85, usual: 57, unit: "%" },
  /** The selected value; the bytes get the rest. */
  "detail-share": { least: 15, most: 85, usual: 50, unit: "%" },
  "name-column": { least: 15, most: 80, usual: 32, unit: "%" },
  "type-column": { least: 40, most: 400, usual: 148, unit: "px" },
  "bytes-column": { least: 40, most: 200, usual: 68, unit: "px" },
} as const satisfies Readonly<Record<string, Limits>>;

export type SizeName = keyof typeof limits;

const names = Object.keys(limits) as SizeName[];
const within = ({ least, most }: Limits, value: number) => Math.min(most, Math.max(least, value));

/** Reads what was stored. Other versions of the page, or a person, may have written anything. */
function readSizes(): Partial<Record<SizeName, number>> {
  let found: unknown;
  try {
    found = JSON.parse(stored("sizes") ?? "null");
  } catch {
    return {};
  }
  const read: Partial<Record<SizeName, number>> = {};
  for (const name of names) {
    const value = (found as Readonly<Record<string, unknown>> | null)?.[name];
    if (typeof value === "number") read[name] = within(limits[name], value);
  }
  return read;
}

const chosen = signal(readSizes());

export const sizeOf = (name: SizeName): number => chosen.value[name] ?? limits[name].usual;

/** @param value Undefined for the usual size. */
export function resize(name: SizeName, value: number | undefined): void {
  const { [name]: _, ...others } = chosen.value;
  chosen.value = value === undefined ? others : { ...others, [name]: within(limits[name], value) };
  store("sizes", JSON.stringify(chosen.value));
}

/** The sizes as custom properties. */
export const sizeStyle = computed(() =>
  Object.fromEntries(names.map((name) => [`--${name}`, `${sizeOf(name)}${limits[name].unit}`])),
);

/** Whether the bytes are shown beside the other panes. */
export const showsBytes = signal(stored("bytes") !== "hidden");

export function toggleBytes(): void {
  showsBytes.value = !showsBytes.value;
  store("bytes", showsBytes.value ? "shown" : "hidden");
}
