import { PackedColorArray, PackedVector3Array } from "../../js/index.js";
import type { Random } from "../random.js";

const megabyte = 1 << 20;

function integers(random: Random, bytes: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(bytes / 4);
  for (let i = 0; i < numbers.length; i++) numbers[i] = random.word();
  return numbers;
}

function floats(random: Random, bytes: number): Float32Array {
  const numbers = new Float32Array(bytes / 4);
  for (let i = 0; i < numbers.length; i++) numbers[i] = random.between(-100000, 100000) / 100;
  return numbers;
}

/** Packed arrays of about that many megabytes. */
export function packedArrays(random: Random, megabytes: number): object {
  const size = Math.round((megabytes * megabyte) / 11 / 32) * 32;
  return {
    heights: new Float64Array(floats(random, size)),
    bytes: new Uint8Array(integers(random, 2 * size).buffer),
    indices: integers(random, 2 * size),
    weights: floats(random, 2 * size),
    vertices: new PackedVector3Array(floats(random, 1.5 * size)),
    colors: new PackedColorArray(floats(random, 1.5 * size)),
  };
}
