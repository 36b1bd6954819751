// Reads what the entries of a tape consist of: words, texts, NodePaths, declared types. docs/INTERNALS.md describes the tape.
import { tape as bit } from "../../table/boundary.gen.js";
import { unsigned64 } from "../../table/numbers.js";
import { type TypeName, typeNames } from "../../table/table.gen.js";
import { reserved } from "../../values/plain-containers.js";
import { type NodePath, nodePathOf } from "../../values/small-values.js";
import type { ContainerType } from "../../values/variant.js";
import type { PooledTexts } from "../../wasm/pooled-texts.js";
import type { Tape } from "../../wasm/tape.js";
import { tapeText } from "../../wasm/tape-text.js";

/** Reads a tape from word to word. */
export class TapeReader {
  protected readonly tape: Tape;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  private readonly pooled: PooledTexts | undefined;
  private readonly strings: (string | undefined)[];
  /** The index of the next word. */
  at: number;

  constructor(tape: Tape, at: number) {
    this.tape = tape;
    this.i32 = tape.i32;
    this.f32 = tape.f32;
    this.f64 = tape.f64;
    this.pooled = tape.pooled;
    this.strings = tape.strings ?? new Array(tape.pooled === undefined ? tape.textCount : 0);
    this.at = at;
  }

  protected next(): number {
    return this.i32[this.at++] as number;
  }

  protected align(): void {
    this.at += this.at & 1;
  }

  protected unsigned(): bigint {
    const at = this.at;
    this.at += 2;
    return unsigned64(this.i32[at] as number, this.i32[at + 1] as number);
  }

  protected text(): string {
    return this.textOf(this.next());
  }

  textOf(number: number): string {
    return this.strings[number] ?? this.newText(number);
  }

  private newText(number: number): string {
    const { pooled } = this;
    if (pooled?.number === number) return pooled.next() ?? tapeText(this.tape, number);
    const text = tapeText(this.tape, number);
    this.strings[number] = text;
    return text;
  }

  protected textList(count: number): string[] {
    const texts = reserved<string>(count);
    for (let i = 0; i < count; i++) texts[i] = this.text();
    return texts;
  }

  protected nodePath(): NodePath {
    const flags = this.next();
    const nameCount = this.next();
    const subnameCount = this.next();
    const names = this.textList(nameCount);
    const subnames = this.textList(subnameCount);
    const hasProperty = flags & bit.pathPropertyKnown ? (flags & bit.pathHasProperty) !== 0 : undefined;
    return nodePathOf((flags & bit.pathAbsolute) !== 0, names, subnames, hasProperty);
  }

  protected containerType(kind: number): ContainerType | undefined {
    if (kind === 0) return undefined;
    if (kind === 1) return { kind: "builtin", type: typeNames[this.next()] as TypeName };
    if (kind === 3) return { kind: "script", path: this.text() };
    if (this.i32[this.at] !== bit.anyClass) return { kind: "class", name: this.text() };
    this.at++;
    return { kind: "class", name: "EncodedObjectAsID" };
  }
}
