import { type Candidate, type DialectName, dialectDescriptions, type Framing } from "godot-variant";
import { dialectText, framingNames } from "../../../../js/describe/files.js";
import type { Reading } from "../../protocol/opening.js";

/** The formats that the bytes suggest, then all others, for a person who knows better. */
export function readingsOf(candidates: readonly Candidate[], framing: Framing): Reading[] {
  const readings: Reading[] = [];
  const add = (dialect: DialectName, framing: Framing, reasons: readonly string[]) => {
    if (readings.some((one) => one.dialect === dialect && one.framing === framing)) return;
    const isEngine = dialectDescriptions.some(({ name, engine }) => name === dialect && engine);
    const label = `${dialectText(dialect)}, ${framingNames[framing]}`;
    readings.push({ dialect, framing, label, isEngine, reasons });
  };
  for (const { dialect, framing: found, reasons } of candidates) {
    if (dialect !== undefined && found !== undefined) add(dialect, found, reasons);
  }
  for (const other of new Set([framing, "store_var", "none"] as const))
    for (const { name } of dialectDescriptions) add(name, other, []);
  return readings;
}
