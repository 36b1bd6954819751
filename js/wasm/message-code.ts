// Generates functions that read messages, as object-code.ts generates functions that make objects.

import { tape as bit } from "../table/boundary.gen.js";
import { exactInt } from "../table/numbers.js";
import { components, layouts, Type } from "../table/table.gen.js";
import { isIntegerType } from "../table/type-kinds.js";
import { keyListOf } from "../values/key-list.js";
import { lazyDictionary } from "../values/lazy-dictionary.js";
import { fromArrays } from "../values/make-value.js";
import { StringName } from "../values/small-values.js";
import type { Variant } from "../values/variant.js";
import {
  bytesOfElement,
  endOfPackedTexts,
  exactArray,
  exactNumber,
  is64Bit,
  type MessageMemory,
  mostLevels,
  namesPath,
  packedArray,
  packedTexts,
  plainNumber,
  plainText,
  wideFlag,
} from "./message-values.js";
import { isPlainKey, literalOf } from "./object-code.js";
import { decodeText } from "./utf8.js";

/** Reads the message from word `at` to word `end`; undefined unless it has the keys and types of the sample, written as engines do. */
export type ReadMessage = (memory: MessageMemory, at: number, end: number) => Variant | undefined;

/** More values would make functions that V8 optimizes late. */
const mostValues = 128;

/** A key that means the same however it is read: others may hold a byte order mark or a NUL, or be no UTF-8. */
const isPrintable = /^[ -~]*$/;

/** The code of a function that reads messages like a sample. */
export class MessageCode {
  private readonly memory: MessageMemory;
  private readonly headers: Int32Array;
  private readonly exact: boolean;
  /** What the function refers to, which is made once. */
  private readonly constants: string[] = [];
  /** The first word of the sample. */
  private readonly start: number;
  /** Word of the sample's tape that is read next. */
  private tapeAt: number;
  /** Word of the sample that is read next. */
  private at: number;
  private statements: string[] = [];
  /** Conditions under which a message differs from the sample. */
  private differences: string[] = [];
  /** Words between the variable `a` of the code and the next one to read. */
  private ahead = 0;
  private values = 0;
  /** Containers around the next value. */
  private level = 0;
  private usable = true;

  /** The sample begins at word `at`, its tape at word `tapeAt`; `headers` are those of `Boundary.runHeaders`, `exact` is the mode. */
  constructor(memory: MessageMemory, at: number, tapeAt: number, headers: Int32Array, exact: boolean) {
    this.memory = memory;
    this.start = this.at = at;
    this.tapeAt = tapeAt;
    this.headers = headers;
    this.exact = exact;
  }

  /** The code; undefined if it would have to read what only C++ reads. */
  text(): string | undefined {
    const value = this.value();
    this.finishDifferences();
    if (!this.usable || this.values > mostValues) return undefined;
    const names = Array.from({ length: this.values }, (_, i) => `v${i}`);
    return (
      `${this.constants.join("")}return function(m,a,end){` +
      `const{i32:i,f32:f}=m;let t,${names};${this.statements.join("")}` +
      `return a+${this.ahead}===end?${value}:void 0}`
    );
  }

  /** Adds the statements that read the next value, and returns its expression. */
  private value(): string {
    const tag = this.memory.i32[this.tapeAt++] as number;
    const type = tag & 0xff;
    const header = this.headers[type] as number;
    const name = `v${this.values++}`;
    if (header < 0 || this.values > mostValues || !this.usable) return this.refuse();
    switch (type) {
      case Type.int:
      case Type.float:
        return this.number(name, type, (tag & bit.wide) !== 0);
      case Type.bool:
        this.same(1, header);
        this.differences.push(`(${name}=i[a+${this.ahead}])>>>1!==0`);
        this.skip(1);
        return `${name}!==0`;
      case Type.String:
      case Type.StringName:
        this.same(1, header);
        this.tapeAt++;
        return this.exact && type === Type.StringName ? `new Name(${this.string(name)})` : this.string(name);
    }
    this.usable &&= tag === type;
    this.same(1, header);
    if (type === Type.Nil) return "null";
    if (type === Type.Array || type === Type.Dictionary) return this.container(type);
    if (type === Type.NodePath) return this.nodePath();
    if (type === Type.PackedStringArray) return this.packedTexts(name);
    if (layouts[type] === "packed") return is64Bit(type) ? this.refuse() : this.packed(name, type);
    return this.components(name, type);
  }

