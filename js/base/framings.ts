/** How the values of a file follow each other. */
export type Framing = "none" | "store_var" | "store_var_big_endian" | "mixed" | "ecfg" | "rpc";

/** Framings by number. */
export const framings: readonly Framing[] = [
  "none",
  "store_var",
  "store_var_big_endian",
  "mixed",
  "ecfg",
  "rpc",
];
