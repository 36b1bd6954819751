// New values of an edit, encoded and checked in their place.
import { errorWith } from "../../base/changed-errors.js";
import { type Loss, VariantError } from "../../base/errors.js";
import { type Hint, type HintArgs, type HintCode, hint } from "../../base/hints.js";
import { joinedPath, parsePath } from "../../base/path.js";
import { reconcile, sampleOf } from "../../codec/encode/keep-types.js";
import { Type } from "../../table/table.gen.js";
import { isContainerType } from "../../table/type-kinds.js";
import { NodePath } from "../../values/small-values.js";
import { GodotObject, type Variant } from "../../values/variant.js";
import { ContainerNode, type Item } from "../read/container-node.js";
import { encodedAgain, encodePart } from "../read/encode-part.js";
import { Output } from "../read/output.js";
import { itemAt, type Reader } from "../read/reader.js";
import { typeName } from "../read/source.js";
import { declaredOf, elementOf } from "./type-changes.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes new values as items, and checks each by reading it inside a copy of its container's header. */
export class NewValues {
  private readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  get exact(): boolean {
    return this.reader.format.settings.exact;
  }

  badPath<Code extends HintCode>(
    keys: readonly unknown[],
    code: Code,
    ...args: HintArgs<Code>
  ): VariantError {
    return this.reader.format.error("bad-path", hint(code, ...args), this.where(keys));
  }

  wrongType(keys: readonly unknown[], hint: Hint): VariantError {
    return this.reader.format.error("wrong-type", hint, this.where(keys));
  }

  private where(keys: readonly unknown[]) {
    return { path: this.reader.pathOf(keys), keys: keys as readonly Variant[] };
  }

  /** The bytes whose types a new value keeps. Leaves the entries of a container out if the new value is not an object. */
  oldBytes(item: Item, value: unknown): Bytes {
    const container = typeof value === "object" && value !== null ? undefined : this.reader.inside(item);
    if (container === undefined) return this.reader.bytes(item);
    const output = new Output();
    output.header(container, 0);
    return output.bytes();
  }

  /** Makes an item that replaces an existing value. */
  make(
    container: ContainerNode | undefined,
    position: number,
    keys: readonly unknown[],
    value: unknown,
    exact = this.exact,
  ): Item {
    const { format } = this.reader;
    if (container === undefined) return itemAt(format.index(this.encoded(keys, value, exact), 0));
    const { keySource, keyStart, keyEnd } = container.item(position);
    return this.makeNew(container, keys, keySource.bytes.subarray(keyStart, keyEnd), value, exact);
  }

  /** Makes an item for a new entry of a container. It gets the types that the container declares. */
  makeNew(
    container: ContainerNode,
    keys: readonly unknown[],
    key: Bytes,
    value: unknown,
    exact = this.exact,
  ): Item {
    const { reader } = this;
    const sample = reader.sample(container);
    if (container.packed) {
      const array = elementOf(value, sample);
      if (array === undefined) throw this.wrongType(keys, hint("element-takes", typeName(container.type)));
      return new ContainerNode(itemAt(reader.format.index(this.encoded(keys, array), 0))).original(0);
    }
    const typed = reconcile(value, sampleOf(declaredOf(sample).value), exact);
    return this.entry(container, keys, key, this.encoded(keys, typed, exact));
  }

  /** Makes an item for an entry, and checks it by reading it as the only entry of its container. */
  entry(container: ContainerNode, keys: readonly unknown[], key: Bytes, value: Bytes, keyOnly = false): Item {
    const item = this.checked(container, keys, key, value, keyOnly);
    this.tellIgnoredScript(container, keys, item);
    return item;
  }

  private checked(
    container: ContainerNode,
    keys: readonly unknown[],
    key: Bytes,
    value: Bytes,
    keyOnly: boolean,
  ): Item {
    const output = new Output();
    output.header(container, 1);
    output.add(key, 0, key.length);
    output.add(value, 0, value.length);
    try {
      const source = this.reader.format.index(
        output.bytes(),
        keys.length - 1,
        keyOnly ? container.headerSize : undefined,
      );
      return new ContainerNode(itemAt(source)).original(0);
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      // The first key is that of the only entry.
      const inside = (error.code === "wrong-type" ? keysIn(error.path) : error.keys).slice(1);
      const declared = declaredOf(this.reader.sample(container));
      const isType = error.code === "wrong-type";
      const typeHint =
        inside.length === 0 ? hint("declared-types", declared.text) : hint("fits-not-declared");
      throw errorWith(error, {
        offset: undefined,
        hints: isType ? [typeHint] : error.hints,
        ...this.where([...keys, ...inside]),
      });
    }
  }