  private refuse(): string {
    this.usable = false;
    return "null";
  }

  /** The next words are those of the sample, whose first one must be `expected`. */
  private same(count: number, expected?: number): void {
    const { i32 } = this.memory;
    if (expected !== undefined && i32[this.at] !== expected) this.usable = false;
    for (let i = 0; i < count; i++) this.differences.push(`i[a+${this.ahead + i}]!==${i32[this.at + i]}`);
    this.skip(count);
  }

  private skip(words: number): void {
    this.ahead += words;
    this.at += words;
  }

  private finishDifferences(): void {
    if (this.differences.length > 0) this.statements.push(`if(${this.differences.join("||")})return;`);
    this.differences = [];
  }

  private add(statement: string): void {
    this.finishDifferences();
    this.statements.push(statement);
  }

  /** An int or a float of any width; that of the sample without a call, if it is narrow. */
  private number(name: string, type: number, wideOnTape: boolean): string {
    if (wideOnTape) this.tapeAt += type === Type.float ? this.tapeAt & 1 : 0;
    this.tapeAt += wideOnTape ? 2 : 1;
    const { headers } = this;
    const first = this.memory.i32[this.at] as number;
    const at = `a+${this.ahead}`;
    const int = headers[Type.int] as number;
    const float = headers[Type.float] as number;
    if ((first & ~wideFlag) !== (type === Type.int ? int : float)) return this.refuse();
    const isNarrow = first < wideFlag;
    const [narrowInt, number] = this.exact ? [`int(i[${at}+1])`, "exactNumber"] : [`i[${at}+1]`, "number"];
    const narrow = isNarrow && type === Type.int ? `if(i[${at}]===${int}){${name}=${narrowInt}}else` : "";
    this.add(
      `${narrow}{${name}=${number}(m,${at},${int},${float});if(${name}===void 0)return}a+=${this.ahead + 2}+(i[${at}]>>>16);`,
    );
    this.at += isNarrow ? 2 : 3;
    this.ahead = 0;
    return name;
  }

  private string(name: string): string {
    const size = this.memory.i32[this.at] as number;
    const at = `a+${this.ahead}`;
    this.add(`${name}=text(m,${at},end);if(${name}===void 0)return;a+=${this.ahead + 1}+((i[${at}]+3)>>2);`);
    this.at += 1 + ((size + 3) >> 2);
    this.ahead = 0;
    return name;
  }

  private components(name: string, type: number): string {
    const count = components[type] as number;
    if (fromArrays[type] === undefined) return this.refuse();
    const { i32 } = this.memory;
    // Some dialects store columns where the tape has rows.
    for (let i = 0; i < count; i++) this.usable &&= i32[this.tapeAt + i] === i32[this.at + i];
    this.tapeAt += count;
    const source = isIntegerType(type) ? "i" : "f";
    if (source === "f") {
      const sum = Array.from({ length: count }, (_, i) => `f[a+${this.ahead + i}]`).join("+");
      this.differences.push(`(t=${sum})!==t`); // a NaN, whose bits a value may keep
    }
    this.add(`${name}=classes[${type}](${source},a+${this.ahead},false);`);
    this.skip(count);
    return name;
  }

