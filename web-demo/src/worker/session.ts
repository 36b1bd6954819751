// One open file in its worker.
import {
  type Candidate,
  type DocumentNode,
  type Layer,
  load,
  parsePath,
  setCodeGeneration,
  type Unwrapped,
  unwrap,
  VariantError,
  type Warning,
} from "godot-variant";
import type { Address, Note, Opened, OpenRequest, Place as RowPlace } from "../protocol.js";
import { dialectText, framingText, layerText, readingsOf } from "./describe.js";
import { Edits } from "./edits.js";
import { Frames, type Reading } from "./frames.js";
import { FilePlace, type Place, ValuePlace } from "./model.js";
import { Rows } from "./rows.js";
import { Search } from "./search.js";

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
}

export class Session {
  /** Counts edits: places are asked for again after one. */
  version = 0;
  readonly name: string;
  readonly fileSize: number;
  readonly secrets: Secrets;
  readonly inside: Content;
  readonly rows: Rows;
  readonly edits: Edits;
  readonly search: Search;

  constructor({ name, blob }: OpenRequest, secrets: Secrets, inside: Content) {
    this.name = name;
    this.fileSize = blob.size;
    this.secrets = secrets;
    this.inside = inside;
    this.rows = new Rows(this, new FilePlace(() => this.#frames()));
    this.edits = new Edits(this);
    this.search = new Search(this);
    if (inside.frames.list.length > 0) this.rows.root.open(0);
  }

  #frames(): Place[] {
    const { list, starts } = this.inside.frames;
    return list.map(({ document }, i) => new ValuePlace(document.root, starts[i] as number, true));
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
    const { layers, candidates, frames, warnings } = this.inside;
    const { dialect, framing } = frames.reading;
    const texts = [
      ...layers.map(layerText),
      framingText(framing, frames.list.length),
      `${dialectText(dialect)} Variant`,
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
    };
  }
}

export function secretsOf({ password, key }: OpenRequest): Secrets {
  if (key === undefined) return { password };
  return { key: Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)) };
}

/** Undoes the layers of a file and reads what is inside. Rejects with the errors of `load`. */
export async function read(request: OpenRequest, secrets: Secrets): Promise<Content> {
  const file = new Uint8Array(await request.blob.arrayBuffer());
  const { dialect, framing } = request;
  const unwrapped = await unwrap(file, { ...secrets, dialect });
  for (const reading of readingsToTry(unwrapped, request)) {
    const warnings: Note[] = [];
    try {
      const frames = new Frames(unwrapped.content, reading, ({ code, offset, path }: Warning, start) => {
        if (warnings.length < mostNotes) warnings.push({ code, text: "", path, offset: start + offset });
      });
      return { layers: unwrapped.layers, candidates: unwrapped.candidates, frames, warnings };
    } catch (error) {
      if (!(error instanceof VariantError) || /^too-/.test(error.code)) throw error;
    }
  }
  // It knows what to say about a file that cannot be read.
  await load(file, { ...secrets, dialect, framing });
  throw new VariantError("bad-container");
}

function readingsToTry({ candidates }: Unwrapped, { dialect, framing }: OpenRequest): Reading[] {
  if (dialect !== undefined && framing !== undefined) return [{ dialect, framing }];
  return candidates.flatMap(({ dialect, framing }) =>
    dialect === undefined || framing === undefined ? [] : { dialect, framing },
  );
}

/** The positions of a value and of what it is in. */
export function addressOf(node: DocumentNode): number[] {
  const { parent } = node;
  return parent === undefined ? [] : [...addressOf(parent), node.position];
}
