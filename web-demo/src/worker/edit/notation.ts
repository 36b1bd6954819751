// Values in GDScript's notation, which people read and type.

import {
  NodePath,
  parseText,
  StringName,
  type TypeName,
  toText,
  type Variant,
  VariantError,
} from "godot-variant";

const exact = { mode: "exact" } as const;

/** Reads a value. Converts a number or a text to the given type if GDScript would. Throws an error that tells the user which input fits. */
export function parseValue(text: string, type?: TypeName): Variant {
  const value = parse(text);
  if (type === "float" && typeof value === "bigint") return Number(value);
  if (type === "StringName" && typeof value === "string") return new StringName(value);
  if (type === "NodePath" && typeof value === "string") return new NodePath(value);
  return value;
}

function parse(text: string): Variant {
  const trimmed = text.trim();
  try {
    return parseText(/^\^".*"$/s.test(trimmed) ? `NodePath(${trimmed.slice(1)})` : trimmed, exact);
  } catch (cause) {
    if (!(cause instanceof VariantError)) throw cause;
    throw new Error(`Can't read ${JSON.stringify(trimmed)} as a value. Put text in quotes.`, { cause });
  }
}

/** A String, StringName or NodePath with this text. */
export function textValue(text: string, type: TypeName): Variant {
  if (type === "StringName") return new StringName(text);
  return type === "NodePath" ? new NodePath(text) : text;
}

const bareKey = /^[\p{L}_][\p{L}\p{N}_ ]*$/u;
const names = /^(true|false|null|inf|inf_neg|nan)$/;

/** Reads a key: a name without quotes, or any value. */
export function parseKey(text: string): Variant {
  const trimmed = text.trim();
  return bareKey.test(trimmed) && !names.test(trimmed) ? trimmed : parse(trimmed);
}

/** Writes a key in the form that `parseKey` reads. */
export function keyInput(key: Variant): string {
  return typeof key === "string" && bareKey.test(key) && !names.test(key) ? key : textOf(key);
}

interface FromArray {
  fromArray(numbers: readonly number[], at?: number, wide?: boolean): Variant;
}

/** A vector, transform or color with other numbers, of the same type and width. */
export function withComponents(old: Variant, numbers: readonly number[]): Variant {
  const { wide, constructor: type } = old as unknown as { wide: boolean; constructor: FromArray };
  return type.fromArray(numbers, 0, wide);
}

export function textOf(value: Variant): string {
  return toText(value, exact);
}