  /** A NodePath without subnames. */
  private nodePath(): string {
    const { i32 } = this.memory;
    const flags = i32[this.tapeAt] as number;
    const count = i32[this.tapeAt + 1] as number;
    const subnames = i32[this.tapeAt + 2] as number;
    this.tapeAt += 3;
    this.usable &&= subnames === 0 && i32[this.at + 1] === 0 && i32[this.at] === (count | bit.pathNames);
    this.same(3);
    const names: string[] = [];
    for (let i = 0; i < count && this.usable; i++) {
      this.tapeAt++;
      names.push(this.string(`v${this.values++}`));
    }
    return `path(${flags},[${names}])`;
  }

  /** A packed array of any length, of numbers of 8 or 32 bits. */
  private packed(name: string, type: number): string {
    const { i32 } = this.memory;
    const count = i32[this.tapeAt] as number;
    this.usable &&= count === i32[this.at] && i32[this.tapeAt + 1] === (this.at + 1 - this.start) * 4;
    this.tapeAt += 2;
    const bytes = bytesOfElement(type);
    const at = `a+${this.ahead}`;
    this.add(
      `${name}=packed(m,${type},${bytes},${at},end);if(${name}===void 0)return;` +
        `a+=${this.ahead + 1}+((i[${at}]*${bytes}+3)>>2);`,
    );
    this.at += 1 + ((count * bytes + 3) >> 2);
    this.ahead = 0;
    return name;
  }

  /** A PackedStringArray of any length. */
  private packedTexts(name: string): string {
    const at = `a+${this.ahead}`;
    this.add(`${name}=texts(m,${at},end);if(${name}===void 0)return;a=textsEnd(m,${at});`);
    this.tapeAt += 1 + (this.memory.i32[this.tapeAt] as number);
    this.at = endOfPackedTexts(this.memory, this.at);
    this.ahead = 0;
    return name;
  }

  private container(type: number): string {
    if (this.level === mostLevels) return this.refuse();
    this.level++;
    const made = type === Type.Array ? this.array() : this.dictionary();
    this.level--;
    return made;
  }

  private array(): string {
    const count = this.memory.i32[this.tapeAt++] as number;
    this.same(1, count);
    const values: string[] = [];
    for (let i = 0; i < count && this.usable; i++) values.push(this.value());
    return this.exact ? `exactArray([${values}])` : `[${values}]`;
  }

  private dictionary(): string {
    const { i32, u8 } = this.memory;
    const stringHeader = this.headers[Type.String] as number;
    const count = i32[this.tapeAt] as number;
    this.tapeAt += 2;
    this.same(1, count);
    const keys = new Set<string>();
    const values: string[] = [];
    for (let i = 0; i < count && this.usable; i++) {
      if (i32[this.at] !== stringHeader) return this.refuse();
      this.tapeAt++;
      const size = i32[this.at + 1] as number;
      const key = decodeText(u8, (this.at + 2) * 4, size);
      if (!isPrintable.test(key) || !isPlainKey(key)) return this.refuse();
      this.same(2 + ((size + 3) >> 2));
      keys.add(key);
      values.push(this.value());
    }
    this.usable &&= keys.size === count;
    const names = [...keys];
    if (!this.exact || !this.usable) return literalOf(names, values);
    const list = `k${this.constants.length}`;
    this.constants.push(`const ${list}=keys(${JSON.stringify(names)});`);
    return `dictionary(${list},[${values}])`;
  }
}

/** The function of a code. Throws if generating is forbidden. */
export function readerOf(code: string): ReadMessage {
  const used = {
    text: plainText,
    number: plainNumber,
    packed: packedArray,
    texts: packedTexts,
    textsEnd: endOfPackedTexts,
    path: namesPath,
    classes: fromArrays,
    int: exactInt,
    exactNumber,
    exactArray,
    keys: keyListOf,
    dictionary: lazyDictionary,
    Name: StringName,
  };
  return new Function(`{${Object.keys(used)}}`, code)(used) as ReadMessage;
}
