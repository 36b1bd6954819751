// Selects the next line whose name starts with what is typed into the tree; loaded with the first letter.
import type { OpenFile } from "../../file/open-file.js";
import type { RowPlace } from "../../protocol/places.js";

/** A letter after a longer pause starts another name. */
const pause = 1000;
const batch = 256;
/** More lines are left to the search. */
const mostLines = 8192;

let typed = "";
let last = 0;

/**
 * A repeated letter steps through the names that start with it.
 * @param from The line that was selected when the letter was typed. If the person selects another one meanwhile, that one stays.
 */
export async function typeAhead(
  file: OpenFile,
  from: RowPlace | undefined,
  letter: string,
  time: number,
): Promise<void> {
  const isRepeated = time - last < pause && typed === letter;
  typed = time - last < pause && !isRepeated ? typed + letter : letter;
  last = time;
  const wanted = typed.toLowerCase();
  const now = from?.row ?? 0;
  const total = file.total.value;
  // A longer name may still be the one of the selected line.
  const start = typed.length > 1 ? now : now + 1;
  for (let seen = 0; seen < Math.min(total, mostLines); ) {
    const first = (start + seen) % total;
    const { rows } = await file.call("rows", first, Math.min(batch, total - first));
    const isLate = typed.toLowerCase() !== wanted || file.selected.value !== from;
    if (isLate || rows.length === 0) return;
    const at = rows.findIndex(({ label }) => label.toLowerCase().startsWith(wanted));
    if (at >= 0) {
      const { address } = rows[at] as (typeof rows)[number];
      return file.selectRow({ row: first + at, total, address });
    }
    seen += rows.length;
  }
}
