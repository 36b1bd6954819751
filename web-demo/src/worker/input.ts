// What people type, as values, and values as people type them: GDScript's notation.
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

/** A value in GDScript's notation. Throws `bad-text` and its like. */
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
    throw new VariantError(cause.code, { hint: `${trimmed} is no value; texts stand in quotes`, cause });
  }
}

/** A text that a value of this type has; only these types are edited as bare text. */
export function textValue(text: string, type: TypeName): Variant {
  if (type === "StringName") return new StringName(text);
  return type === "NodePath" ? new NodePath(text) : text;
}

const bareKey = /^[\p{L}_][\p{L}\p{N}_ ]*$/u;
const names = /^(true|false|null|inf|inf_neg|nan)$/;

/** A key: a name without quotes, or any value in GDScript's notation. */
export function parseKey(text: string): Variant {
  const trimmed = text.trim();
  return bareKey.test(trimmed) && !names.test(trimmed) ? trimmed : parse(trimmed);
}

/** A key as `parseKey` reads it. */
export function keyInput(key: Variant): string {
  return typeof key === "string" && bareKey.test(key) && !names.test(key) ? key : textOf(key);
}

interface FromArray {
  fromArray(numbers: readonly number[], at?: number, wide?: boolean): Variant;
}

/** A vector, transform or color of the same type and width with other numbers. */
export function withParts(old: Variant, numbers: readonly number[]): Variant {
  const { wide, constructor: type } = old as unknown as { wide: boolean; constructor: FromArray };
  return type.fromArray(numbers, 0, wide);
}

/** A value in GDScript's notation. */
export function textOf(value: Variant): string {
  return toText(value, exact);
}
