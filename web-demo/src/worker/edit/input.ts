// Values as people type them.
import {
  type DialectName,
  NodePath,
  StringName,
  type TypeName,
  type Variant,
  VariantError,
} from "godot-variant";
import { generationOf, isBareText, parseGDScript } from "../../../../js/forms/gdscript.js";
import { type Components, keepBits } from "../../../../js/table/components.js";
import { withFloats } from "../../../../js/values/path-key.js";
import { requireExact } from "../../values/exact-number.js";
import { shortText } from "../../values/short-text.js";
import { isBareKey } from "./notation.js";

const exact = { mode: "exact" } as const;

/**
 * Reads a value of a type, or of any. A number or a text becomes what GDScript would make of it there; where a text belongs, quotes
 * may be missing. Throws an error that tells the user which input fits.
 */
export function parseValue(text: string, dialect: DialectName, type?: TypeName, isSingle = false): Variant {
  if (type !== undefined && isBareText(text, type)) return textValue(text, type);
  const value = parse(text, dialect, type);
  if (type === "float" && (typeof value === "bigint" || typeof value === "number")) {
    requireExact(typeof value === "bigint" ? value : text, Number(value), isSingle);
    return Number(value);
  }
  return type !== undefined && typeof value === "string" ? textValue(value, type) : value;
}

function parse(text: string, dialect: DialectName, type?: TypeName): Variant {
  const trimmed = text.trim();
  try {
    return parseGDScript(trimmed, { ...exact, generation: generationOf(dialect) });
  } catch (cause) {
    if (!(cause instanceof VariantError)) throw cause;
    throw new Error(
      `Can't read ${JSON.stringify(shortText(trimmed))} as a value. ${adviceFor(trimmed, type)}`,
      {
        cause,
      },
    );
  }
}

/** What to type instead of a text that cannot be read. */
function adviceFor(text: string, type: TypeName | undefined): string {
  if (/^[-+]?\d+$/.test(text)) return "It is too large for an int, which has 64 bits.";
  switch (type) {
    case undefined:
      return "Put text in quotes.";
    case "int":
      return "Type a whole number.";
    case "float":
      return text.includes(",") ? "Decimals follow a point, not a comma." : "Type a number.";
    case "bool":
      return "Type true or false.";
    case "Nil":
      return "Another value needs another type: change that first.";
    default:
      return `Type a ${type} as GDScript has it.`;
  }
}

/** A String, StringName or NodePath with this text. */
export function textValue(text: string, type: TypeName): Variant {
  if (type === "StringName") return new StringName(text);
  return type === "NodePath" ? new NodePath(text) : text;
}

/** Reads a key in the form that paths use: a name without quotes, or any value. */
export function parseKey(text: string, dialect: DialectName): Variant {
  const trimmed = text.trim();
  return isBareKey(trimmed) ? trimmed : withFloats(parse(trimmed, dialect));
}

interface FromArray {
  fromArray(numbers: readonly number[], at?: number, wide?: boolean): Components;
}

/** A vector, transform or color with other numbers, of the same type and width. An undefined number leaves the old one. */
export function withComponents(old: Variant, numbers: readonly (number | undefined)[]): Variant {
  const value = old as unknown as Components;
  const type = value.constructor as unknown as FromArray;
  const parts = value.toArray().map((part, i) => numbers[i] ?? part);
  const made = type.fromArray(parts, 0, value.wide);
  // Of what is still a NaN, `encode` writes these bits.
  if (value.componentBits !== undefined) keepBits(made, value.componentBits);
  return made as unknown as Variant;
}
