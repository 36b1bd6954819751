// The warnings about one file.
import type { Warning } from "../../index.js";

/** Each file has a line in the report, with all its warnings in it. */
const mostListed = 10;

/** Hears the warnings while a file is read. */
export class FirstWarnings {
  #listed: Warning[] = [];
  #count = 0;
  #nextOffset = 0;

  readonly hear = (warning: Warning): void => {
    if (this.#listed.length === this.#count && this.#count < mostListed) {
      // Its path is computed when somebody asks for it.
      this.#listed.push({ ...warning, path: warning.path });
    } else if (this.#listed.length === this.#count) {
      this.#nextOffset = warning.offset;
    }
    this.#count += warning.count ?? 1;
  };

  /** Forgets all: another file comes, or the same one is read in another way and says its warnings again. */
  restart(): void {
    this.#listed = [];
    this.#count = 0;
  }

  /** The first ones, and `more-warnings` with the number of the others; undefined if there are none. */
  get listed(): readonly Warning[] | undefined {
    if (this.#count === 0) return undefined;
    const count = this.#count - this.#listed.length;
    const more: Warning = { code: "more-warnings", offset: this.#nextOffset, path: "", count };
    return count === 0 ? this.#listed : [...this.#listed, more];
  }
}
