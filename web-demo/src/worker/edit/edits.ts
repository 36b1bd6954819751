// Edits of the documents, undo and redo, and their effect on the expanded lines of the tree.
import type { Document, Variant } from "godot-variant";
import type { Address, Edit, Edited, Mark } from "../../protocol/calls.js";
import { isKeyed } from "../../values/types.js";
import type { Session } from "../session/session.js";
import type { TreeNode } from "../tree/tree-node.js";
import { parseKey, parseValue, textValue, withComponents } from "./notation.js";

type Keys = readonly Variant[];

/** The effect of an edit on the children of a container, so that the tree keeps the same values expanded. */
interface Shift {
  readonly container: Address;
  readonly kind: "inserted" | "removed" | "moved" | "replaced";
  readonly index: number;
  readonly to: number;
}

interface Step {
  /** Index of the top-level value. */
  readonly top: number;
  /** Number of document edits that make up this one. */
  readonly count: number;
  readonly shift: Shift;
}

export class Edits {
  readonly #session: Session;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Paths of the containers around edits. */
  #around = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Throws the errors of Document if the edit does not fit. */
  run(edit: Edit): Edited {
    const { address } = edit;
    const top = address[0] as number;
    const document = this.#document(top);
    const before = document.changes().length;
    const shift = this.#apply(document, edit, this.#session.nodeAt(address));
    const count = document.changes().length - before;
    this.#done.push({ top, count, shift });
    this.#undone = [];
    return this.#finish(top, shift);
  }

  undo(): Edited {
    const step = this.#done.pop();
    if (step === undefined) return this.#state(undefined);
    for (let i = 0; i < step.count; i++) this.#document(step.top).undo();
    this.#undone.push(step);
    return this.#finish(step.top, reversed(step.shift));
  }

  redo(): Edited {
    const step = this.#undone.pop();
    if (step === undefined) return this.#state(undefined);
    for (let i = 0; i < step.count; i++) this.#document(step.top).redo();
    this.#done.push(step);
    return this.#finish(step.top, step.shift);
  }

  markOf(address: Address, { inDocument }: TreeNode): Mark {
    if (this.#done.length === 0 || inDocument === undefined) return "";
    if (inDocument.isNew) return "changed";
    return this.#around.has(`${address[0]} ${inDocument.path}`) ? "within" : "";
  }

  #document(top: number): Document {
    return this.#session.inside.content.values[top]?.document as Document;
  }

  #apply(document: Document, edit: Edit, node: TreeNode): Shift {
    const keys = node.inDocument?.keys ?? [];
    const container = edit.address.slice(0, -1);
    const index = edit.address.at(-1) as number;
    const replaced: Shift = { container, kind: "replaced", index, to: index };
    switch (edit.kind) {
      case "set":
        document.set(keys, parseValue(edit.text, node.type));
        return replaced;
      case "string":
        document.set(keys, textValue(edit.text, node.type));
        return replaced;
      case "components":
        document.set(keys, withComponents(node.value(), edit.values));
        return replaced;
      case "rename":
        document.rename(keys, parseKey(edit.text));
        return { ...replaced, kind: "moved" };
      case "delete":
        document.delete(keys);
        return { ...replaced, kind: "removed" };
      case "move":
        return this.#move(document, node, keys, edit.to, replaced);
      case "add":
        return this.#add(document, node, keys, edit);
    }
  }

  #move(document: Document, node: TreeNode, keys: Keys, to: number, shift: Shift): Shift {
    if (isKeyed(this.#session.nodeAt(shift.container).type)) {
      const [value, key] = [node.value(), node.key as Variant];
      document.delete(keys);
      document.insert([...keys.slice(0, -1), key], value, to);
    } else {
      document.move(keys, [...keys.slice(0, -1), to]);
    }
    return { ...shift, kind: "moved", to };
  }

  #add(document: Document, node: TreeNode, keys: Keys, edit: Extract<Edit, { kind: "add" }>): Shift {
    const value = parseValue(edit.text);
    const { count, type } = node;
    if (isKeyed(type)) document.insert([...keys, parseKey(edit.key)], value);
    else document.append(keys, value);
    return { container: edit.address, kind: "inserted", index: count, to: count };
  }

  /** The value to select after an edit: the edited one, or a neighbor of a deleted one. */
  #after({ container, kind, to }: Shift): Address {
    if (kind !== "removed") return [...container, to];
    const { count } = this.#session.nodeAt(container);
    return count === 0 ? container : [...container, Math.min(to, count - 1)];
  }

  #finish(top: number, shift: Shift): Edited {
    this.#session.edited(top);
    this.#shiftRows(shift);
    this.#around = new Set(this.#done.flatMap(({ top }) => this.#pathsAround(top)));
    return this.#state(this.#after(shift));
  }

  #shiftRows({ container, kind, index, to }: Shift): void {
    const expanded = this.#session.rows.expandedAt(container);
    if (kind === "inserted") expanded?.inserted(index);
    else if (kind === "removed") expanded?.removed(index);
    else if (kind === "moved") expanded?.moved(index, to);
    else expanded?.child(index)?.replaced();
  }

  #pathsAround(top: number): string[] {
    const document = this.#document(top);
    return document.changes().flatMap(({ keys }) =>
      keys.flatMap((_, length) => {
        const path = document.node(keys.slice(0, length))?.path;
        return path === undefined ? [] : `${top} ${path}`;
      }),
    );
  }

  #state(at: Address | undefined): Edited {
    const { rows, inside } = this.#session;
    return {
      at: at && rows.reveal(at),
      total: rows.total,
      contentSize: inside.content.size,
      undo: this.#done.length,
      redo: this.#undone.length,
    };
  }
}

function reversed({ container, kind, index, to }: Shift): Shift {
  if (kind === "inserted") return { container, kind: "removed", index, to };
  if (kind === "removed") return { container, kind: "inserted", index, to };
  return { container, kind, index: to, to: index };
}
