// Values of a binary resource in Godot 4's encoding, which `decode` reads: the same types with other numbers, and texts,
// NodePaths and references in another form. Containers are on a stack of counts, so nesting uses no stack of calls.
import { hint } from "../base/hints.js";
import type { Limits } from "../base/options.js";
import { TextEncoder } from "../base/text-coders.js";
import type { ByteReader, ByteWriter } from "./byte-cursor.js";
import { objectKind, type StoredType, storedTypes } from "./resource-table.gen.js";
import {
  externalClass,
  internalClass,
  isIn,
  isUnread,
  readName,
  readText,
  type StoredFormat,
  wideFlag,
  widthOf,
} from "./stored-format.js";

const rows = new Map(storedTypes.map((row) => [row.id, row]));
const wireOf = (type: string): number => storedTypes.find((row) => row.type === type)?.wire as number;
const [stringWire, intWire, objectWire] = [wireOf("String"), wireOf("int"), wireOf("Object")];
const encoder = new TextEncoder();

export class StoredValues {
  private readonly input: ByteReader;
  private readonly output: ByteWriter;
  private readonly format: StoredFormat;
  private elements: number;
  private readonly depth: number;
  /** How many external resources the file has. */
  private readonly externals: number;
  /** The place of the resource that has the values. */
  owner = 0;
  /** Where references are that engines read as null, in the values since this was last emptied. */
  unread: number[] = [];

  constructor(
    input: ByteReader,
    output: ByteWriter,
    format: StoredFormat,
    limits: Limits,
    externals: number,
  ) {
    this.externals = externals;
    this.input = input;
    this.output = output;
    this.format = format;
    this.elements = limits.elements;
    this.depth = limits.depth;
  }

  /** Copies one value with its contents. */
  copy(): void {
    const open = [1];
    while (open.length > 0) {
      const last = open.length - 1;
      if (open[last] === 0) {
        open.pop();
        continue;
      }
      (open[last] as number)--;
      const inside = this.value(last > this.depth);
      if (inside > 0) open.push(inside);
    }
  }

  /** Copies the head of a value, and all of it unless it is a container. Returns how many values are in it. */
  private value(tooDeep: boolean): number {
    const { input, format } = this;
    input.start = input.at;
    if (tooDeep) throw input.fail("too-deep", [hint("raise-limit", "depth")]);
    const row = rows.get(input.u32());
    if (row === undefined || !isIn(row, format)) throw input.fail("unknown-type");
    this.count(1);
    return this.payload(row);
  }

  private count(elements: number): void {
    this.elements -= elements;
    if (this.elements < 0) throw this.input.fail("too-large", [hint("raise-limit", "elements")]);
  }

  private payload(row: StoredType): number {
    const { input, output } = this;
    switch (row.layout) {
      case "empty":
        output.u32(row.wire);
        return 0;
      case "boolean":
        output.u32(row.wire);
        output.u32(Number(input.u32() !== 0));
        return 0;
      case "integer":
      case "real":
        this.numbers(row, 1);
        return 0;
      case "numbers":
        this.numbers(row, row.components);
        return 0;
      case "text":
        output.u32(row.wire);
        this.text(readText(input, input.u32()));
        return 0;
      case "node_path":
        this.nodePath(row);
        return 0;
      case "id":
        output.u32(row.wire);
        output.u64(BigInt(input.u32()));
        return 0;
      case "object":
        this.reference();
        return 0;
      case "signal":
        // Resources hold no signal's name and object.
        output.u32(row.wire);
        this.text("");
        output.u64(0n);
        return 0;
      case "dictionary":
        return this.container(row) * 2;
      case "array":
        return this.container(row);
      case "packed":
        this.packed(row);
        return 0;
      case "packed_texts":
        this.packedTexts(row);
        return 0;
      default:
        throw input.fail("unknown-type");
    }
  }

  private numbers(row: StoredType, count: number): void {
    const width = widthOf(row.element, this.format);
    // Godot's encoding marks 64-bit numbers in the header.
    this.output.u32(row.wire | (width === 8 ? wideFlag : 0));
    this.output.numbers(this.input.take(count * width), width, !this.format.littleEndian);
  }

  private text(text: string, nul = 0): void {
    const { output } = this;
    const bytes = encoder.encode(text);
    output.u32(bytes.length + nul);
    const start = output.length;
    output.put(bytes);
    output.put(new Uint8Array(nul));
    output.pad(start);
  }

  private nodePath(row: StoredType): void {
    const { input, output } = this;
    const names = input.u16();
    const word = input.u16();
    const subnames = word & 0x7fff;
    output.u32(row.wire);
    output.u32(names + 0x80000000);
    output.u32(subnames);
    output.u32(word >> 15);
    this.count(names + subnames);
    for (let i = 0; i < names + subnames; i++) this.text(readName(input, this.format));
  }

  /** A reference becomes an Object with one property, as the parser of Godot's text form makes it. */
  private reference(): void {
    const { input, output } = this;
    const kind = input.u32();
    output.u32(objectWire);
    if (kind === objectKind.null) {
      this.text("");
      return;
    }
    if (kind !== objectKind.internal && kind !== objectKind.external) throw input.fail("unsupported-type");
    const number = input.u32();
    const { namedIds, ids, idPlaces } = this.format;
    const internal = kind === objectKind.internal;
    const place = internal && !namedIds ? idPlaces.get(String(number)) : number;
    const isNull = internal
      ? place === undefined || isUnread(this.format, this.owner, place)
      : number >= this.externals;
    if (isNull) this.unread.push(input.start);
    this.text(internal ? internalClass : externalClass);
    output.u32(1);
    this.text("id");
    if (internal && namedIds) {
      const id = ids[number];
      if (id === undefined) throw input.fail("bad-length");
      output.u32(stringWire);
      this.text(id);
    } else {
      output.u32(intWire | wideFlag);
      output.u64(BigInt(number));
    }
  }

  private container(row: StoredType): number {
    const count = this.input.u32();
    // Each value takes at least the four bytes of its type.
    if (count > this.input.left / 4) throw this.input.fail("unexpected-end");
    this.output.u32(row.wire);
    this.output.u32(count);
    return count;
  }

  private packed(row: StoredType): void {
    const { input, output } = this;
    const count = input.u32();
    const width = widthOf(row.element, this.format);
    output.u32(row.wire | (row.element === "real" && width === 8 ? wideFlag : 0));
    output.u32(count);
    const start = output.length;
    output.numbers(input.take(count * row.components * width), width, !this.format.littleEndian);
    // Only bytes can end between words; the other arrays have no padding.
    const padding = -(count * row.components * width) & 3;
    if (input.take(padding).some((byte) => byte !== 0)) throw input.fail("bad-length");
    output.pad(start);
  }

  private packedTexts(row: StoredType): void {
    const count = this.input.u32();
    if (count > this.input.left / 4) throw this.input.fail("unexpected-end");
    this.count(count);
    this.output.u32(row.wire);
    this.output.u32(count);
    for (let i = 0; i < count; i++) this.text(readText(this.input, this.input.u32()), 1);
  }
}
