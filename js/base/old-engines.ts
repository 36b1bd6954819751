// Which dialects are of engines before Godot 4.
import { type DialectName, dialectNumbers, dialectTraits } from "../table/table.gen.js";

/** Whether the engine of a dialect is older than Godot 4. */
export function isOld(dialect: DialectName): boolean {
  const { engine, generation } = dialectTraits[dialectNumbers[dialect]] ?? {};
  return engine === true && (generation as number) < 4;
}
