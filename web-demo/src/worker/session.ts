// One open file in its worker.
import { dialectDescriptions, parsePath, setCodeGeneration, VariantError } from "godot-variant";
import type { Address, Mark, Opened, OpenRequest, Place as RowPlace } from "../protocol.js";
import { dialectText, framingText, layerText, readingsOf } from "./describe.js";
import type { Edits } from "./edits.js";
import { Frames } from "./frames.js";
import { addressOf, FilePlace, type Place, ValuePlace } from "./model.js";
import { Rows } from "./rows.js";
import type { Search } from "./search.js";
import { type Secrets, secretsOf } from "./secrets.js";
import type { Unpacked } from "./unpacked.js";

setCodeGeneration(false);

/** What is inside the layers of a file. */
export interface Content extends Pick<Unpacked, "layers" | "candidates" | "warnings" | "original" | "lost"> {
  readonly frames: Frames;
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

  constructor(request: OpenRequest, inside: Content) {
    this.name = request.name;
    this.fileSize = request.blob.size;
    this.secrets = secretsOf(request);
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
      targets: dialectDescriptions.filter(({ engine }) => engine).map(({ name, about }) => [name, about]),
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

/** A file as it was unpacked, here or elsewhere. */
export async function contentOf(unpacked: Unpacked): Promise<Content> {
  const { content, reading, places, kind, ...rest } = unpacked;
  if (kind === undefined) return { ...rest, frames: new Frames(content, reading, { places }) };
  const text = (await import("./text-content.js")).textContent(content, kind);
  return { ...rest, frames: new Frames(content, reading, { text }), textName: text?.name };
}
