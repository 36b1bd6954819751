// The bookmarks of a file. They follow the values through edits, and the browser keeps their paths.
import { computed, signal } from "@preact/signals";
import type { CallName, Calls } from "../protocol/calls.js";
import type { Edited } from "../protocol/edits.js";
import { type Address, isSameAddress, type RowPlace } from "../protocol/places.js";
import { store, stored } from "../widgets/stored.js";
import { followed } from "./follow.js";

interface Bookmark {
  /** Where the value is, or was last. */
  readonly address: Address;
  readonly path: string;
  readonly preview: string;
  /** The number of edits after which the value was gone; undefined while it is there. */
  readonly goneAfter: number | undefined;
}

/** The file, as its bookmarks need it. */
interface Bookmarked {
  readonly source: { readonly name: string };
  readonly selected: { readonly value: RowPlace | undefined };
  call<Name extends CallName>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>>;
  select(address: Address): Promise<void>;
}

/** The bookmarks of more files are forgotten, the oldest first. */
const mostFiles = 50;
type Kept = Readonly<Record<string, readonly string[]>>;

function keptPaths(): Kept {
  try {
    const kept: unknown = JSON.parse(stored("bookmarks") ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/** The names of the files whose bookmarks the browser keeps. */
export const bookmarkedFiles = (): string[] => Object.keys(keptPaths());

export function forgetBookmarks(names: readonly string[]): void {
  const left = Object.entries(keptPaths()).filter(([name]) => !names.includes(name));
  store("bookmarks", JSON.stringify(Object.fromEntries(left)));
}

const compare = (one: Address, other: Address) => {
  let i = 0;
  while (i < one.length && one[i] === other[i]) i++;
  return (one[i] ?? -1) - (other[i] ?? -1);
};

export class Bookmarks {
  readonly list = signal<readonly Bookmark[]>([]);
  /** Whether the list is open, and the index of the current one; -1 for none. */
  readonly isOpen = signal(false);
  readonly at = signal(-1);
  readonly #file: Bookmarked;
  readonly #places = computed(
    () =>
      new Set(
        this.list.value
          .filter(({ goneAfter }) => goneAfter === undefined)
          .map(({ address }) => String(address)),
      ),
  );
  #described = 0;

  constructor(file: Bookmarked) {
    this.#file = file;
  }

  has(address: Address): boolean {
    return this.#places.value.has(String(address));
  }

  /** Finds the bookmarks of an earlier visit. */
  async restore(): Promise<void> {
    const paths = keptPaths()[this.#file.source.name] ?? [];
    if (!Array.isArray(paths) || paths.length === 0) return;
    const found = await this.#file.call("addressesOf", paths);
    this.list.value = paths.map((path, i) => {
      const address = found[i];
      return { path, preview: "", address: address ?? [], goneAfter: address === undefined ? 0 : undefined };
    });
    await this.#describe();
  }

  async toggle(address: Address): Promise<void> {
    const others = this.list.value.filter(
      (one) => one.goneAfter !== undefined || !isSameAddress(one.address, address),
    );
    const isNew = others.length === this.list.value.length;
    const made = { address, path: "", preview: "", goneAfter: undefined };
    this.#put(isNew ? [...others, made] : others);
    await this.#describe();
  }

  remove(index: number): void {
    this.#put(this.list.value.filter((_, i) => i !== index));
    this.#keep();
  }

  /** After an edit, an undo or a redo. */
  follow({ shifts, undo }: Edited): void {
    if (this.list.value.length === 0) return;
    this.#put(
      this.list.value.map((one) => {
        // The edit that removed the value was undone.
        if (one.goneAfter !== undefined) return undo < one.goneAfter ? { ...one, goneAfter: undefined } : one;
        const address = followed(one.address, shifts);
        return address === undefined ? { ...one, goneAfter: undo } : { ...one, address };
      }),
    );
    void this.#describe().catch(() => {});
  }

  /** Selects the next or the previous bookmark, seen from the selected value. */
  async next(forward: boolean): Promise<void> {
    const { list } = this;
    const here = this.#file.selected.value?.address ?? [];
    const there = list.value.filter(({ goneAfter }) => goneAfter === undefined);
    if (there.length === 0) throw new Error("There are no bookmarks. Ctrl+B in the tree sets one.");
    const found = forward
      ? (there.find(({ address }) => compare(address, here) > 0) ?? there[0])
      : ([...there].reverse().find(({ address }) => compare(address, here) < 0) ?? there.at(-1));
    await this.go(list.value.indexOf(found as Bookmark));
  }

  async go(index: number): Promise<void> {
    const one = this.list.value[index];
    if (one === undefined) return;
    this.at.value = index;
    if (one.goneAfter !== undefined) throw new Error(`There is no longer a value at ${one.path}.`);
    await this.#file.select(one.address);
  }

  /** In the order of the file. */
  #put(list: readonly Bookmark[]): void {
    this.list.value = [...list].sort((one, other) => compare(one.address, other.address));
    this.at.value = -1;
  }

  /** Asks for the paths and the texts of the values as they are now. */
  async #describe(): Promise<void> {
    const number = ++this.#described;
    const list = this.list.value.filter(({ goneAfter }) => goneAfter === undefined);
    const texts = await this.#file.call(
      "described",
      list.map(({ address }) => address),
    );
    if (number !== this.#described) return;
    this.list.value = this.list.value.map((one) => ({ ...one, ...texts[list.indexOf(one)] }));
    this.#keep();
  }

  #keep(): void {
    const { name } = this.#file.source;
    const { [name]: _, ...others } = keptPaths();
    const paths = this.list.value.map(({ path }) => path);
    const files = Object.entries(others).slice(-mostFiles + 1);
    store(
      "bookmarks",
      JSON.stringify(Object.fromEntries(paths.length > 0 ? [...files, [name, paths]] : files)),
    );
  }
}
