import { signal } from "@preact/signals";

const pageSize = 4096;
const mostPages = 64;

/** The bytes that were shown lately; others are fetched on demand. */
export class ByteCache {
  /** Grows whenever bytes arrive. */
  readonly revision = signal(0);
  readonly #pages = new Map<number, { version: number; bytes: Uint8Array | undefined }>();
  readonly #fetch: (start: number, count: number) => Promise<Uint8Array>;

  constructor(fetch: (start: number, count: number) => Promise<Uint8Array>) {
    this.#fetch = fetch;
  }

  /** Up to `count` bytes; undefined until they arrive. */
  get(start: number, count: number): Uint8Array | undefined {
    const bytes = this.#pages.get(Math.floor(start / pageSize))?.bytes;
    const at = start % pageSize;
    return bytes?.subarray(at, at + count);
  }

  need(version: number, start: number, end: number): void {
    for (let page = Math.floor(start / pageSize); page * pageSize < end; page++) {
      if (this.#pages.get(page)?.version !== version) void this.#load(page, version);
    }
  }

  async #load(page: number, version: number): Promise<void> {
    const old = this.#pages.get(page)?.bytes;
    this.#pages.delete(page);
    this.#pages.set(page, { version, bytes: old });
    for (const first of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(first);
    }
    const bytes = await this.#fetch(page * pageSize, pageSize).catch(() => undefined);
    if (bytes === undefined || this.#pages.get(page)?.version !== version) return;
    this.#pages.set(page, { version, bytes });
    this.revision.value++;
  }
}
