// Changes to the document, what they do to the open lines of the tree, and the way back.
import type { Document, Variant } from "godot-variant";
import type { Address, Edit, Edited, Mark } from "../protocol.js";
import { parseKey, parseValue, textValue, withParts } from "./input.js";
import type { Place } from "./model.js";
import type { Session } from "./session.js";

type Keys = readonly Variant[];

/** What an edit did to the children of a container, so that open lines stay open. */
interface Shift {
  readonly container: Address;
  readonly kind: "inserted" | "removed" | "moved" | "replaced";
  readonly index: number;
  readonly to: number;
}

interface Step {
  readonly frame: number;
  /** Edits of the document that belong together. */
  readonly count: number;
  readonly shift: Shift;
}

export class Edits {
  readonly #session: Session;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Paths of containers in which something was changed. */
  #around = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Throws what the Document throws when the edit does not fit. */
  run(edit: Edit): Edited {
    const { address } = edit;
    const place = this.#session.placeAt(address);
    const document = this.#document(address);
    const before = document.changes().length;
    const shift = this.#apply(document, edit, place);
    const count = document.changes().length - before;
    this.#done.push({ frame: address[0] as number, count, shift });
    this.#undone = [];
    return this.#finish(address[0] as number, shift);
  }

  undo(): Edited {
    const step = this.#done.pop();
    if (step === undefined) return this.#state(undefined);
    for (let i = 0; i < step.count; i++) this.#frame(step.frame).undo();
    this.#undone.push(step);
    return this.#finish(step.frame, reversed(step.shift));
  }

  redo(): Edited {
    const step = this.#undone.pop();
    if (step === undefined) return this.#state(undefined);
    for (let i = 0; i < step.count; i++) this.#frame(step.frame).redo();
    this.#done.push(step);
    return this.#finish(step.frame, step.shift);
  }

  markOf(address: Address, place: Place): Mark {
    if (this.#done.length === 0 || place.node === undefined) return "";
    if (place.node.isNew) return "changed";
    return this.#around.has(`${address[0]} ${place.node.path}`) ? "within" : "";
  }

  #frame(frame: number): Document {
    return this.#session.inside.frames.list[frame]?.document as Document;
  }

  #document(address: Address): Document {
    return this.#frame(address[0] as number);
  }

  #apply(document: Document, edit: Edit, place: Place): Shift {
    const keys = keysOf(place);
    const container = edit.address.slice(0, -1);
    const index = edit.address.at(-1) as number;
    const replaced: Shift = { container, kind: "replaced", index, to: index };
    switch (edit.kind) {
      case "set":
        document.set(keys, parseValue(edit.text, place.type));
        return replaced;
      case "string":
        document.set(keys, textValue(edit.text, place.type));
        return replaced;
      case "parts":
        document.set(keys, withParts(place.value(), edit.values));
        return replaced;
      case "rename":
        document.rename(keys, parseKey(edit.text));
        return { ...replaced, kind: "moved" };
      case "delete":
        document.delete(keys);
        return { ...replaced, kind: "removed" };
      case "move":
        return this.#move(document, place, keys, edit.to, replaced);
      case "add":
        return this.#add(document, place, keys, edit);
    }
  }

  #move(document: Document, place: Place, keys: Keys, to: number, shift: Shift): Shift {
    const parent = this.#session.placeAt(shift.container);
    if (parent.type === "Array" || parent.type.startsWith("Packed")) {
      document.move(keys, [...keys.slice(0, -1), to]);
    } else {
      const value = place.value();
      const { key } = keyOf(parent, shift.index);
      document.delete(keys);
      document.insert([...keys.slice(0, -1), key], value, to);
    }
    return { ...shift, kind: "moved", to };
  }

  #add(document: Document, place: Place, keys: Keys, edit: Extract<Edit, { kind: "add" }>): Shift {
    const value = parseValue(edit.text);
    const { count, type } = place;
    if (type === "Dictionary" || type === "Object") document.insert([...keys, parseKey(edit.key)], value);
    else document.append(keys, value);
    return { container: edit.address, kind: "inserted", index: count, to: count };
  }

  /** Where to look after an edit: at the value, or beside the place where it was. */
  #after({ container, kind, to }: Shift): Address {
    if (kind !== "removed") return [...container, to];
    const { count } = this.#session.placeAt(container);
    return count === 0 ? container : [...container, Math.min(to, count - 1)];
  }

  #finish(frame: number, shift: Shift): Edited {
    this.#session.edited(frame);
    this.#note(shift);
    this.#around = new Set(this.#done.flatMap(({ frame }) => this.#pathsAround(frame)));
    return this.#state(this.#after(shift));
  }

  #note({ container, kind, index, to }: Shift): void {
    const branch = this.#session.rows.branchAt(container);
    if (kind === "inserted") branch?.inserted(index);
    else if (kind === "removed") branch?.removed(index);
    else if (kind === "moved") branch?.moved(index, to);
    else branch?.child(index)?.replaced();
  }

  /** The containers of all that was changed in a frame. */
  #pathsAround(frame: number): string[] {
    const document = this.#frame(frame);
    return document.changes().flatMap(({ keys }) =>
      keys.flatMap((_, length) => {
        const path = document.node(keys.slice(0, length))?.path;
        return path === undefined ? [] : `${frame} ${path}`;
      }),
    );
  }

  #state(at: Address | undefined): Edited {
    const { rows, inside } = this.#session;
    return {
      at: at && rows.find(at),
      total: rows.total,
      contentSize: inside.frames.size,
      undo: this.#done.length,
      redo: this.#undone.length,
    };
  }
}

function keysOf(place: Place): Keys {
  return place.node?.keys ?? [];
}

/** The key of a child, as it is stored. */
function keyOf(parent: Place, index: number): { key: Variant } {
  return { key: parent.children(index, 1)[0]?.key as Variant };
}

function reversed({ container, kind, index, to }: Shift): Shift {
  if (kind === "inserted") return { container, kind: "removed", index, to };
  if (kind === "removed") return { container, kind: "inserted", index, to };
  return { container, kind, index: to, to: index };
}
