// The page's side of page_bridge.gd and page_bridge_3.gd, which describe the messages too.
import { base64Parts, bytesOfBase64 } from "../table/base64.js";

/** The first element of a message. */
const kinds = { call: 0, answer: 1, failure: 2, event: 3, closed: 4 } as const;

/** Where the two ints of a message stand, behind the header and the count of its Array (docs/FORMAT.md). */
const [kindAt, idAt, intSize] = [8, 16, 8];

/** Functions by name, as one side offers them to the other. */
// biome-ignore lint/suspicious/noExplicitAny: any function fits
export type BridgeFunctions = Record<string, (...args: any[]) => unknown>;

/** What one side of a bridge offers: the functions that the other side calls, and the events that it hears. */
export interface BridgeSide {
  /** By name. */
  functions?: BridgeFunctions;
  /** The value of each event, by name. */
  events?: Record<string, unknown>;
}

type FunctionsOf<Side> = Side extends { functions: infer Functions extends BridgeFunctions }
  ? Functions
  : Record<never, never>;
type EventsOf<Side> = Side extends { events: infer Events extends Record<string, unknown> }
  ? Events
  : Record<never, never>;
type ArgumentsOf<Called> = Called extends (...args: infer Args) => unknown ? Args : never;
type ResultOf<Called> = Called extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** A side of which nothing is declared. */
type AnySide = Required<BridgeSide>;

/** `decode` and `encode` of `godot-variant` or `godot-variant/slim`. */
export interface BridgeCodec {
  /**
   * Encodes a message.
   *
   * @param value The message.
   * @param options The dialect of the game.
   * @returns Its bytes.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the codec has its own type for values
  encode(value: any, options: { dialect: "godot-3" | "godot-4" }): Uint8Array;
  /**
   * Decodes a message.
   *
   * @param bytes What the game sent.
   * @param options The dialect of the game.
   * @returns The message.
   */
  decode(bytes: Uint8Array, options: { dialect: "godot-3" | "godot-4" }): unknown;
}

/** Options of `PageBridge`. */
export interface BridgeOptions<Page extends BridgeSide> {
  /** What turns values into bytes and back; passed in, so that a page chooses the entry and loads it once. */
  readonly codec: BridgeCodec;
  /** What the game may call. */
  readonly functions?: FunctionsOf<Page> | undefined;
  /** The property of `target` through which the game finds the bridge; `godotVariantBridge` by default. */
  readonly name?: string | undefined;
  /** The window in which the game runs: this one by default, or `contentWindow` of a frame of the same origin. */
  readonly target?: object | undefined;
}

/** The object that the game sees. */
interface Exposed {
  attach(notify: () => void, engine: number): void;
  detach(): void;
  send(base64: string): void;
  take(): Uint8Array | undefined;
  takeText(): string | undefined;
}

type Dialect = "godot-3" | "godot-4";

/** A message from before the game told its engine: its bytes in each dialect, or why that lacks a value. */
interface Early {
  readonly id: number;
  readonly made: Record<Dialect, { readonly bytes: Uint8Array } | { readonly error: unknown }>;
}

interface Listener {
  readonly hear: (value: never) => void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Calls and events between a page and an HTML5 game, whose side is the node `page_bridge.gd` (Godot 4) or `page_bridge_3.gd` (Godot 3.4
 * and newer). Values travel as Variants, so vectors, dictionaries and PackedByteArrays keep their types. Calls and events that come
 * before the game has started are kept until then.
 *
 * @typeParam Game What the game offers.
 * @typeParam Page What this page offers.
 * @example
 * interface Game {
 *   functions: { heal(amount: number): number };
 *   events: { died: { by: string } };
 * }
 * interface Page {
 *   functions: { upload(save: Uint8Array): Promise<boolean> };
 *   events: { paused: boolean };
 * }
 * const bridge = new PageBridge<Game, Page>({ codec: { decode, encode }, functions: { upload: async (save) => save.length > 0 } });
 * bridge.on("died", ({ by }) => console.log(`killed by ${by}`));
 * bridge.emit("paused", true);
 * const health = await bridge.call("heal", 10);
 */
export class PageBridge<Game extends BridgeSide = AnySide, Page extends BridgeSide = AnySide> {
  /** Resolves when the game has connected for the first time. */
  readonly connected: Promise<void>;
  readonly #codec: BridgeCodec;
  readonly #functions: BridgeFunctions;
  readonly #target: Record<string, unknown>;
  readonly #name: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #waiting = new Map<number, Waiting>();
  /** Messages that the game has not taken yet. */
  #outbox: Uint8Array[] = [];
  #notify: (() => void) | undefined;
  #dialect: Dialect = "godot-4";
  #early: Early[] = [];
  /** Calls of the game that have no answer yet. */
  readonly #asked = new Set<number>();
  #nextId = 1;
  #isClosed = false;
  #connect = (): void => {};

