import { signal } from "@preact/signals";
import type { Edit } from "../protocol/edits.js";
import { type Address, isSameAddress } from "../protocol/places.js";
import { shortText } from "../values/short-text.js";
import { ValueGone } from "./moments.js";

/** The field of a value or a key. A vector has one for each of its numbers. */
export interface Field {
  readonly address: Address;
  readonly kind: Edit["kind"];
  readonly part: number;
}

/** A text that could not be taken as a value or a key. It stays until the person corrects or discards it. */
export interface Draft extends Field {
  readonly text: string;
  readonly problem: string;
}

const isSame = (one: Field, other: Field) =>
  isSameAddress(one.address, other.address) && one.kind === other.kind && one.part === other.part;

/** The drafts of a file, the oldest first. */
export class Drafts {
  readonly #all = signal<readonly Draft[]>([]);

  get all(): readonly Draft[] {
    return this.#all.value;
  }

  of(field: Field): Draft | undefined {
    return this.#all.value.find((draft) => isSame(draft, field));
  }

  /** The bytes of a value that were typed and not taken. */
  bytesOf(address: Address): readonly Draft[] {
    return this.all.filter((draft) => draft.kind === "bytes" && isSameAddress(draft.address, address));
  }

  put(draft: Draft): void {
    this.#all.value = [...this.#all.value.filter((one) => !isSame(one, draft)), draft];
  }

  drop(field: Field): void {
    if (this.of(field) !== undefined) this.#all.value = this.#all.value.filter((one) => !isSame(one, field));
  }

  /** Drops the drafts of a value that has been edited. */
  dropAt(address: Address): void {
    if (this.#all.value.length > 0)
      this.#all.value = this.#all.value.filter((one) => !isSameAddress(one.address, address));
  }

  /** After an edit: what is typed meanwhile belongs to the same values. What has no place any more waits to be discarded. */
  follow(find: (address: Address) => Address | undefined): void {
    if (this.#all.value.length === 0) return;
    this.#all.value = this.#all.value.map((draft) => {
      const address = find(draft.address);
      return address ? { ...draft, address } : { ...draft, address: [], problem: new ValueGone().message };
    });
  }

  /** @param adding The container of a form that is being sent; its texts are drafts too. */
  requireNone(adding?: Address): void {
    const draft = this.all.find(({ kind, address }) => kind !== "add" || !isSameAddress(address, adding));
    if (draft !== undefined)
      throw new Error(`Correct or discard “${shortText(draft.text)}” first. ${draft.problem}`);
  }

  clear(): void {
    this.#all.value = [];
  }
}
