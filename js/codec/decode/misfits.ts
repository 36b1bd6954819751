// Entries of other types than their container declares, which engines convert or drop.
import type { Warning } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { flag, slot } from "../../table/boundary.gen.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { warningsOf } from "./error-places.js";

/** A warning for each misfit in the bytes of a value, up to the thousandth, and `more-warnings` for the others. */
export function misfitsIn(bytes: Uint8Array<ArrayBuffer>, settings: Settings): Warning[] {
  const reading = { ...settings, flags: settings.flags | flag.allowObjects | flag.onlyMisfits };
  const warnings = withCodec((codec) => {
    const isTold = codec.decode(bytes, reading) === 0 && codec.read(slot.noteCount) > 0;
    return isTold ? warningsOf(codec, bytes, reading) : [];
  });
  // The value may also be ambiguous.
  return warnings.filter(({ code }) => code === "wrong-element-type" || code === "more-warnings");
}
