// The elements of a packed array as a file of their own.
import type { OutputFile } from "../../protocol/output.js";
import type { Address } from "../../protocol/places.js";
import { numberText } from "../../values/number-text.js";
import { typeTraits } from "../../values/types.js";
import type { Session } from "../session/session.js";
import { keyText } from "../tree/preview.js";

type Numbers = Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

/** Numbers as the processor has them, which is little-endian wherever a browser runs; or lines of numbers below their names. */
export function packedFile(session: Session, address: Address, form: "raw" | "csv"): OutputFile {
  const node = session.nodeAt(address);
  const value = node.value() as { data?: Numbers } & Numbers;
  const numbers = (value.data ?? value) as Numbers;
  if (!ArrayBuffer.isView(numbers)) throw new Error(`A ${node.typeText} has no numbers.`);
  const key = node.key === undefined ? "value" : keyText(node.key);
  const name = `${key.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "value"}.${form === "csv" ? "csv" : "bin"}`;
  const { buffer, byteOffset, byteLength } = numbers;
  const bytes =
    form === "raw"
      ? new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice()
      : new TextEncoder().encode(csvOf(numbers, typeTraits[node.type].components ?? ["value"]));
  return { bytes, name, notes: [] };
}

function csvOf(numbers: Numbers, names: readonly string[]): string {
  const lines = [names.join(",")];
  const isSingle = numbers instanceof Float32Array;
  for (let at = 0; at < numbers.length; at += names.length)
    lines.push(
      Array.from(numbers.subarray(at, at + names.length) as ArrayLike<number | bigint>, (number) =>
        numberText(number, isSingle),
      ).join(","),
    );
  return `${lines.join("\r\n")}\r\n`;
}
