// Reads messages that have the keys and types of earlier ones by generated functions, without a call into C++. A program that
// receives messages gets few kinds of them, thousands of times.
import type { Settings } from "../base/options.js";
import { flag } from "../table/boundary.gen.js";
import { defaultLimits } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import { type MessageCode, type MessageMemory, type ReadMessage, readerOf } from "./message-code.js";
import { codeGenerationAllowed } from "./object-shapes.js";

/** The most bytes of a message; packets of a network are smaller. */
const mostBytes = 2048;
/** A place generates its first reader after this many messages that it cannot read, and each further one after twice as many. */
const worthReader = 64;
const mostReaders = 4;
/** Where the readers of a place rarely succeed, to try them costs more than it saves. Then every eighth message tries again. */
const mostLuck = 64;
const retries = 8;
const mostFunctions = 256;
const placeBits = 6;

/** Sizes of messages that may be values of another dialect. */
export interface SizeRange {
  readonly from: number;
  readonly to: number;
}

/** What the codec said of the sample. */
export interface Sample {
  readonly doubt: SizeRange;
  /** Bytes of its value in JavaScript, for the limit `memory`. */
  readonly memory: number;
}

interface Reader extends Sample {
  readonly read: ReadMessage;
}

/** The readers of messages that begin alike, the most used ones first. */
class Place {
  readonly readers: Reader[] = [];
  private missed = 0;
  private worth = worthReader;
  /** Positive while at least a quarter of the messages could be read. */
  private luck = mostLuck;
  private skipped = 0;

  read(memory: MessageMemory, at: number, size: number, { budget }: Settings): Variant | undefined {
    const { readers } = this;
    if (this.luck < 0 && ++this.skipped % retries !== 0) return undefined;
    for (let i = 0; i < readers.length; i++) {
      const reader = readers[i] as Reader;
      const { from, to } = reader.doubt;
      const value = from <= size && size <= to ? undefined : reader.read(memory, at, at + (size >> 2));
      if (value === undefined) continue;
      budget?.take(reader.memory + size);
      if (i > 0) [readers[i - 1], readers[i]] = [reader, readers[i - 1] as Reader];
      if (this.luck < mostLuck) this.luck += 3;
      return value;
    }
    if (this.luck > -mostLuck) this.luck--;
    return undefined;
  }

  /** Counts a message that no reader could read, and says whether a new reader is worth its time. */
  misses(): boolean {
    if (++this.missed < this.worth) return false;
    this.missed = 0;
    this.worth *= 2;
    return true;
  }

  add(read: ReadMessage, sample: Sample): void {
    const { readers } = this;
    if (readers.some((reader) => reader.read === read)) return;
    if (readers.length === mostReaders) readers.pop();
    readers.push({ ...sample, read });
    this.luck = mostLuck;
  }
}

class Messages {
  private settings: Settings | undefined;
  private places: (Place | undefined)[] | undefined;
  private readonly placesOf = new Map<number, (Place | undefined)[]>();
  /** By their code, because messages of one kind may have several places, and V8 optimizes what is called often. */
  private readonly functions = new Map<string, ReadMessage>();
  private allowed = true;

  /** The place whose readers may read the input; undefined if it has none, or if the settings need C++. */
  placeOf(input: Uint8Array, settings: Settings): Place | undefined {
    if (settings !== this.settings) this.adopt(settings);
    const place = this.places === undefined || !isMessage(input) ? undefined : this.places[numberOf(input)];
    return place !== undefined && place.readers.length > 0 && codeGenerationAllowed() ? place : undefined;
  }

  /** Counts an input that C++ has decoded without a warning. Returns its place if a new reader is worth its time. */
  missed(input: Uint8Array): Place | undefined {
    const { places } = this;
    if (places === undefined || !isMessage(input) || !this.allowed || !codeGenerationAllowed())
      return undefined;
    const number = numberOf(input);
    places[number] ??= new Place();
    return places[number].misses() ? places[number] : undefined;
  }

  /** Adds a reader of messages like a sample, whose tape is in memory, to its place. */
  learn(place: Place, code: MessageCode, sample: Sample): void {
    const text = code.text();
    if (text === undefined) return;
    try {
      place.add(this.functionOf(text), sample);
    } catch {
      this.allowed = false;
    }
  }

  private functionOf(code: string): ReadMessage {
    const known = this.functions.get(code);
    if (known !== undefined) return known;
    if (this.functions.size === mostFunctions) this.functions.clear();
    const made = readerOf(code);
    this.functions.set(code, made);
    return made;
  }

  private adopt(settings: Settings): void {
    this.settings = settings;
    const { dialect, flags, form, limits } = settings;
    const usable =
      !form.exact &&
      form.dictionaries !== "map" &&
      !form.views &&
      limits === defaultLimits &&
      (flags & flag.storeVarFraming) === 0;
    this.places = usable ? this.placesFor(dialect * 256 + flags) : undefined;
  }

  private placesFor(key: number): (Place | undefined)[] {
    let places = this.placesOf.get(key);
    if (places === undefined) {
      places = new Array<Place | undefined>(1 << placeBits).fill(undefined);
      this.placesOf.set(key, places);
    }
    return places;
  }
}

/** The readers of all codecs; a codec that is dropped leaves them to the next one. */
export const messages = new Messages();

/** Whether an input may be a message: a container of at least one value, in whole words. */
function isMessage({ length }: Uint8Array): boolean {
  return length <= mostBytes && length >= 12 && length % 4 === 0;
}

/**
 * The number of a place: from the count, the first key or element and, if it is a text, the first value. Messages often say their kind
 * there.
 */
function numberOf(input: Uint8Array): number {
  const byte = (at: number) => (at < input.length ? (input[at] as number) : 0);
  let mixed = byte(4) * 5 + byte(8) * 3 + byte(12) * 7 + byte(16);
  const value = 16 + ((byte(12) + 3) & ~3);
  if (byte(value) === byte(8)) mixed += byte(value + 8) * 13 + byte(value + 9) * 17;
  return mixed & ((1 << placeBits) - 1);
}
