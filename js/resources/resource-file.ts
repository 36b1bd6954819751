// Resource files as plain data. The bytes that were read stay apart, so that writing keeps all but what was changed.
import { copyOf } from "../base/bytes.js";
import { insideOf } from "../base/errors-within.js";
import { type Hint, hint } from "../base/hints.js";
import { checkOptions } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type Options,
  type Secrets,
  type WrapOptions,
} from "../base/options.js";
import { joinedPath } from "../base/path.js";
import { sameItems } from "../base/same-items.js";
import { listed } from "../base/warnings.js";
import { textFault } from "../forms/text-scanner.js";
import {
  type Candidate,
  formatPath,
  GodotObject,
  unwrap,
  type Variant,
  VariantError,
  type Warning,
  wrap,
} from "../index.js";
import { readBinaryFile } from "./binary-file.js";
import type { BlockChanges, Changed } from "./block-changes.js";
import { blockKeys } from "./node-paths.js";
import { inOrder, refuseResources } from "./references.js";
import type {
  ExternalResource,
  ReadBlock,
  ReadFile,
  ResourceFile,
  StoredResource,
  Structure,
} from "./resource-types.js";
import { externalClass, internalClass } from "./stored-format.js";
import { readTextFile } from "./text-file.js";
import { changedValue, type ValueOptions } from "./value-changes.js";

/** Options of `readResource`. */
export interface ResourceOptions
  extends Pick<Options, "mode" | "dictionaries" | "limits" | "onWarning">,
    Secrets {}

/** What was read, how to write it again, and the resources that the file has now. */
interface Source {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly read: ReadFile;
  options: ValueOptions;
  readonly references: Map<object, string | number>;
  externals: readonly ExternalResource[];
  resources: readonly StoredResource[];
}

const sources = new WeakMap<ResourceFile, Source>();

/** @internal Throws for anything but a result of `readResource`. */
export function sourceOf(file: ResourceFile): Source {
  const source = sources.get(file);
  if (source === undefined) throw new TypeError("This is not a result of readResource.");
  return source;
}

/** What a content is that is not a resource. */
function whatElse({ length }: Uint8Array, [first]: readonly Candidate[]): Hint[] {
  if (length === 0) return [hint("input-empty")];
  if (first === undefined) return [];
  const [kind] = first.reasons;
  return [first.framing === undefined && kind !== undefined ? hint("file-kind", kind) : hint("holds-values")];
}

/**
 * Reads a resource file (`.res`, `.scn`, `.tres`, `.tscn`) of Godot 3 or 4, with layers of compression and encryption around it. References to
 * resources are GodotObjects of the class `ExtResource` or `SubResource` with an `id`, as in Godot's text form.
 *
 * @param file - The bytes of the whole file.
 * @param options - The form of the values, limits, the password or key, and `onWarning`, which hears of what engines read otherwise: references that
 * they read as null, because the resource comes later, entries of another type than their container declares, and repeated keys in texts. Offsets
 * count in the content, without layers and compression.
 * @returns The resources with their properties.
 * @throws VariantError `bad-container` for anything that is not a resource file, and the codes of `decode` and `unwrap`.
 * @example
 * ```ts
 * const file = await readResource(readFileSync("save.res"));
 * const main = file.resources[file.resources.length - 1]?.properties;
 * main?.set("hp", 100);
 * writeFileSync("save.res", await writeResource(file));
 * ```
 */
export async function readResource(file: Bytes, options: ResourceOptions = {}): Promise<ResourceFile> {
  checkOptions(options);
  const { mode, dictionaries, limits, onWarning } = options;
  const values = { mode, dictionaries, limits, warns: onWarning !== undefined };
  // The caller may change its bytes before they are written again.
  const bytes = copyOf(bytesOf(file));
  const { content, layers, candidates } = await unwrap(bytes, options);
  const read = await readContent(content, candidates[0]?.container, values);
  if (read === undefined)
    throw new VariantError("bad-container", { candidates, hints: whatElse(content, candidates) });
  const { externals, resources } = read.about;
  const references = new Map(read.references);
  const source: Source = {
    bytes,
    read,
    options: values,
    references,
    externals,
    resources,
  };
  const made: ResourceFile = Object.freeze({
    ...read.about,
    get externals() {
      return source.externals;
    },
    get resources() {
      return source.resources;
    },
    layers: Object.freeze(layers),
  });
  sources.set(made, source);
  if (onWarning !== undefined) for (const warning of warningsOf(read)) onWarning(warning);
  return made;
}

/** The warnings of a file, with paths in its value as a whole. */
function warningsOf({ about, blocks }: ReadFile): Warning[] {
  const keys = blockKeys(about);
  const all = blocks.flatMap(({ warnings }, i) =>
    warnings.map((one) => ({ ...one, path: joinedPath(formatPath(keys[i] as Variant[]), one.path) })),
  );
  return listed(all);
}

/** Undefined for anything but a resource. */
async function readContent(
  content: Uint8Array<ArrayBuffer>,
  container: string | undefined,
  options: ValueOptions,
): Promise<ReadFile | undefined> {
  if (container === "rsrc") return readBinaryFile(content, options);
  return container === "tres" || container === "tscn" ? readTextFile(content, options) : undefined;
}