  /** Tells the loss of a script that engines of the dialect ignore. Encodes an Object with it, because the codec knows which they are. */
  private tellIgnoredScript(container: ContainerNode, keys: readonly unknown[], item: Item): void {
    const { reader } = this;
    const { format } = reader;
    if (container.type !== Type.Object || format.settings.options.onLoss === undefined) return;
    const name = "script";
    if (reader.keys.key(item, container, true) !== name) return;
    const script = reader.value(item, undefined, "exact");
    encodedAgain(format, new GodotObject("Object", [[name, script]]), (loss) => {
      if (loss.code === "value-dropped" && loss.path === name)
        this.tell([...keys.slice(0, -1), name], loss, "");
    });
  }

  /** Tells a loss at a path below the keys. */
  private tell(keys: readonly unknown[], loss: Loss, path = loss.path): void {
    const { onLoss } = this.reader.format.settings.options;
    onLoss?.({ ...loss, path: joinedPath(this.reader.pathOf(keys), path) });
  }

  /** The last of the keys as the dialect holds it, which rounds numbers and drops ids; undefined if it changes nothing. Tells no loss. */
  writtenKey(container: ContainerNode, keys: readonly unknown[]): Variant | undefined {
    const key = keys.at(-1);
    const mayChange = typeof key === "object" || (typeof key === "number" && !Number.isInteger(key));
    if (!mayChange || container.type === Type.Object) return undefined;
    return this.reader.format.decode(this.keyBytes(container, keys, true), true);
  }

  /** The key that engines read as the same one, because of the NodePath `/` they read an empty one; undefined if there is none. */
  emptyTwin(key: Variant): Variant | undefined {
    const { form } = this.reader.format.exact;
    if (!form.dictionariesApart || !(key instanceof NodePath)) return undefined;
    if (key.names.length + key.subnames.length > 0) return undefined;
    return new NodePath({ absolute: !key.absolute });
  }

  /** The bytes of the last of the keys, for an entry of a container. */
  keyBytes(container: ContainerNode, keys: readonly unknown[], silent = false): Bytes {
    const around = keys.slice(0, -1);
    const key = keys.at(-1);
    if (container.type !== Type.Object) {
      const declared = declaredOf(this.reader.sample(container)).key;
      return this.encoded(around, reconcile(key, sampleOf(declared), false), false, silent);
    }
    if (typeof key !== "string") throw new TypeError("The name of a property must be a string.");
    return this.encoded(around, key).slice(4);
  }

  /** The bytes of a value for a place; errors have the whole path. */
  private encoded(keys: readonly unknown[], value: unknown, exact = true, silent = false): Bytes {
    const { format } = this.reader;
    const isHeard = !silent && format.settings.options.onLoss !== undefined;
    try {
      return encodePart(format, value, exact, isHeard ? (loss) => this.tell(keys, loss) : undefined);
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      throw errorWith(error, this.where([...keys, ...error.keys]));
    }
  }

  /** Whether a new value has the type of the old one; containers must also declare the same types. */
  keepsType(item: Item, made: Item): boolean {
    if (item.type === Type.Nil) return true;
    if (item.type !== made.type) return item.type === Type.Object && made.type === Type.Nil;
    if (item.node < 0 || !isContainerType(item.type)) return true;
    return declaredOf(this.sampleOfItem(item)).text === declaredOf(this.sampleOfItem(made)).text;
  }

  private sampleOfItem(item: Item): Variant {
    return this.reader.sample(this.reader.inside(item) as ContainerNode);
  }
}

/** The keys of a path; none if it holds a key that paths cannot express. */
function keysIn(path: string): readonly Variant[] {
  try {
    return parsePath(path);
  } catch {
    return [];
  }
}
