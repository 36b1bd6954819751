// Values in Godot 4's encoding, as `encode` writes them, in the form of a binary resource. It throws for whatever a
// resource cannot hold: types of newer versions, declared types, full Objects, names of signals.
import { hint } from "../base/hints.js";
import { TextDecoder } from "../base/text-coders.js";
import { VariantError } from "../index.js";
import { ByteReader, type ByteWriter } from "./byte-cursor.js";
import { objectKind, type StoredType, storedTypes } from "./resource-table.gen.js";
import {
  externalClass,
  internalClass,
  isIn,
  isUnread,
  type StoredFormat,
  wideFlag,
  widthOf,
  writeName,
  writeText,
} from "./stored-format.js";

const rows = new Map<number, StoredType[]>();
for (const row of storedTypes) rows.set(row.wire, [...(rows.get(row.wire) ?? []), row]);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** The class and the id of a reference. */
type Reference = readonly [className: string, id: string];

export class WireValues {
  private readonly input: ByteReader;
  private readonly output: ByteWriter;
  private readonly format: StoredFormat;
  /** How many external resources the file has. */
  private readonly externals: number;
  /** The place of the resource that has the value. */
  private readonly owner: number;
  /** The ids of the resources that engines have not read yet where the value refers to them, so that they read null. */
  readonly unread = new Set<string>();

  constructor(wire: Uint8Array, output: ByteWriter, format: StoredFormat, externals: number, owner: number) {
    this.input = new ByteReader(wire);
    this.output = output;
    this.format = format;
    this.externals = externals;
    this.owner = owner;
  }

  /** Writes one value with its contents. */
  copy(): void {
    for (let left = 1; left > 0; left--) left += this.value();
  }

  /** Writes the head of a value, and all of it unless it is a container. Returns how many values are in it. */
  private value(): number {
    const { input, output, format } = this;
    const header = input.u32();
    const row = this.rowFor(header);
    if (row === undefined || !isIn(row, format)) throw new VariantError("not-in-dialect");
    const flags = header & ~0xff;
    // The flags of Arrays and Dictionaries are declared types, which only the script of a resource declares.
    if (flags !== 0 && flags !== wideFlag) throw new VariantError("not-in-dialect");
    output.u32(row.id);
    switch (row.layout) {
      case "empty":
        return 0;
      case "boolean":
        output.u32(input.u32());
        return 0;
      case "integer":
      case "real":
      case "numbers":
        this.numbers(row, Math.max(row.components, 1), flags);
        return 0;
      case "text":
        writeText(output, this.text());
        return 0;
      case "node_path":
        this.nodePath();
        return 0;
      case "id":
        output.u32(this.smallId(input.u64()));
        return 0;
      case "object":
        this.reference(flags);
        return 0;
      case "signal":
        if (this.text() !== "" || input.u64() !== 0n) throw new VariantError("unsupported-value");
        return 0;
      case "dictionary":
      case "array": {
        if (flags !== 0) throw new VariantError("not-in-dialect");
        const count = input.u32();
        output.u32(count);
        return row.layout === "array" ? count : count * 2;
      }
      case "packed":
        this.packed(row, flags);
        return 0;
      case "packed_texts":
        this.packedTexts();
        return 0;
      default:
        throw new VariantError("not-in-dialect");
    }
  }

  /** The row for a header. Resources have two types of ints and floats, one for each width. */
  private rowFor(header: number): StoredType | undefined {
    const found = rows.get(header & 0xff);
    if (found === undefined || found.length === 1) return found?.[0];
    const wide = (header & wideFlag) !== 0;
    return found.find(({ element }) => wide === (element === "i64" || element === "f64"));
  }

  private numbers(row: StoredType, count: number, flags: number): void {
    const given = flags !== 0 || row.element === "f64" || row.element === "i64" ? 8 : 4;
    this.reals(this.input.take(count * given), given, widthOf(row.element, this.format));
  }

  /** Writes numbers of `given` bytes with `width` bytes. Narrowing that would change one throws. */
  private reals(bytes: Uint8Array, given: number, width: number): void {
    const { output, format } = this;
    const reversed = !format.littleEndian;
    if (given === width) {
      output.numbers(bytes, width, reversed);
      return;
    }
    const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const to = new DataView(new ArrayBuffer((bytes.length / given) * width));
    for (let i = 0; i * given < bytes.length; i++) {
      if (width === 8) {
        to.setFloat64(i * 8, from.getFloat32(i * 4, true), true);
        continue;
      }
      const value = from.getFloat64(i * 8, true);
      if (!Object.is(Math.fround(value), value)) throw new VariantError("not-in-dialect");
      to.setFloat32(i * 4, value, true);
    }
    output.numbers(new Uint8Array(to.buffer), width, reversed);
  }

  private text(nul = 0): string {
    const length = this.input.u32();
    const text = decoder.decode(this.input.take(length).subarray(0, length - nul));
    this.input.skip(-length & 3);
    return text;
  }

  private nodePath(): void {
    const { input, output } = this;
    const names = input.u32() - 0x80000000;
    const subnames = input.u32();
    const absolute = input.u32() & 1;
    if (names > 0xffff || subnames > 0x7fff) throw new VariantError("unsupported-value");
    output.u16(names);
    output.u16(subnames | (absolute << 15));
    for (let i = 0; i < names + subnames; i++) writeName(output, this.text(), this.format);
  }

  private smallId(id: bigint): number {
    if (id > 0xffffffffn) throw new VariantError("int-out-of-range");
    return Number(id);
  }

  /** Writes a null Object, or an Object that refers to a resource of the file. */
  private reference(flags: number): void {
    const { input, output, format } = this;
    if (flags !== 0) {
      // The id of an object of a running game; 0 is null.
      if (input.u64() !== 0n) throw noReference();
      output.u32(objectKind.null);
      return;
    }
    const className = this.text();
    if (className === "") {
      output.u32(objectKind.null);
      return;
    }
    const [kind, id] = this.parts(className);
    const internal = kind === internalClass;
    const place = internal
      ? format.idPlaces.get(id)
      : id.length < 11 && Number(id) < this.externals
        ? Number(id)
        : undefined;
    if (place === undefined) throw noReference();
    if (internal && isUnread(format, this.owner, place)) this.unread.add(id);
    output.u32(internal ? objectKind.internal : objectKind.external);
    output.u32(internal && !format.namedIds ? Number(id) : place);
  }

  private parts(className: string): Reference {
    const known = className === internalClass || className === externalClass;
    if (!known || this.input.u32() !== 1 || this.text() !== "id") throw noReference();
    const header = this.input.u32();
    const type = rows.get(header & 0xff)?.[0]?.type;
    if (type === "String") return [className, this.text()];
    if (type !== "int") throw new VariantError("unsupported-value");
    const wide = (header & wideFlag) !== 0;
    return [className, String(wide ? this.input.u64() : this.input.u32())];
  }

  private packed(row: StoredType, flags: number): void {
    const { input, output } = this;
    const count = input.u32();
    const width = widthOf(row.element, this.format);
    const given = row.element === "real" ? (flags !== 0 ? 8 : 4) : width;
    output.u32(count);
    const start = output.length;
    const size = count * row.components * given;
    this.reals(input.take(size), given, width);
    input.skip(-size & 3);
    output.pad(start);
  }

  private packedTexts(): void {
    const count = this.input.u32();
    this.output.u32(count);
    for (let i = 0; i < count; i++) writeText(this.output, this.text(1));
  }
}

const noReference = () => new VariantError("unsupported-value", { hints: [hint("resource-objects")] });