/**
 * Writes a resource file again, with the properties that were changed, added or removed. All other bytes stay the same, and without a
 * change the whole file does. Numbers, strings and arrays keep the types that they had.
 *
 * @param file - The result of `readResource`.
 * @param options - The password or key of encrypted layers.
 * @returns The bytes of the whole file.
 * @throws VariantError for a value that the file cannot hold: `not-in-dialect` for a type that its engine lacks, `unsupported-value` for an
 * object that is not in the file.
 * @throws TypeError for anything but a result of `readResource`.
 * @example
 * ```ts
 * file.resources[0]?.properties.delete("cheated");
 * writeFileSync("save.res", await writeResource(file));
 * ```
 */
export async function writeResource(file: ResourceFile, options: WrapOptions = {}): Promise<ByteArray> {
  checkOptions(options);
  const edited = editedContent(file);
  const { bytes, read } = sourceOf(file);
  if (edited === undefined) return bytes.slice();
  const content = edited();
  return wrap(read.pack === undefined ? content : await read.pack(content), file.layers, options);
}

/** @internal Throws what `writeResource` throws for values that the file cannot hold, before anything is compressed. */
export function checkResource(file: ResourceFile): void {
  editedContent(file)?.();
}

/** Writes the content with what was changed; undefined if nothing was. */
function editedContent(file: ResourceFile): (() => ReturnType<ReadFile["edit"]>) | undefined {
  const source = sourceOf(file);
  const { read } = source;
  const changes = read.blocks.map((block) => changesOf(block, source, isOld(file)));
  const isRead = source.resources === read.about.resources && source.externals === read.about.externals;
  if (isRead && changes.every(({ size }) => size === 0)) return undefined;
  const changed = new Set(read.blocks.flatMap(({ properties }, i) => (changes[i]?.size ? properties : [])));
  const mayMove = !isRead || file.resources.some(({ properties }) => changed.has(properties));
  const structure = mayMove ? structureOf(file, source) : undefined;
  return () => read.edit(changes, structure);
}

/** @internal Whether a file is one of Godot 3. */
export const isOld = ({ engine }: ResourceFile): boolean => engine.major === 3;

/** Undefined if the file has the resources that were read, in an order in which none refers to a later one. */
function structureOf(file: ResourceFile, source: Source): Structure | undefined {
  const { kind, nodes } = file;
  const { externals, resources, read } = source;
  if (kind === "binary") return undefined;
  const inner = (list: readonly StoredResource[]) => (nodes.length > 0 ? list : list.slice(0, -1));
  const old = inner(read.about.resources);
  const known = new Set(old);
  const none = new Map<string, Uint8Array>();
  const wires = inner(resources)
    .filter((one) => !known.has(one))
    .map((one) => [one, changesOf({ properties: one.properties, old: none }, source, isOld(file))] as const);
  const now = inOrder(inner(resources));
  if (sameItems(now, old) && externals === read.about.externals) return undefined;
  return { externals, resources: now, made: new Map(wires) };
}

function changesOf(
  { properties, old }: Omit<ReadBlock, "warnings">,
  source: Source,
  isOld: boolean,
): BlockChanges {
  const isResource = (one: object) =>
    source.references.has(one as StoredResource) || one === source.resources.at(-1);
  const changes = new Map<string, Changed | undefined>();
  for (const name of old.keys()) if (!properties.has(name)) changes.set(name, undefined);
  let behind: string | undefined;
  for (const [name, value] of properties) {
    const wire = insideOf([name], () => {
      if (!old.has(name)) checkName(name);
      return changedValue(value, old.get(name), source.options, isOld);
    });
    if (wire !== undefined) {
      refuseResources(name, value, isResource);
      changes.set(name, { wire, behind });
    }
    if (old.has(name)) behind = name;
  }
  return changes;
}

/** Throws `unsupported-value` for a name that engines would read as another one, or not at all. */
function checkName(name: string): void {
  const fault = textFault(name);
  if (name !== "" && fault === undefined) return;
  throw new VariantError("unsupported-value", { hints: fault === undefined ? [] : [fault] });
}

/**
 * A reference to a resource, for a property.
 *
 * @param file - The file that will hold the reference.
 * @param resource - One of its `resources` or `externals`.
 * @returns The value to set.
 * @throws VariantError `unsupported-value` for a resource of another file.
 * @example
 * ```ts
 * main.set("held", referenceTo(file, file.resources[0]));
 * ```
 */
export function referenceTo(file: ResourceFile, resource: StoredResource | ExternalResource): GodotObject {
  const source = sources.get(file);
  const number = source?.references.get(resource);
  // In exact mode, a number would be a float.
  const id = typeof number === "number" && source?.options.mode === "exact" ? BigInt(number) : number;
  if (id === undefined) throw new VariantError("unsupported-value");
  return new GodotObject(resource.path !== undefined ? externalClass : internalClass, [["id", id]]);
}

/**
 * The resource that a value refers to; undefined for any other value, and for a reference that leads nowhere, which engines read
 * as null.
 *
 * @param file - The file that holds the value.
 * @param value - A value of a property.
 * @returns One of the file's `resources`, which have `properties`, or of its `externals`, which have a `path`.
 * @throws Nothing.
 * @example
 * ```ts
 * referredBy(file, main.get("held"))?.properties?.set("count", 9);
 * ```
 */
export function referredBy(
  file: ResourceFile,
  value: Variant | undefined,
): StoredResource | ExternalResource | undefined {
  if (!(value instanceof GodotObject)) return undefined;
  const id = String(value.properties.get("id"));
  if (value.className === internalClass) return file.resources.find((resource) => resource.id === id);
  if (value.className === externalClass) return file.externals.find((external) => external.id === id);
  return undefined;
}
