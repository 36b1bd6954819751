// `inferTypes`: a TypeScript declaration for values.
import { isStackOverflow } from "../base/call-stack.js";
import { VariantError } from "../base/errors.js";
import { checkOptions } from "../base/option-names.js";
import { brandOf, isMap, isPlainObject, packedNames, typedArrayName } from "../table/type-kinds.js";

/** An object may be at this many further places. Objects that share parts can have more places than any memory holds. */
const mostRepeated = 1 << 17;

/** What all places of a declaration share. */
class Types {
  /** Names of the classes to import. */
  readonly names = new Set<string>();
  private readonly known = new Set<object>();
  private repeated = 0;

  /** Counts containers that are at several places. */
  visit(container: object): void {
    if (!this.known.has(container)) this.known.add(container);
    else if (++this.repeated > mostRepeated) throw new VariantError("too-large");
  }
}

/** The types seen at one place in the samples. */
class Seen {
  private readonly types: Types;
  /** The containers seen here: another reference to one adds nothing. */
  private readonly added = new Set<object>();
  /** Names of the types that need no further description. */
  readonly names = new Set<string>();
  /** Number of objects. */
  objects = 0;
  readonly properties = new Map<string, { seen: Seen; count: number }>();
  element: Seen | undefined;
  entry: { key: Seen; value: Seen } | undefined;

  constructor(types: Types) {
    this.types = types;
  }

  add(value: unknown, around: Set<unknown>): void {
    if (value === null || typeof value !== "object") {
      this.names.add(value === null ? "null" : typeof value === "function" ? "unknown" : typeof value);
      return;
    }
    if (around.has(value)) throw new VariantError("cyclic-value");
    if (this.added.has(value)) return;
    this.added.add(value);
    this.types.visit(value);
    around.add(value);
    this.addContents(value, around);
    around.delete(value);
  }

  private addContents(value: object, around: Set<unknown>): void {
    if (Array.isArray(value)) {
      this.element ??= new Seen(this.types);
      for (const item of value) this.element.add(item, around);
    } else if (isMap(value)) {
      this.entry ??= { key: new Seen(this.types), value: new Seen(this.types) };
      for (const [key, item] of value) {
        this.entry.key.add(key, around);
        this.entry.value.add(item, around);
      }
    } else if (isPlainObject(value)) {
      this.addObject(value, around);
    } else {
      const brand = brandOf(value) === "float" ? "Float" : brandOf(value);
      if (brand !== undefined) this.types.names.add(brand);
      this.names.add(brand ?? typedArrayName(value) ?? "unknown");
    }
  }

  private addObject(object: object, around: Set<unknown>): void {
    this.objects++;
    for (const [name, value] of Object.entries(object)) {
      let property = this.properties.get(name);
      if (property === undefined) {
        property = { seen: new Seen(this.types), count: 0 };
        this.properties.set(name, property);
      }
      property.seen.add(value, around);
      property.count++;
    }
  }

  /** Whether only objects were seen. */
  get isObject(): boolean {
    return (
      this.objects > 0 && this.names.size === 0 && this.element === undefined && this.entry === undefined
    );
  }

  type(indent: string): string {
    const types = [...this.names];
    if (this.objects > 0) types.push(this.objectType(indent));
    if (this.element !== undefined) {
      const element = this.element.type(indent);
      types.push(/^[\w$]+$/.test(element) ? `${element}[]` : `Array<${element}>`);
    }
    if (this.entry !== undefined)
      types.push(`Map<${this.entry.key.type(indent)}, ${this.entry.value.type(indent)}>`);
    return types.length === 0 ? "never" : types.sort(nullLast).join(" | ");
  }

  private objectType(indent: string): string {
    const inner = `${indent}  `;
    const entries = [...this.properties].map(([name, { seen, count }]) => {
      return { name, type: seen.type(inner), optional: count < this.objects };
    });
    // Names of many properties of one type are probably ids, so the object is a lookup table.
    const [first] = entries;
    const isTable = entries.length > mostProperties && entries.every(({ type }) => type === first?.type);
    if (isTable) return `Record<string, ${first?.type}>`;
    if (entries.length === 0) return "Record<string, never>";
    const lines = entries.map(({ name, type, optional }) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      return `${inner}${key}${optional ? "?" : ""}: ${type};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }
}

/** Words that TypeScript takes for no name of a type, and names of its own types that a declaration may use. */
const taken: ReadonlySet<string> = new Set([
  ...`any as bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally
    for function if import in instanceof never new null number object return string super switch symbol this throw true try typeof
    undefined unknown var void while with Array Map Record`.split(/\s+/),
  ...Object.keys(packedNames),
]);

/** Objects with more properties than this, all of one type, are lookup tables. */
const mostProperties = 32;

const nullLast = (a: string, b: string): number => Number(a === "null") - Number(b === "null");

/**
 * Prints a TypeScript declaration that fits the samples, as `.d.ts` text. An array is a list of samples. Properties that
 * some samples lack are optional. `name` is the name of the type, by default `Save`. Throws a TypeError if it is not an
 * identifier, or if it is a word of TypeScript or the name of a type that the declaration may use, `cyclic-value` for a value that contains itself, and
 * `too-large` for objects that share so many parts that their places cannot be counted.
 *
 * @param samples - A value that `decode` returned in `plain` mode, or an array of such values.
 * @param options - The `name` of the type.
 * @returns The text of a `.d.ts` file.
 * @throws TypeError for a name that is no identifier; VariantError `cyclic-value`, `too-large` and `too-deep`.
 * @example
 * ```ts
 * writeFileSync("save.d.ts", inferTypes(decode(bytes), { name: "Save" }));
 * ```
 */
export function inferTypes(samples: unknown, options: { name?: string } = {}): string {
  checkOptions(options);
  const { name = "Save" } = options;
  const types = new Types();
  const { names } = types;
  const seen = new Seen(types);
  try {
    for (const sample of Array.isArray(samples) ? samples : [samples]) seen.add(sample, new Set());
  } catch (cause) {
    throw isStackOverflow(cause) ? new VariantError("too-deep", { cause }) : cause;
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || names.has(name) || taken.has(name))
    throw new TypeError(`The option name must be an identifier that no type has yet, not ${name}.`);
  const imported = [...names].sort().join(", ");
  const head = imported === "" ? "" : `import type { ${imported} } from "godot-variant";\n\n`;
  const type = seen.type("");
  const isInterface = seen.isObject && type.startsWith("{");
  return head + (isInterface ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`);
}
