// The warnings about one file.
import type { Warning } from "../../index.js";

/** Each file has a line in the report, with all its warnings in it. */
const mostListed = 10;

/** Hears the warnings while a file is read. */
export class FirstWarnings {
  /** Those that are listed, and the one behind them. */
  #first: Warning[] = [];
  #count = 0;

  readonly hear = (warning: Warning): void => {
    // Its path is computed when somebody asks for it.
    if (this.#first.length <= mostListed) this.#first.push({ ...warning, path: warning.path });
    this.#count += warning.count ?? 1;
  };

  /** Forgets all: another file comes, or the same one is read in another way and says its warnings again. */
  readonly restart = (): void => {
    this.#first = [];
    this.#count = 0;
  };

  /** The first ones, and `more-warnings` with the number of the others; undefined if there are none. */
  get listed(): readonly Warning[] | undefined {
    if (this.#count === 0) return undefined;
    const listed = this.#first.slice(0, mostListed);
    const next = this.#first[mostListed];
    if (next === undefined) return listed;
    const { offset } = next;
    return [...listed, { code: "more-warnings", offset, path: "", count: this.#count - listed.length }];
  }
}
