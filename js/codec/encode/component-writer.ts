import { type ErrorCode, VariantError } from "../../base/errors.js";
import { tape as bit } from "../../table/boundary.gen.js";
import type { Components } from "../../table/components.js";
import { fitsSingle } from "../../table/numbers.js";
import { components, Type } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import type { Color, Vector2, Vector3 } from "../../values/vectors.js";
import { TapeWriter } from "../../wasm/tape-writer.js";

/** Writes vectors, shapes, transforms and colors. The commonest have functions that know their fields. */
export abstract class ComponentWriter extends TapeWriter {
  /** Whether vectors are to be 64-bit. */
  protected wideReals = false;
  /** What was wrong with the value; it is thrown without a path, which only those around the value know. */
  protected fault: VariantError | undefined;
  private readonly numbers: number[] = new Array(16).fill(0.5);

  protected error(code: ErrorCode, hint?: string, cause?: unknown): VariantError {
    this.fault = new VariantError(code, { hint, cause });
    return this.fault;
  }

  protected unsupported(hint: string): VariantError {
    return this.error("unsupported-value", hint);
  }

  protected vector2(value: Vector2): void {
    const { x, y } = value;
    if (typeof x !== "number" || typeof y !== "number" || this.isUnusual(value)) {
      this.components(value, Type.Vector2);
      return;
    }
    this.reserve(3);
    const { f32, at } = this;
    this.i32[at] = Type.Vector2;
    f32[at + 1] = x;
    f32[at + 2] = y;
    this.at = at + 3;
  }

  protected vector3(value: Vector3): void {
    const { x, y, z } = value;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || this.isUnusual(value)) {
      this.components(value, Type.Vector3);
      return;
    }
    this.reserve(4);
    const { f32, at } = this;
    this.i32[at] = Type.Vector3;
    f32[at + 1] = x;
    f32[at + 2] = y;
    f32[at + 3] = z;
    this.at = at + 4;
  }

  protected color(value: Color): void {
    const { r, g, b, a } = value;
    if (
      typeof r !== "number" ||
      typeof g !== "number" ||
      typeof b !== "number" ||
      typeof a !== "number" ||
      this.isUnusual(value)
    ) {
      this.components(value, Type.Color);
      return;
    }
    this.reserve(5);
    const { f32, at } = this;
    this.i32[at] = Type.Color;
    f32[at + 1] = r;
    f32[at + 2] = g;
    f32[at + 3] = b;
    f32[at + 4] = a;
    this.at = at + 5;
  }

  private isUnusual(value: Vector2 | Vector3 | Color): boolean {
    return this.wideReals || value.wide || value.componentBits !== undefined;
  }

  protected components(value: Components, type: number): void {
    const count = components[type] as number;
    const numbers = this.checkedNumbers(value, count);
    if (isIntegerType(type)) this.integers(type, numbers, count);
    else if (value.wide || value.componentBits !== undefined || this.needsDouble(numbers, count))
      this.unusualReals(value, type, numbers, count);
    else this.singles(type, numbers, count);
  }

  private singles(type: number, numbers: readonly number[], count: number): void {
    this.reserve(1 + count);
    const { f32, at } = this;
    this.i32[at] = type;
    for (let i = 0; i < count; i++) f32[at + 1 + i] = numbers[i] as number;
    this.at = at + 1 + count;
  }

  /** Numbers that may be 64-bit, or NaNs whose bits are known. */
  private unusualReals(value: Components, type: number, numbers: number[], count: number): void {
    const wide = value.wide || this.needsDouble(numbers, count);
    this.reserve(2 + count * 2);
    const tag = this.at;
    this.i32[this.at++] = wide ? type | bit.wide : type;
    if (wide) this.at += this.at & 1;
    const words = wide ? count * 2 : count;
    if (wide) for (let i = 0; i < count; i++) this.f64[(this.at >> 1) + i] = numbers[i] as number;
    else for (let i = 0; i < count; i++) this.f32[this.at + i] = numbers[i] as number;
    if (value.componentBits?.length === words && this.restoreNaNs(value.componentBits, numbers, count)) {
      this.i32[tag] = (this.i32[tag] as number) | bit.nan;
    }
    this.at += words;
  }

  private needsDouble(numbers: number[], count: number): boolean {
    if (!this.wideReals) return false;
    for (let i = 0; i < count; i++) if (!fitsSingle(numbers[i] as number)) return true;
    return false;
  }

  /** Puts the bits that were read back where a component still is the NaN that it was. */
  private restoreNaNs(bits: Int32Array, numbers: number[], count: number): boolean {
    const width = bits.length / count;
    const old = width === 2 ? new Float64Array(bits.buffer) : new Float32Array(bits.buffer);
    let found = false;
    for (let i = 0; i < count; i++) {
      if (!Number.isNaN(numbers[i]) || !Number.isNaN(old[i])) continue;
      found = true;
      for (let w = i * width; w < (i + 1) * width; w++) this.i32[this.at + w] = bits[w] as number;
    }
    return found;
  }

  private integers(type: number, numbers: number[], count: number): void {
    this.reserve(1 + count);
    this.i32[this.at++] = type;
    for (let i = 0; i < count; i++) {
      const number = numbers[i] as number;
      if ((number | 0) !== number) throw this.error("int-out-of-range", `${number} is not a 32-bit integer`);
      this.i32[this.at++] = number;
    }
  }

  private checkedNumbers(value: Components, count: number): number[] {
    const { numbers } = this;
    try {
      value.toArray(numbers, 0);
    } catch (cause) {
      throw this.error("unsupported-value", "a part of the value is missing", cause);
    }
    for (let i = 0; i < count; i++) {
      if (typeof numbers[i] !== "number") throw this.unsupported("every component must be a number");
    }
    return numbers;
  }
}
