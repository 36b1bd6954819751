// Reads small values, such as messages of a network, without a call into C++: those with the keys and types of earlier ones by
// generated functions, because a program gets few kinds of them, thousands of times, and all others with PlainReader.
import { type Limits, type Settings, settingsKey } from "../base/options.js";
import { flag } from "../table/boundary.gen.js";
import { Type } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import { codeGenerationAllowed, generated } from "./code-generation.js";
import { type MessageCode, type ReadMessage, readerOf } from "./message-code.js";
import { finePlaceCount, finePlaceOf, placeCount, placeOf } from "./message-places.js";
import { type MessageMemory, messageText, mostLevels } from "./message-values.js";
import { PlainReader } from "./plain-message.js";

/** The most bytes of a message; packets of a network are smaller. */
const mostBytes = 2048;
/**
 * A place generates a reader after this many messages that it cannot read, because until V8 has optimized a function, it costs as much as
 * it saves in the next thousand messages.
 */
const worthReader = 512;
const mostReaders = 4;
/** So many messages are compared with each other, and two must have the same code: most messages of some programs come only once. */
const mostSamples = 8;
const mostDoubts = 1 << 10;
/** The balance of successes and failures stays within this, so that it soon follows a change. */
const mostLuck = 64;
/** Where they rarely succeed, trying them costs more than it saves, so only every eighth message tries again. */
const retries = 8;
/** Then a new reader waits for so many times as many messages. */
const patience = 8;
const mostFunctions = 256;

/** Sizes of messages that may be values of another dialect. */
interface SizeRange {
  readonly from: number;
  readonly to: number;
}

/** What the codec said of the sample. */
interface Sample {
  readonly doubt: SizeRange;
  /** Bytes of its value in JavaScript, for the limit `memory`. */
  readonly memory: number;
}

interface Reader extends Sample {
  readonly read: ReadMessage;
}

/** Counts how often something succeeds, so that it is tried rarely where it seldom does. */
class Luck {
  private balance = mostLuck;
  private skipped = 0;

  /** Whether a quarter of the last tries succeeded. */
  isGood(): boolean {
    return this.balance >= 0;
  }

  isWorthTrying(): boolean {
    return this.isGood() || ++this.skipped % retries === 0;
  }

  note(success: boolean): void {
    if (success) this.balance = Math.min(this.balance + 3, mostLuck);
    else this.balance = Math.max(this.balance - 1, -mostLuck);
  }
}

/** The readers of messages that begin alike, the most used ones first. */
class Place {
  readonly readers: Reader[] = [];
  private missed = 0;
  private worth = worthReader;
  private luck = new Luck();
  /** The codes of the last messages, while a reader is worth its time. */
  private readonly samples = new Set<string>();

  read(
    memory: MessageMemory,
    at: number,
    size: number,
    { budget, dialectName }: Settings,
  ): Variant | undefined {
    const { readers } = this;
    if (readers.length === 0 || !this.luck.isWorthTrying()) return undefined;
    for (let i = 0; i < readers.length; i++) {
      const reader = readers[i] as Reader;
      const value = holds(reader.doubt, size) ? undefined : reader.read(memory, at, at + (size >> 2));
      this.luck.note(value !== undefined);
      if (value === undefined) {
        messageText.restart();
        continue;
      }
      budget?.take(reader.memory + size, 0, dialectName);
      if (i > 0) [readers[i - 1], readers[i]] = [reader, readers[i - 1] as Reader];
      return value;
    }
    return undefined;
  }

  /** Whether most messages are of other kinds than its readers. */
  isCrowded(): boolean {
    return !this.luck.isGood();
  }

  /** Whether, with one more message that no reader could read, a new reader is worth its time. */
  isDue(): boolean {
    return this.missed + 1 >= this.worth;
  }

  /** Counts a message that no reader could read. */
  count(): void {
    this.missed++;
  }

  /** Whether another sample had this code. */
  comesAgain(code: string): boolean {
    if (this.samples.has(code)) return true;
    if (this.samples.add(code).size === mostSamples) this.wait(patience);
    return false;
  }

  /** Waits for more messages, `factor` times as many as the last time, before further samples are compared. */
  wait(factor: number): void {
    this.samples.clear();
    this.missed = 0;
    this.worth *= factor;
  }

  add(read: ReadMessage, sample: Sample): void {
    const { readers } = this;
    this.wait(this.luck.isGood() ? 1 : patience);
    if (readers.some((reader) => reader.read === read)) return;
    if (readers.length === mostReaders) readers.pop();
    readers.push({ ...sample, read });
    this.luck = new Luck();
  }
}

const noPlaces = (count: number) => new Array<Place | undefined>(count).fill(undefined);

/** What is known of the messages of one dialect. */
class Group {
  readonly headers: Int32Array;
  readonly exact: boolean;
  private places = noPlaces(placeCount);
  /** By `beginning`, the sizes of messages that may be values of another dialect. */
  private readonly doubts = new Map<number, SizeRange>();
  /** Undefined in `exact` mode, of which only functions read messages. */
  private readonly plain: PlainReader | undefined;
  private readonly luck = new Luck();
  /** Whether messages of too many kinds had the same place. */
  private isFine = false;

  /** `headers` are those of `Boundary.runHeaders`. */
  constructor(headers: Int32Array, exact: boolean) {
    this.headers = headers;
    this.exact = exact;
    this.plain = exact ? undefined : new PlainReader(headers);
  }

