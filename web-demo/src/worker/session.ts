// One open file in its worker.
import {
  type Candidate,
  type Layer,
  load,
  parsePath,
  setCodeGeneration,
  type Unwrapped,
  unwrap,
  VariantError,
  type Warning,
} from "godot-variant";
import type { Address, Lost, Mark, Note, Opened, OpenRequest, Place as RowPlace } from "../protocol.js";
import { dialectText, framingText, layerText, readingsOf } from "./describe.js";
import type { Edits } from "./edits.js";
import { Frames, type Reading } from "./frames.js";
import { addressOf, FilePlace, type Place, ValuePlace } from "./model.js";
import { Rows } from "./rows.js";
import type { Work } from "./rpc.js";
import type { Search } from "./search.js";
import type { TextContent } from "./text-content.js";

setCodeGeneration(false);

const mostNotes = 1000;

export interface Secrets {
  readonly password?: string | undefined;
  readonly key?: Uint8Array | undefined;
}

/** What is inside the layers of a file. */
export interface Content {
  readonly layers: readonly Layer[];
  readonly candidates: readonly Candidate[];
  readonly frames: Frames;
  readonly warnings: readonly Note[];
  /** Before anything was left out or changed. */
  readonly original: Uint8Array<ArrayBuffer>;
  readonly lost: readonly Lost[];
  /** What kind of text it is, when it is one. */
  readonly textName?: string | undefined;
}

export class Session {
  /** Counts edits: places are asked for again after one. */
  version = 0;
  readonly name: string;
  readonly fileSize: number;
  readonly secrets: Secrets;
  readonly inside: Content;
  readonly rows: Rows;
  #edits: Edits | undefined;
  #search: Search | undefined;

  constructor({ name, blob }: OpenRequest, secrets: Secrets, inside: Content) {
    this.name = name;
    this.fileSize = blob.size;
    this.secrets = secrets;
    this.inside = inside;
    this.rows = new Rows(this, new FilePlace(() => this.#frames()));
    if (inside.frames.list.length > 0) this.rows.root.open(0);
  }

  #frames(): Place[] {
    const { list, starts } = this.inside.frames;
    return list.map(({ document }, i) => new ValuePlace(document.root, starts[i] as number, true));
  }

  /** What was changed; loads with the first change. */
  async edits(): Promise<Edits> {
    const { Edits } = await import("./edits.js");
    this.#edits ??= new Edits(this);
    return this.#edits;
  }

  /** What is looked for; loads with the first search. */
  async search(): Promise<Search> {
    const { Search } = await import("./search.js");
    this.#search ??= new Search(this);
    return this.#search;
  }

  markOf(address: Address, place: Place): Mark {
    return this.#edits?.markOf(address, place) ?? "";
  }

  isMatch(address: Address): boolean {
    return this.#search?.has(address) ?? false;
  }

  placeAt(address: Address): Place {
    return this.rows.placeAt(address);
  }

  /** What a path leads to; it may begin with the number of a frame, as `[1].player.hp`, where there are several. Throws `bad-path`. */
  go(path: string): RowPlace {
    const keys = parsePath(path.trim().replace(/^value\b\.?/, ""));
    const { list } = this.inside.frames;
    const frame = list.length > 1 && typeof keys[0] === "number" ? Number(keys.shift()) : 0;
    const node = list[frame]?.document.node(keys);
    if (node === undefined) throw new VariantError("bad-path", { hint: `there is nothing at ${path}` });
    return this.rows.find([frame, ...addressOf(node)]);
  }

  /** After an edit in a frame: everything is asked for again. */
  edited(frame: number): void {
    this.inside.frames.update(frame);
    this.version++;
  }

  opened(): Opened {
    const { layers, candidates, frames, warnings, lost, original, textName } = this.inside;
    const { dialect, framing } = frames.reading;
    const texts = [
      ...layers.map(layerText),
      textName ?? framingText(framing, frames.list.length),
      textName === undefined ? `${dialectText(dialect)} Variant` : `shown as ${dialectText(dialect)} Variant`,
    ];
    return {
      layers: texts,
      encrypted: layers.some(({ container }) => container === "gdec"),
      dialect,
      framing,
      readings: readingsOf(candidates, framing),
      fileSize: this.fileSize,
      contentSize: this.inside.frames.size,
      rows: this.rows.total,
      warnings,
      lost,
      originalSize: original.length,
      isText: textName !== undefined,
    };
  }
}

export function secretsOf({ password, key }: OpenRequest): Secrets {
  if (key === undefined) return { password };
  return { key: Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)) };
}

/**
 * Undoes the layers of a file and reads what is inside: as values, as a text of values, or what is left of damaged values.
 * Rejects with the errors of `load`.
 */
export async function read(work: Work, request: OpenRequest, secrets: Secrets): Promise<Content> {
  const file = new Uint8Array(await request.blob.arrayBuffer());
  const { dialect, framing } = request;
  const unwrapped = await unwrap(file, { ...secrets, dialect });
  const { content, layers, candidates } = unwrapped;
  const kept = { layers, candidates, original: content };
  for (const reading of readingsToTry(unwrapped, request)) {
    try {
      return { ...kept, ...framesOf(content, reading), lost: [] };
    } catch (error) {
      if (!(error instanceof VariantError) || /^too-/.test(error.code)) throw error;
    }
  }
  const kind = candidates[0]?.container;
  const text = kind && (await import("./text-content.js")).textContent(content, kind);
  if (text !== undefined)
    return { ...kept, ...framesOf(content, asText, text), lost: [], textName: text.name };
  if (kind === undefined || kind === "none") {
    work.progress({ stage: "Looking for what can be read of" });
    const { rescued } = await import("./rescue.js");
    const found = rescued(content, request);
    if (found !== undefined) return { ...kept, ...framesOf(found.content, found.reading), lost: found.lost };
  }
  // It knows what to say about a file that cannot be read.
  await load(file, { ...secrets, dialect, framing });
  throw new VariantError("bad-container");
}

/** How values of a text are shown. */
const asText: Reading = { dialect: "godot-4.4", framing: "none" };

function framesOf(
  content: Uint8Array<ArrayBuffer>,
  reading: Reading,
  text?: TextContent,
): Pick<Content, "frames" | "warnings"> {
  const warnings: Note[] = [];
  const onWarning = ({ code, offset, path }: Warning, start: number) => {
    if (warnings.length < mostNotes) warnings.push({ code, text: "", path, offset: start + offset });
  };
  return { frames: new Frames(content, reading, onWarning, text), warnings };
}

function readingsToTry({ candidates }: Unwrapped, { dialect, framing }: OpenRequest): Reading[] {
  if (dialect !== undefined && framing !== undefined) return [{ dialect, framing }];
  return candidates.flatMap(({ dialect, framing }) =>
    dialect === undefined || framing === undefined ? [] : { dialect, framing },
  );
}
