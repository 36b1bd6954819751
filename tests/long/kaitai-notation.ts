// Converts what the reader of Kaitai Struct read to the notation of the fixtures; tests/fixtures/README.md has the grammar.
import type { Canonical } from "../js/fixture-notation.js";

/** An object of the generated reader. */
export type Read = { [field: string]: unknown };

type Fields = Record<string, Canonical | undefined>;

/** The id of a type, and the name that the reader gives to it. */
type Names = Readonly<Record<number, string>>;

const fieldsOf = (read: Read) =>
  Object.entries(read).filter(([name]) => !name.startsWith("_") && name !== "isWide");

/** A NaN says no more than that it is one; the widths are compared by `wide` and by the last byte. */
function numberText(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** All numbers in a value, in the order of the wire. */
function numbersIn(part: unknown): string[] {
  if (typeof part === "number" || typeof part === "bigint") return [numberText(part)];
  if (Array.isArray(part)) return part.flatMap(numbersIn);
  return fieldsOf(part as Read).flatMap(([, field]) => numbersIn(field));
}

const textOf = (text: unknown) => (text as { value: string }).value;
const textsOf = (texts: unknown) => (texts as unknown[]).map(textOf);
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));

/** Converts the values of one definition. */
export class Notation {
  private readonly names: Names;
  private readonly fullObjects: boolean;

  /**
   * @param names Type names by id, in Godot 4's spelling.
   * @param fullObjects Whether classes of containers are kept, as with `allowObjects`.
   */
  constructor(names: Names, fullObjects: boolean) {
    this.names = names;
    this.fullObjects = fullObjects;
  }

  of({ type, payload, isWide }: Read): Canonical {
    const name = this.names[type as number] as string;
    const read = (payload ?? {}) as Read;
    if (name === "Nil") return null;
    const form = this.small(name, read) ?? this.container(name, read);
    if (form !== undefined) return form;
    if (name === "PackedByteArray") return { [name]: Buffer.from(read.data as Uint8Array).toString("hex") };
    if (name === "PackedStringArray") return { [name]: textsOf(read.elements) };
    const numbers = numbersIn(name.startsWith("Packed") ? read.elements : read);
    const wide = Boolean(isWide) && "isWide" in read;
    return wide ? { [name]: numbers, wide } : { [name]: numbers };
  }

  private small(name: string, read: Read): Canonical | undefined {
    switch (name) {
      case "bool":
        return read.value as boolean;
      case "int":
      case "float":
        return { [name]: numberText(read.value as number | bigint) };
      case "String":
      case "StringName":
        return { [name]: textOf(read) };
      case "RID":
        return { RID: String(read.value ?? 0) };
      case "Callable":
        return { Callable: true };
      case "Signal":
        return { Signal: { name: textOf(read.name), object: String(read.objectId) } };
      case "NodePath":
        return {
          NodePath: {
            absolute: read.isAbsolute as boolean,
            names: textsOf(read.names),
            subnames: textsOf(read.subnames),
          },
        };
    }
    return undefined;
  }

  private container(name: string, read: Read): Canonical | undefined {
    if (name === "Object") return this.object(read);
    if (name === "Array") {
      const elements = (read.elements as Read[]).map((element) => this.of(element));
      return present({ Array: elements, type: this.typeOf(read.elementType) });
    }
    if (name !== "Dictionary") return undefined;
    const pairs = new Map<string, [Canonical, Canonical]>();
    for (const { key, value } of read.pairs as { key: Read; value: Read }[]) {
      const [first, element] = [this.of(key), this.of(value)];
      // In Godot 4, a String and a StringName of the same text are one key: the first one.
      const text = JSON.stringify(first).replaceAll('"StringName":', '"String":');
      pairs.set(text, [pairs.get(text)?.[0] ?? first, element]);
    }
    const [key, value] = [this.typeOf(read.keyType), this.typeOf(read.valueType)];
    return present({ Dictionary: [...pairs.values()], key, value });
  }

  private object(read: Read): Canonical {
    if (read.isId) return { ObjectID: String(read.objectId) };
    const properties = ((read.properties ?? []) as Read[]).map((property): [string, Canonical] => [
      textOf(property.name),
      this.of(property.value as Read),
    ]);
    return { Object: { class: textOf(read.className), properties: Array.from(new Map(properties)) } };
  }

  private typeOf(type: unknown): Canonical | undefined {
    const {
      kindBits = 0,
      builtin,
      name,
    } = (type ?? {}) as { kindBits?: number; builtin?: number; name?: Read };
    const builtinName = this.names[builtin ?? 0] as string;
    if (kindBits === 0 || (kindBits === 1 && builtin === 0)) return undefined;
    if (!this.fullObjects && (kindBits > 1 || builtinName === "Object"))
      return { class: "EncodedObjectAsID" };
    if (kindBits === 1) return { builtin: builtinName };
    return kindBits === 2 ? { class: textOf(name) } : { script: textOf(name) };
  }
}
