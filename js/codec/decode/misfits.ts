// Entries of other types than their container declares.
import type { Settings } from "../../base/options.js";
import { flag } from "../../table/boundary.gen.js";
import { warningCodes } from "../../table/table.gen.js";
import type { Variant } from "../../values/variant.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { inputKeys } from "./error-places.js";

/** An entry that engines convert or drop, because its container declares another type. */
export interface Misfit {
  /** Where the entry begins in the bytes. */
  readonly offset: number;
  readonly keys: readonly Variant[];
}

/** The first misfits, up to a thousand, in the bytes of a value. */
export function misfitsIn(bytes: Uint8Array<ArrayBuffer>, settings: Settings): Misfit[] {
  const reading = { ...settings, flags: settings.flags | flag.allowObjects };
  return withCodec((codec) => {
    if (codec.decode(bytes, reading) !== 0) return [];
    const notes = codec.notes();
    if (!notes.some(isMisfit)) return [];
    const places = codec.locateNotes();
    return notes.flatMap((note, i) =>
      isMisfit(note)
        ? [{ offset: note.offset, keys: inputKeys(codec, bytes, reading, places[i] ?? []) }]
        : [],
    );
  });
}

const isMisfit = ({ code }: { readonly code: number }): boolean =>
  warningCodes[code] === "wrong-element-type";
