// Where the page writes a file back: over the file on the disk, or into the storage of a game.
import { sameBytes } from "../../../js/base/bytes.js";
import { unchanged } from "../protocol/unchanged.js";

const pieceSize = 1 << 22;

/**
 * A file in storage of its own, because one on the disk cannot be read any more once it has changed. Copied piece by piece: the
 * page never holds all of it.
 */
export async function copyOf(blob: Blob): Promise<Blob> {
  return blob instanceof File ? unchanged(blob, copied) : blob;
}

async function copied(file: Blob): Promise<Blob> {
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const endPiece = () => {
    pieces.push(new Blob(chunks));
    chunks = [];
    size = 0;
  };
  // A slice of a file that has grown would look whole.
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size >= pieceSize) endPiece();
  }
  endPiece();
  return new Blob(pieces);
}

/** Someone else has written the file since the page read it, or nobody may write it. */
export class WriteRefused extends Error {
  /** Whether the person may decide to overwrite what is there. */
  readonly mayOverwrite: boolean;

  constructor(message: string, mayOverwrite: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayOverwrite = mayOverwrite;
  }
}

export interface Origin {
  /** What is there now. */
  read(): Promise<Blob>;
  /**
   * Rejects with a WriteRefused, and changes nothing, if the file is no longer the one that was read or written last.
   * @param anyway Overwrites what `read` returned last.
   * @returns What may still undo the write, in words for the person; nothing if it lasts.
   */
  write(bytes: Uint8Array<ArrayBuffer>, anyway: boolean): Promise<string | undefined>;
}

/** A file as it came in. */
export interface Source {
  readonly name: string;
  readonly blob: Blob;
  readonly password?: string | undefined;
  /** Set if the page can write the file where it was read. */
  readonly origin?: Origin | undefined;
}

/** Whether a file is what the page read, or the bytes that it wrote. */
async function isStill(now: File, known: Blob): Promise<boolean> {
  if (known instanceof File) return now.size === known.size && now.lastModified === known.lastModified;
  // When it was written says nothing: another program may have written it at the same time.
  return hasSameBytes(now, known);
}

export async function hasSameBytes(one: Blob, other: Blob): Promise<boolean> {
  return one.size === other.size && sameBytes(...(await Promise.all([bytesOf(one), bytesOf(other)])));
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** A file that the browser lets the page overwrite, as it was read. */
export class FileOnDisk implements Origin {
  readonly handle: FileSystemFileHandle;
  /** As the page read it for the person, or wrote it. */
  #known: Blob;
  /** As it was read last. */
  #read: File;

  constructor(handle: FileSystemFileHandle, known: File) {
    this.handle = handle;
    this.#known = this.#read = known;
  }

  async read(): Promise<Blob> {
    this.#read = await this.handle.getFile().catch(refused);
    return this.#read;
  }

  async write(bytes: Uint8Array<ArrayBuffer>, anyway: boolean): Promise<undefined> {
    const { handle } = this;
    const over = anyway ? this.#read : this.#known;
    const requireSame = async () => {
      if (!(await isStill(await handle.getFile(), over)))
        throw new WriteRefused(
          "Since you opened this file, another program or another tab of this page has changed it.",
          true,
        );
    };
    try {
      await requireSame();
      const stream = await handle.createWritable();
      try {
        await stream.write(bytes);
        // Nothing is replaced until now, and writing may have taken long. Other tabs may do the same at this moment.
        await navigator.locks.request(`godot-variant write ${handle.name}`, async () => {
          await requireSame();
          await stream.close();
        });
      } catch (error) {
        await stream.abort().catch(() => {});
        throw error;
      }
      this.#known = new Blob([bytes]);
    } catch (error) {
      refused(error);
    }
  }
}

function refused(error: unknown): never {
  if (error instanceof WriteRefused) throw error;
  const name = error instanceof DOMException ? error.name : "";
  const reasons: Readonly<Record<string, string>> = {
    NotAllowedError: "The browser was not allowed to write this file.",
    NoModificationAllowedError: "Another program is writing this file.",
    NotFoundError: "This file is no longer where it was.",
    QuotaExceededError: "There is no room left to write this file.",
  };
  throw new WriteRefused(reasons[name] ?? `This file could not be written: ${error}`, false, {
    cause: error,
  });
}