  /**
   * Opens the side of the page, which a game finds when it starts, or within half a second.
   *
   * @param options The codec, what the game may call, and where the game finds the bridge.
   * @throws {TypeError} If `target` has a property of that name already.
   */
  constructor(options: BridgeOptions<Page>) {
    const { codec, functions, name = "godotVariantBridge", target = globalThis } = options;
    this.#codec = codec;
    this.#functions = functions ?? {};
    this.#target = target as Record<string, unknown>;
    this.#name = name;
    if (this.#target[name] !== undefined) throw new TypeError(`There is a property ${name} already.`);
    this.connected = new Promise((resolve) => {
      this.#connect = resolve;
    });
    const exposed: Exposed = {
      attach: (notify, engine) => this.#attach(notify, engine),
      detach: () => this.#detach(),
      send: (base64) => void this.#message(base64),
      take: () => this.#outbox.shift(),
      takeText: () => {
        const bytes = this.#outbox.shift();
        return bytes && [...base64Parts(bytes)].join("");
      },
    };
    this.#target[name] = exposed;
  }

  /**
   * Calls a function that the game has exposed.
   *
   * @param name The name under which the game exposed it.
   * @param args Its arguments; anything that `encode` takes.
   * @returns What the function returned, as `decode` gives it.
   * @throws {Error} If the game has no such function, its answer cannot be read, or the game or the bridge was closed.
   * @example
   * const health = await bridge.call("heal", 10);
   */
  call<Name extends string & keyof FunctionsOf<Game>>(
    name: Name,
    ...args: ArgumentsOf<FunctionsOf<Game>[Name]>
  ): Promise<ResultOf<FunctionsOf<Game>[Name]>> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      try {
        this.#post(id, [kinds.call, id, name, args]);
      } catch (error) {
        this.#waiting.delete(id);
        throw error;
      }
    });
  }

  /**
   * Sends an event to the game, which hears it as the signal `event_received`.
   *
   * @param name The name of the event.
   * @param value Its value; anything that `encode` takes.
   * @throws {VariantError} If the value cannot be encoded.
   * @throws {Error} If the bridge was closed.
   * @example
   * bridge.emit("paused", true);
   */
  emit<Name extends string & keyof EventsOf<Page>>(name: Name, value: EventsOf<Page>[Name]): void {
    this.#post(0, [kinds.event, 0, name, value ?? null]);
  }

  /**
   * Listens to an event that the game sends with `emit_to_page`.
   *
   * @param name The name of the event.
   * @param listener Called with the value, as `decode` gives it.
   * @returns A function that stops listening.
   * @example
   * const stop = bridge.on("died", ({ by }) => console.log(by));
   */
  on<Name extends string & keyof EventsOf<Game>>(
    name: Name,
    listener: (value: EventsOf<Game>[Name]) => void,
  ): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    // Its own object, because one function may listen twice.
    const one: Listener = { hear: listener };
    this.#listeners.set(name, listeners.add(one));
    return () => listeners.delete(one);
  }

  /**
   * Removes the bridge from the window and rejects the calls that have no answer yet, on both sides. The game then looks for another bridge of
   * that name. What it sends to this one is not heard, and its calls fail.
   */
  close(): void {
    // Another bridge may have the name since.
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Before the name goes, by which old engines take messages.
    for (const id of [...this.#asked]) this.#refuseClosed(id);
    this.#tell([kinds.closed, 0, "", null]);
    delete this.#target[this.#name];
    this.#early = [];
    const notify = this.#notify;
    this.#detach();
    // The game may go on sending.
    this.#notify = notify;
  }

  /** The game waits for an answer of every call. */
  #refuseClosed(id: number): void {
    this.#tell([kinds.failure, id, "", "The bridge was closed."]);
  }

  #tell(message: unknown[]): void {
    try {
      this.#send(this.#codec.encode(message, { dialect: this.#dialect }));
    } catch {
      // The game has crashed.
    }
  }

  #attach(notify: () => void, engine: number): void {
    if (this.#isClosed) return;
    this.#detach();
    this.#notify = notify;
    this.#dialect = engine === 3 ? "godot-3" : "godot-4";
    const early = this.#early;
    this.#early = [];
    for (const message of early) this.#postEarly(message);
    this.#connect();
  }

  /** The dialect of the game may lack a type that seemed to fit when the message was made. */
  #postEarly({ id, made }: Early): void {
    const { [this.#dialect]: result } = made;
    if ("bytes" in result) {
      this.#send(result.bytes);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting === undefined) reportError(result.error);
    else waiting.reject(result.error as Error);
  }

  /** A game that has left answers no more. */
  #detach(): void {
    this.#notify = undefined;
    this.#outbox = [];
    this.#asked.clear();
    const early = new Set(this.#early.map(({ id }) => id));
    for (const [id, { reject }] of this.#waiting) {
      if (early.has(id)) continue;
      this.#waiting.delete(id);
      reject(new Error("The game has gone before it answered."));
    }
  }

  /** Encodes a message at once, because its values may change until the game takes it. */
  #post(id: number, message: unknown[]): void {
    if (this.#isClosed) throw new Error("The bridge was closed.");
    if (this.#notify !== undefined) {
      this.#send(this.#codec.encode(message, { dialect: this.#dialect }));
      return;
    }
    const made = {
      "godot-3": this.#encoded(message, "godot-3"),
      "godot-4": this.#encoded(message, "godot-4"),
    };
    const { [this.#dialect]: result } = made;
    if ("error" in result) throw result.error;
    this.#early.push({ id, made });
  }

  #encoded(message: unknown[], dialect: Dialect): Early["made"][Dialect] {
    try {
      return { bytes: this.#codec.encode(message, { dialect }) };
    } catch (error) {
      return { error };
    }
  }

  #send(bytes: Uint8Array): void {
    // A copy, because the engine takes the whole buffer of some views.
    this.#outbox.push(new Uint8Array(bytes));
    this.#notify?.();
  }

  async #message(base64: string): Promise<void> {
    const bytes = bytesOfBase64(base64);
    if (bytes === undefined) throw new TypeError("The game sent something other than base64.");
    if (this.#isClosed) {
      const id = this.#intAt(bytes, idAt) as number;
      // Later, because a game that tries again at once would do so without end.
      if (this.#intAt(bytes, kindAt) === kinds.call) setTimeout(() => this.#refuseClosed(id));
      return;
    }
    let message: unknown;
    try {
      message = this.#codec.decode(bytes, { dialect: this.#dialect });
    } catch (error) {
      this.#refuse(bytes, error as Error);
      return;
    }
    const [kind, id, name, value] = message as [number, number, string, unknown];
    if (kind === kinds.event) this.#tellListeners(name, value);
    else if (kind === kinds.call) await this.#answer(id, name, value as unknown[]);
    else {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (kind === kinds.answer) waiting?.resolve(value);
      else waiting?.reject(new Error(String(value)));
    }
  }

  /** A listener that listens anew hears only the next event, and one that was stopped hears nothing. */
  #tellListeners(name: string, value: unknown): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    for (const one of [...listeners]) if (listeners.has(one)) hear(one, value);
  }

  /** Whoever waits for a message that cannot be read hears why, because its kind and id, which stand first, can be. */
  #refuse(bytes: Uint8Array, error: Error): void {
    const [kind, id] = [this.#intAt(bytes, kindAt), this.#intAt(bytes, idAt)];
    const waiting = this.#waiting.get(id as number);
    if (kind === kinds.call) this.#post(id as number, [kinds.failure, id, "", sentenceOf(error)]);
    else if (kind !== kinds.answer || waiting === undefined) throw error;
    else {
      this.#waiting.delete(id as number);
      waiting.reject(error);
    }
  }

  #intAt(bytes: Uint8Array, start: number): unknown {
    return this.#codec.decode(bytes.subarray(start, start + intSize), { dialect: this.#dialect });
  }

  async #answer(id: number, name: string, args: unknown[]): Promise<void> {
    const notify = this.#notify;
    this.#asked.add(id);
    let message: unknown[];
    try {
      if (!Object.hasOwn(this.#functions, name)) throw new Error(`The page has no function ${name}.`);
      message = [kinds.answer, id, name, (await this.#functions[name]?.(...args)) ?? null];
      this.#codec.encode(message, { dialect: this.#dialect });
    } catch (error) {
      message = [kinds.failure, id, name, sentenceOf(error)];
    }
    // A game that was started since did not ask.
    if (this.#isClosed || this.#notify !== notify) return;
    this.#asked.delete(id);
    this.#post(id, message);
  }
}

/** What an error says. A text that was cut may end with half a surrogate pair, which no Variant holds, and the game would wait for ever. */
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\p{Surrogate}/gu, "\ufffd");

/** An error of one listener does not keep an event from the others. */
function hear({ hear }: Listener, value: unknown): void {
  try {
    hear(value as never);
  } catch (error) {
    reportError(error);
  }
}
