// Edits of the documents, undo and redo, and their effect on the expanded lines of the tree.
import type { DialectName, DocumentNode, TypeName, Variant } from "godot-variant";
import { kindOf } from "../../../../js/table/type-kinds.js";
import type { Edit, Edited, Shift } from "../../protocol/edits.js";
import type { Address, Siblings } from "../../protocol/places.js";
import type { Mark } from "../../protocol/rows.js";
import { isKeyed } from "../../values/types.js";
import { documentOf } from "../session/documents.js";
import type { Session } from "../session/session.js";
import type { TopValue } from "../session/top-value.js";
import { addressOf, type TreeNode } from "../tree/tree-node.js";
import { Batch, redo, replacedAt, reversed, type Step, shiftRows, single, undo } from "./batch.js";
import { patchBytes } from "./bytes.js";
import { setCells, takeCsv } from "./cells.js";
import { entriesIn } from "./clip.js";
import { entriesOf, insertEntries } from "./entries.js";
import { parseKey, parseValue, textValue, withComponents } from "./input.js";
import { put } from "./put.js";
import { replaceEach } from "./replace-each.js";
import { retyped } from "./retype.js";
import { removeValues, transfer } from "./transfer.js";

export class Edits {
  readonly #session: Session;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Paths of the containers around edits, with the number of edits in each. */
  readonly #around = new Map<string, number>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Throws the errors of Document if the edit does not fit; then nothing has changed. */
  run(edit: Edit, wasRefused = false): Edited {
    const batch = new Batch(this.#session);
    try {
      // A table shows the rows of one version; in another one, others may be at their positions.
      if ("version" in edit && edit.version !== this.#session.edition)
        throw new Error("The file has changed since this was shown. Try again.");
      const [before, after] = apply(batch, edit, this.#session);
      this.#session.inside.content.check();
      if (wasRefused) throw new Error("This edit was refused before.");
      const { counts, shifts } = batch;
      const step = { counts, shifts, around: this.#pathsAround(batch), before, after };
      this.#done.push(step);
      this.#undone = [];
      this.#count(step, 1);
      return this.#finish(step, shifts, after);
    } catch (error) {
      // The documents have forgotten what was undone before.
      if (batch.revert()) {
        this.#undone = [];
        this.#session.version++;
      }
      throw error;
    }
  }

  undo(): Edited {
    const step = this.#done.pop();
    if (step === undefined) return this.#state(undefined);
    undo(this.#session, step.counts);
    this.#undone.push(step);
    this.#count(step, -1);
    return this.#finish(step, reversed(step.shifts), step.before);
  }

  redo(): Edited {
    const step = this.#undone.pop();
    if (step === undefined) return this.#state(undefined);
    redo(this.#session, step.counts);
    this.#done.push(step);
    this.#count(step, 1);
    return this.#finish(step, step.shifts, step.after);
  }

  markOf(address: Address, { inDocument }: TreeNode): Mark {
    if (this.#done.length === 0 || inDocument === undefined) return "";
    if (inDocument.isNew) return "changed";
    return this.#around.has(`${address[0]} ${inDocument.path}`) ? "within" : "";
  }

  #finish({ counts }: Step, shifts: readonly Shift[], selection: Siblings): Edited {
    for (const top of counts.keys()) this.#session.edited(top);
    // Its lines would be those of other values.
    this.#session.rows.filtered = undefined;
    for (const shift of shifts) shiftRows((address) => this.#session.rows.expandedAt(address), shift);
    return this.#state(selection, shifts);
  }

  #pathsAround({ containers }: Batch): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const [top, keys] of containers) {
      const document = documentOf(this.#session.inside.content.values[top] as TopValue);
      for (let length = 0; length <= keys.length; length++)
        paths.add(`${top} ${document.node(keys.slice(0, length))?.path}`);
    }
    return paths;
  }

  #count({ around }: Step, by: 1 | -1): void {
    for (const path of around) {
      const count = (this.#around.get(path) ?? 0) + by;
      if (count > 0) this.#around.set(path, count);
      else this.#around.delete(path);
    }
  }

  /** A reader of the documents as they are now. */
  get now(): Batch {
    return new Batch(this.#session);
  }

  #state(selection: Siblings | undefined, shifts: readonly Shift[] = []): Edited {
    const { rows, inside } = this.#session;
    const last = selection?.ranges.at(-1);
    const isSeveral =
      selection !== undefined && (selection.ranges.length > 1 || width(selection.ranges[0]) > 1);
    return {
      // Those of new contents move nothing.
      shifts: shifts.filter((shift) => shift.kind !== "replaced" || shift.isOther),
      at:
        selection &&
        rows.reveal(last === undefined ? selection.container : [...selection.container, last[1] - 1]),
      selection: isSeveral ? selection : undefined,
      total: rows.total,
      contentSize: inside.content.ownSize,
      undo: this.#done.length,
      redo: this.#undone.length,
    };
  }
}

const width = (range: Siblings["ranges"][number] | undefined) =>
  range === undefined ? 0 : range[1] - range[0];

/** The value or the containers that an edit names. */
function placesOf(edit: Edit): Address[] {
  if ("address" in edit) return [edit.address];
  const from = "siblings" in edit ? [edit.siblings.container] : [];
  return "to" in edit ? [...from, edit.to.container] : from;
}

/** Makes the changes of an edit. Returns what to select before and after it. */
function apply(batch: Batch, edit: Edit, session: Session): readonly [before: Siblings, after: Siblings] {
  for (const address of placesOf(edit)) if (address.length > 0) batch.requirePath(address);
  switch (edit.kind) {
    case "delete":
      removeValues(batch, edit.siblings);
      return [edit.siblings, neighbor(batch, edit.siblings)];
    case "duplicate": {
      const { container, ranges } = edit.siblings;
      const position = ranges.at(-1)?.[1] as number;
      const entries = entriesOf(batch, edit.siblings);
      return [edit.siblings, insertEntries(batch, entries, { container, position }, "rename")];
    }
    case "move":
      return [edit.siblings, transfer(batch, edit.siblings, edit.to, edit.onClash)];
    case "paste": {
      const { dialect } = batch.document(edit.to.container);
      const made = insertEntries(batch, entriesIn(edit.clip, dialect), edit.to, edit.onClash);
      return [single(edit.to.container), made];
    }
    case "bytes": {
      const { content } = session.inside;
      if (content.isTranscribed) throw new Error("The bytes of a text are not edited here.");
      return patchBytes(batch, edit, content.starts[edit.address[0] as number] as number);
    }
    case "replace":
      return replaceEach(batch, edit);
    case "add":
      return [single(edit.address), add(batch, edit)];
    case "put": {
      const [top] = edit.address as [number];
      const address = batch.several(edit.address, (document) => [
        top,
        ...addressOf(document.node(put(document, edit)) as DocumentNode),
      ]);
      batch.shifts.push({ ...replacedAt(address), isOther: true });
      return [single(address), single(address)];
    }
    case "cells":
    case "csv": {
      const { address } = edit;
      const node = session.nodeAt(address);
      batch.several(address, (document) =>
        edit.kind === "cells" ? setCells(document, node, edit) : takeCsv(document, node, edit.text),
      );
      batch.shifts.push(replacedAt(address));
      return [single(address), single(address)];
    }
    default:
      change(batch, edit, session.inside.content.hasOneNumber);
      return [single(edit.address), single(edit.address)];
  }
}

/** What is beside removed values, or around them. */
function neighbor(batch: Batch, { container, ranges }: Siblings): Siblings {
  const { childCount } = batch.node(container);
  const start = ranges[0]?.[0] ?? 0;
  return childCount === 0 ? single(container) : single([...container, Math.min(start, childCount - 1)]);
}

function add(batch: Batch, { address, key, text, type: wanted }: Extract<Edit, { kind: "add" }>): Siblings {
  const { dialect } = batch.document(address);
  const { keys, type, childCount } = batch.node(address);
  const value = parseValue(text, dialect, wanted);
  batch.change(address, keys, (document) => {
    if (isKeyed(type)) document.insert([...keys, parseKey(key, dialect)], value);
    else document.append(keys, value);
  });
  const made = batch.node([...address, childCount]).type;
  if (wanted !== undefined && made !== wanted)
    throw new Error(`This is a value of the type ${made}, not ${wanted}.`);
  batch.shifts.push({ kind: "inserted", container: address, index: childCount, count: 1 });
  return single([...address, childCount]);
}

function retypedOrThrow(node: DocumentNode, type: TypeName, dialect: DialectName): Variant {
  const made = retyped(node.value("exact"), type, dialect);
  if (made === undefined) throw new Error(`A ${type} cannot hold this value.`);
  return made;
}

type Change = Exclude<
  Edit,
  { kind: "add" | "delete" | "duplicate" | "move" | "paste" | "put" | "cells" | "csv" | "replace" | "bytes" }
>;

const isNumber = (type: string | undefined): type is "int" | "float" => type === "int" || type === "float";

/** Changes a single value or its key. */
function change(batch: Batch, edit: Change, hasOneNumber: boolean): void {
  const node = batch.node(edit.address);
  const { keys, childCount } = node;
  batch.change(edit.address, keys.slice(0, -1), (document) => {
    switch (edit.kind) {
      case "set": {
        const number = hasOneNumber && isNumber(node.type) ? parseValue(edit.text, document.dialect) : null;
        const type = kindOf(number);
        if (isNumber(type) && type !== node.type) return document.replaceType(keys, type, number);
        const isSingle = node.parent?.type === "PackedFloat32Array";
        return document.set(keys, parseValue(edit.text, document.dialect, node.type, isSingle));
      }
      case "string":
        return document.set(keys, textValue(edit.text, node.type));
      case "data":
        return document.set(keys, edit.bytes);
      case "components":
        return document.set(keys, withComponents(node.value("exact"), edit.values));
      case "retype":
        return document.replaceType(keys, edit.type, retypedOrThrow(node, edit.type, document.dialect));
      case "rename":
        return document.rename(keys, parseKey(edit.text, document.dialect));
      default:
        // A newer version of the page may have backed it up.
        throw new Error("This version of the page does not know this edit.");
    }
  });
  const shift = replacedAt(edit.address);
  if (edit.kind === "rename") batch.shifts.push({ ...shift, kind: "moved", to: shift.index });
  else batch.shifts.push({ ...shift, isOther: batch.node(edit.address).childCount < childCount });
}
