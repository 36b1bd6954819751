// Where the page writes a file back: over the file on the disk, or into the storage of a game.

const pieceSize = 1 << 22;

/**
 * A file in storage of its own, because one on the disk cannot be read any more once it has changed. Copied piece by piece: the
 * page never holds all of it.
 */
export async function copyOf(blob: Blob): Promise<Blob> {
  if (!(blob instanceof File)) return blob;
  const pieces: Blob[] = [];
  for (let at = 0; at < blob.size; at += pieceSize)
    pieces.push(new Blob([await blob.slice(at, at + pieceSize).arrayBuffer()]));
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
   * @param anyway Overwrites whatever is there.
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

/** A file that the browser lets the page overwrite, as it was read. */
export class FileOnDisk implements Origin {
  readonly handle: FileSystemFileHandle;
  #known: File;

  constructor(handle: FileSystemFileHandle, known: File) {
    this.handle = handle;
    this.#known = known;
  }

  read(): Promise<Blob> {
    return this.handle.getFile().catch(refused);
  }

  async write(bytes: Uint8Array<ArrayBuffer>, anyway: boolean): Promise<undefined> {
    const now = await this.handle.getFile().catch(refused);
    if (!anyway && (now.size !== this.#known.size || now.lastModified !== this.#known.lastModified))
      throw new WriteRefused("Another program has changed this file since you opened it.", true);
    try {
      const stream = await this.handle.createWritable();
      await stream.write(bytes);
      await stream.close();
      this.#known = await this.handle.getFile();
    } catch (error) {
      refused(error);
    }
  }
}

function refused(error: unknown): never {
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
