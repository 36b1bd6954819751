import { isSameAddress } from "../protocol/places.js";
import type { Draft } from "./drafts.js";
import type { OpenFile } from "./open-file.js";

/** Shows the field that a draft belongs to. */
export async function goToDraft(file: OpenFile, { kind, address }: Draft): Promise<void> {
  if (kind !== "cells") return file.select(address);
  if (isSameAddress(address, file.table.value)) return;
  await file.select(address);
  file.table.value = address;
}

/** Whether the field of a draft, or the table that it is in, is in sight. */
export function isInSight(file: OpenFile, { kind, address }: Draft): boolean {
  const shown = kind === "cells" ? file.table.value : file.selected.value?.address;
  return isSameAddress(address, shown);
}
