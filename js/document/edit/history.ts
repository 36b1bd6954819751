// Undo and redo: the steps of each edit.
import { join } from "../../base/bytes.js";
import type { Variant } from "../../values/variant.js";
import type { Child, ContainerNode, Item } from "../read/container-node.js";
import type { Finder } from "../read/finder.js";
import { Output } from "../read/output.js";
import type { Reader } from "../read/reader.js";

/** @internal The change that one edit makes to one container, or to the root value. */
export interface Step {
  /** Undefined for the root value. */
  readonly container: ContainerNode | undefined;
  readonly position: number;
  /** Whether the entry at the position is removed. */
  readonly removes: boolean;
  /** The entry that is added. */
  readonly item?: Item | undefined;
  /** The entry that was removed. */
  old?: Child;
}

/** An edit, as `changes` lists it. */
export interface Change {
  /** The method that made the edit. */
  readonly kind: "set" | "replaceType" | "insert" | "delete" | "rename" | "move";
  /** The path of the value before the edit. */
  readonly path: string;
  /** The path as an array of keys and indices. */
  readonly keys: readonly unknown[];
  /** The new path, if the value was renamed or moved. */
  readonly to?: string | undefined;
  /** The old value; undefined for `insert`. */
  readonly before: Variant | undefined;
  /** The new value; undefined for `delete`. */
  readonly after: Variant | undefined;
}

/** An edit that is to be done. */
interface Edit {
  readonly kind: Change["kind"];
  readonly keys: readonly unknown[];
  readonly to?: readonly unknown[] | undefined;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly container: ContainerNode | undefined;
  readonly into: ContainerNode | undefined;
}

/** An edit that is done. */
interface Entry {
  readonly kind: Change["kind"];
  readonly keys: readonly unknown[];
  readonly to: readonly unknown[] | undefined;
  readonly before: (() => Variant) | undefined;
  readonly after: (() => Variant) | undefined;
  readonly steps: readonly Step[];
}

/** @internal Runs and undoes edits. Stores references to the replaced ranges, never copies of the document. */
export class History {
  private readonly reader: Reader;
  private readonly finder: Finder;
  private readonly done: Entry[] = [];
  private undone: Entry[] = [];

  constructor(reader: Reader, finder: Finder) {
    this.reader = reader;
    this.finder = finder;
  }

  run({ kind, keys, to, before, after, container, into }: Edit, steps: readonly Step[]): void {
    const [old, made] = [this.reading(before, container), this.reading(after, into)];
    for (const step of steps) this.apply(step);
    this.done.push({ kind, keys, to, before: old, after: made, steps });
    this.undone = [];
  }

  /** A function that reads a value as it is now, whatever later edits change in it. */
  private reading(item: Item | undefined, container: ContainerNode | undefined): (() => Variant) | undefined {
    const { reader } = this;
    if (item === undefined) return undefined;
    if (item.inside === undefined) {
      const unedited = item.withKey(item);
      return () => reader.value(unedited, container);
    }
    const output = new Output();
    output.item(item);
    const pieces = output.pieces();
    return () => reader.format.decode(join(pieces));
  }

  undo(): boolean {
    const last = this.done.pop();
    if (last === undefined) return false;
    for (const step of [...last.steps].reverse()) this.revert(step);
    this.undone.push(last);
    return true;
  }

  redo(): boolean {
    const next = this.undone.pop();
    if (next === undefined) return false;
    for (const step of next.steps) this.apply(step);
    this.done.push(next);
    return true;
  }

  /** All edits that were not undone, oldest first. */
  changes(): Change[] {
    return this.done.map(({ kind, keys, to, before, after }) => ({
      kind,
      keys: [...keys],
      path: this.reader.pathOf(keys),
      to: to && this.reader.pathOf(to),
      get before() {
        return before?.();
      },
      get after() {
        return after?.();
      },
    }));
  }

  private apply(step: Step): void {
    this.change(step, step.removes, step.item);
  }

  private revert(step: Step): void {
    this.change(step, step.item !== undefined, step.old);
  }

  private change(step: Step, removes: boolean, comes: Child | undefined): void {
    const { reader } = this;
    const { container, position } = step;
    reader.version++;
    if (container === undefined) {
      step.old ??= reader.root;
      reader.root = comes as Item;
      return;
    }
    let goes: Child | undefined;
    if (removes && comes !== undefined) goes = container.put(position, comes);
    else if (removes) goes = container.remove(position);
    else container.insert(position, comes as Child);
    if (comes === step.item && goes !== undefined) step.old = goes;
    const gone = typeof goes === "number" ? container.original(goes) : goes;
    if (gone !== undefined && typeof goes === "number") gone.number = goes;
    this.finder.update(container, gone, comes === undefined ? -1 : position);
  }
}