  /** Reads a message that begins at word `at`; undefined if C++ reads it, for the first time or because only C++ can. */
  read(memory: MessageMemory, at: number, input: Uint8Array, settings: Settings): Variant | undefined {
    if (this.isEmpty(memory, at, input)) return undefined;
    const place = this.places[this.numberOf(input)];
    if (place === undefined) return undefined;
    const generates = codeGenerationAllowed();
    const value = generates ? place.read(memory, at, input.length, settings) : undefined;
    if (value !== undefined) return value;
    if (!this.isFine && place.isCrowded()) this.refine();
    // What a value takes in memory is known of samples only.
    if (this.plain === undefined || settings.budget !== undefined || (generates && place.isDue()))
      return undefined;
    const doubt = this.doubts.get(this.beginning(memory, at));
    if (doubt === undefined || holds(doubt, input.length) || !this.luck.isWorthTrying()) return undefined;
    const plain = this.plain.read(memory, at, at + (input.length >> 2));
    this.luck.note(plain !== undefined);
    if (plain !== undefined && generates) place.count();
    return plain;
  }

  /** The header, and the count of a container, as one number: all that the sizes depend on. */
  private beginning({ i32 }: MessageMemory, at: number): number {
    const header = i32[at] as number;
    return header * 0x100000000 + (this.isContainer(header) ? (i32[at + 1] as number) >>> 0 : 0);
  }

  /** Whether an input is at most an empty container, which C++ reads as quickly. */
  private isEmpty({ i32 }: MessageMemory, at: number, { length }: Uint8Array): boolean {
    return length === 8 && this.isContainer(i32[at] as number);
  }

  private isContainer(header: number): boolean {
    return header === this.headers[Type.Array] || header === this.headers[Type.Dictionary];
  }

  private numberOf(input: Uint8Array): number {
    return this.isFine ? finePlaceOf(input, this.headers) : placeOf(input);
  }

  /** Begins anew, with places for messages that begin alike. */
  private refine(): void {
    this.isFine = true;
    this.places = noPlaces(finePlaceCount);
  }

  /** Notes what C++ said of a message without a warning, which begins at word `at`. Returns its place if a new reader is worth its time. */
  note(memory: MessageMemory, at: number, input: Uint8Array, doubt: SizeRange): Place | undefined {
    if (this.isEmpty(memory, at, input)) return undefined;
    const { doubts } = this;
    const first = this.beginning(memory, at);
    if (!doubts.has(first)) {
      if (doubts.size === mostDoubts) doubts.clear();
      doubts.set(first, doubt);
    }
    const number = this.numberOf(input);
    this.places[number] ??= new Place();
    const place = this.places[number];
    if (!codeGenerationAllowed()) return undefined;
    const isDue = place.isDue();
    place.count();
    return isDue ? place : undefined;
  }
}

const holds = ({ from, to }: SizeRange, size: number) => from <= size && size <= to;

class Messages {
  private settings: Settings | undefined;
  private usable = false;
  private group: Group | undefined;
  private readonly groups = new Map<number, Group>();
  /** By their code, because messages of one kind may have several places, and V8 optimizes what is called often. */
  private readonly functions = new Map<string, ReadMessage>();

  /** The group of an input that may be a message; undefined before C++ has read one. */
  groupOf(input: Uint8Array, settings: Settings): Group | undefined {
    if (settings !== this.settings) this.adopt(settings);
    return this.usable && isMessage(input) ? this.group : undefined;
  }

  /** Begins a group if the last input, which C++ has read with these settings, may be a message. */
  begin(input: Uint8Array, settings: Settings, headers: () => Int32Array): Group | undefined {
    const known = this.groupOf(input, settings);
    if (known !== undefined || !this.usable || !isMessage(input)) return known;
    this.group = new Group(headers(), settings.exact);
    this.groups.set(settingsKey(settings), this.group);
    return this.group;
  }

  /** Adds a reader of messages like a sample, whose tape is in memory, to its place, if the place had another one like it. */
  learn(place: Place, code: MessageCode, sample: Sample): void {
    const text = code.text();
    if (text === undefined) place.wait(patience);
    else if (this.functions.has(text) || place.comesAgain(text)) this.add(place, text, sample);
  }

  private add(place: Place, text: string, sample: Sample): void {
    const read = this.functionOf(text);
    if (read !== undefined) place.add(read, sample);
  }

  private functionOf(code: string): ReadMessage | undefined {
    const known = this.functions.get(code);
    if (known !== undefined) return known;
    const made = generated(() => readerOf(code));
    if (made === undefined) return undefined;
    if (this.functions.size === mostFunctions) this.functions.clear();
    this.functions.set(code, made);
    return made;
  }

  private adopt(settings: Settings): void {
    this.settings = settings;
    const { flags, form, limits } = settings;
    this.usable =
      (form.exact || form.dictionaries !== "map") &&
      !form.views &&
      isRoomy(limits) &&
      (flags & flag.storeVarFraming) === 0;
    this.group = this.groups.get(settingsKey(settings));
  }
}

/** Whether no message that is read here can reach these limits: a value takes at least 4 bytes of it. */
const isRoomy = ({ elements, depth, memory }: Limits) =>
  elements >= mostBytes / 4 && depth > mostLevels && memory >= 1 << 20;

/** The readers of all codecs; a codec that is dropped leaves them to the next one. */
export const messages = new Messages();

/** Whether an input may be a message: at least two whole words. */
function isMessage({ length }: Uint8Array): boolean {
  return length <= mostBytes && length >= 8 && length % 4 === 0;
}
