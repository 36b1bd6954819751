// What the definitions for Kaitai Struct and ImHex share: the fields of a type, and names in their spelling.
import { spec } from "./dialects.mjs";

/** The fields of a type with layout `numbers`, in the order of the wire: a name, and a type of the table or a kind of number. */
export function fieldsOf(type) {
  const { parts, element } = spec.types[type];
  return Object.entries(parts).map(([name, value]) => ({
    name,
    type: typeof value === "string" ? value.replace(/\(.*/, "") : undefined,
    element,
  }));
}

/** `PackedInt32Array` as `packed_int32_array`. */
export const snake = (name) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z][a-z])/g, "_").toLowerCase();
