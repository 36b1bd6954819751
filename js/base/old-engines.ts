// Which dialects are of engines before Godot 4.
import { type DialectName, dialectNumbers, dialectTraits } from "../table/table.gen.js";

/** Whether a dialect is named whose engine is older than Godot 4. */
export function isOld(dialect: DialectName | undefined): boolean {
  if (dialect === undefined) return false;
  const { engine, generation } = dialectTraits[dialectNumbers[dialect]] ?? {};
  return engine === true && (generation as number) < 4;
}
