// Single floats of packed arrays with all their bits, which JavaScript's numbers need not keep of a NaN.
import { widenedNaN } from "../table/numbers.js";
import type { Floats } from "./packed.js";
import { Float } from "./small-values.js";

const viewOf = ({ buffer, byteOffset, byteLength }: Floats) => new DataView(buffer, byteOffset, byteLength);

/** The float at an index; a NaN with its bits. */
export function exactFloat(array: Floats, index: number): Float {
  const value = array[index] as number;
  if (!Number.isNaN(value)) return new Float(value);
  const view = viewOf(array);
  return new Float(
    value,
    array.BYTES_PER_ELEMENT === 8
      ? view.getBigUint64(index * 8, true)
      : widenedNaN(view.getUint32(index * 4, true)),
  );
}

/** Stores a float, a NaN with those of its bits that fit. */
export function storeFloat(array: Floats, index: number, { value, bits }: Float): void {
  if (!Number.isNaN(value)) array[index] = value;
  else if (array.BYTES_PER_ELEMENT === 8) viewOf(array).setBigUint64(index * 8, bits, true);
  else viewOf(array).setUint32(index * 4, narrowedNaN(bits), true);
}

function narrowedNaN(bits: bigint): number {
  const payload = Number((bits >> 29n) & 0x7fffffn);
  return Number((bits >> 32n) & 0x80000000n) | 0x7f800000 | (payload || 0x400000);
}
