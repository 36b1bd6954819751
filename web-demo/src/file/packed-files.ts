// Packed arrays as files: bytes in, numbers out. Loaded when it is first needed.
import { sizeText } from "../../../js/describe/amounts.js";
import type { Address } from "../protocol/places.js";
import { download } from "./download.js";
import type { OpenFile } from "./open-file.js";
import { requireNoDraft } from "./output.js";
import { attempt, say } from "./state.js";

/** Lets the person choose a file, whose bytes take the place of those of a PackedByteArray. */
export function replaceBytes(file: OpenFile, address: Address, size: number): void {
  const moment = file.moments.now;
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () =>
    void attempt(async () => {
      const [chosen] = input.files ?? [];
      if (chosen === undefined) return;
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      await file.edit({ kind: "data", address: file.moments.address(address, moment), bytes });
      say(`Replaced ${sizeText(size)} by ${sizeText(bytes.length)} of ${chosen.name}`);
    });
  input.click();
}

export async function exportPacked(file: OpenFile, address: Address, form: "raw" | "csv"): Promise<void> {
  await requireNoDraft(file, "exported");
  const { name, bytes } = await file.work("packedFile", address, form);
  say(`${download(name, bytes)}, ${sizeText(bytes.length)}`);
}
