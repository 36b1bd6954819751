// Resource files as plain data. The bytes that were read stay apart, so that writing keeps all but what was changed.
import { plain } from "../base/bytes.js";
import { checkOptions } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  limitsOf,
  type Options,
  type Secrets,
  type WrapOptions,
} from "../base/options.js";
import { decode, GodotObject, type Layer, unwrap, type Variant, VariantError, wrap } from "../index.js";
import { type BinaryResource, readBinary } from "./binary-reader.js";
import { type BlockChanges, editBinary } from "./binary-writer.js";
import {
  isCompressed,
  type ResourceCompression,
  readCompressed,
  writeCompressed,
} from "./compressed-resource.js";
import { externalClass, internalClass } from "./stored-format.js";
import { uidText } from "./uid.js";
import { changedValue, type ValueOptions } from "./value-changes.js";

/** Options of `readResource`. */
export interface ResourceOptions extends Pick<Options, "mode" | "dictionaries" | "limits">, Secrets {}

/** Another file that a resource refers to. */
export interface ExternalResource {
  /** What references to it hold. */
  readonly id: string;
  /** The class of the resource in that file. */
  readonly type: string;
  /** Its path, such as `res://items/rope.tres`. */
  readonly path: string;
  /** `uid://…`, if the file gives one. */
  readonly uid?: string;
}

/** One resource of a file. */
export interface StoredResource {
  /** What references to it hold. */
  readonly id: string;
  /** The engine's class. The class of a script is only in the header of the file. */
  readonly type: string;
  /** The properties in their order. Change the Map, or its values in place, to edit the file. */
  readonly properties: Map<string, Variant>;
}

/** A resource file. Only the properties of its resources can be changed. */
export interface ResourceFile {
  /** The form of the file. */
  readonly kind: "binary";
  /** The engine that wrote it. */
  readonly engine: { readonly major: number; readonly minor: number };
  /** The version of the file format. */
  readonly format: number;
  /** Whether numbers begin with their highest byte. */
  readonly bigEndian: boolean;
  /** Whether it is compressed by itself (RSCC); `layers` has compression and encryption around it. */
  readonly compressed: boolean;
  /** The class of the main resource. */
  readonly type: string;
  /** The global class of the main resource's script, from Godot 4.1 on. */
  readonly scriptClass?: string;
  /** `uid://…`, if the file gives one. */
  readonly uid?: string;
  /** The other files that this one refers to. */
  readonly externals: readonly ExternalResource[];
  /** The resources of the file; the last one is the main one, to which the others belong. */
  readonly resources: readonly StoredResource[];
  /** Layers around the file, the outermost first. */
  readonly layers: readonly Layer[];
}

/** What was read, and how to write it again. */
interface Source {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly resource: BinaryResource;
  readonly compression: ResourceCompression | undefined;
  readonly options: ValueOptions;
}

const sources = new WeakMap<ResourceFile, Source>();

/**
 * Reads a resource file (`.res`, `.scn`, `.tres`, `.tscn`) of Godot 3 or 4, with layers of compression and encryption around it. References to
 * resources are GodotObjects of the class `ExtResource` or `SubResource` with an `id`, as in Godot's text form.
 *
 * @param file - The bytes of the whole file.
 * @param options - The form of the values, limits, and the password or key.
 * @returns The resources with their properties.
 * @throws VariantError `bad-container` for anything that is not a resource file, and the codes of `decode` and `unwrap`.
 * @example
 * ```ts
 * const file = await readResource(readFileSync("save.res"));
 * const save = file.resources.at(-1).properties;
 * save.set("hp", 100);
 * writeFileSync("save.res", await writeResource(file));
 * ```
 */
export async function readResource(file: Bytes, options: ResourceOptions = {}): Promise<ResourceFile> {
  checkOptions(options);
  const limits = limitsOf(options.limits);
  const { content, layers, candidates } = await unwrap(file, options);
  if (candidates[0]?.container !== "rsrc") throw new VariantError("bad-container", { candidates });
  const compressed = isCompressed(content)
    ? await readCompressed(content, options.limits, limits.decompressedBytes)
    : undefined;
  const stored = compressed?.content ?? content;
  const resource = readBinary(stored, compressed === undefined ? 0 : 4, limits);
  const { mode, dictionaries } = options;
  const read: ResourceFile = Object.freeze({
    kind: "binary",
    engine: Object.freeze({ major: resource.major, minor: resource.minor }),
    format: resource.format.version,
    bigEndian: !resource.format.littleEndian,
    compressed: compressed !== undefined,
    type: resource.type,
    ...(resource.scriptClass !== undefined && { scriptClass: resource.scriptClass }),
    ...withUid(resource.uid),
    externals: Object.freeze(
      resource.externals.map(({ type, path, uid }, id) =>
        Object.freeze({ id: String(id), type, path, ...withUid(uid) }),
      ),
    ),
    resources: resourcesOf(resource, { ...options, limits: { ...limits, depth: limits.depth + 1 } }),
    layers: Object.freeze(layers),
  });
  sources.set(read, {
    file: plain(bytesOf(file)),
    content: stored,
    resource,
    compression: compressed,
    options: { mode, dictionaries, limits: options.limits },
  });
  return read;
}

const withUid = (uid: bigint | undefined) => (uid === undefined ? {} : { uid: uidText(uid) });

function resourcesOf({ blocks, wire }: BinaryResource, { mode, dictionaries, limits }: ValueOptions) {
  const values = decode(wire, { mode, dictionaries, limits, allowObjects: true }) as Variant[];
  let next = 0;
  const resources = blocks.map(({ id, type, properties }) => {
    const found = new Map<string, Variant>();
    for (const { name } of properties) found.set(name, values[next++] as Variant);
    return Object.freeze({ id, type, properties: found });
  });
  return Object.freeze(resources);
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
 * file.resources.at(-1).properties.delete("cheated");
 * writeFileSync("save.res", await writeResource(file));
 * ```
 */
export async function writeResource(file: ResourceFile, options: WrapOptions = {}): Promise<ByteArray> {
  checkOptions(options);
  const source = sources.get(file);
  if (source === undefined) throw new TypeError("writeResource takes a result of readResource");
  const { content, resource, compression } = source;
  const changes = file.resources.map((stored, block) => changesOf(stored, block, source));
  if (changes.every(({ size }) => size === 0)) return source.file.slice();
  const { outputBytes } = limitsOf(source.options.limits);
  const edited = editBinary(content, resource, changes, outputBytes);
  const packed = compression === undefined ? edited : await writeCompressed(edited, compression);
  return wrap(packed, file.layers, options);
}

function changesOf({ properties }: StoredResource, block: number, source: Source): BlockChanges {
  const { resource, options } = source;
  const old = new Map(
    resource.blocks[block]?.properties.map(({ name, wireAt, wireEnd }) => [name, [wireAt, wireEnd] as const]),
  );
  const changes = new Map<string, Uint8Array | undefined>();
  for (const name of old.keys()) if (!properties.has(name)) changes.set(name, undefined);
  for (const [name, value] of properties) {
    const range = old.get(name);
    const changed = changedValue(value, range && resource.wire.subarray(...range), options);
    if (changed !== undefined) changes.set(name, changed);
  }
  return changes;
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
  const isInternal = file.resources.includes(resource as StoredResource);
  if (!isInternal && !file.externals.includes(resource as ExternalResource))
    throw new VariantError("unsupported-value");
  const isNumber = /^(?:0|[1-9]\d*)$/.test(resource.id) && (!isInternal || file.engine.major < 4);
  return new GodotObject(isInternal ? internalClass : externalClass, [
    ["id", isNumber ? Number(resource.id) : resource.id],
  ]);
}

/**
 * The resource that a value refers to; undefined for any other value, and for a reference that leads nowhere, which engines read
 * as null.
 *
 * @param file - The file that holds the value.
 * @param value - A value of a property.
 * @returns One of the file's `resources` or `externals`.
 * @throws Nothing.
 * @example
 * ```ts
 * referredBy(file, main.get("held"))?.properties.set("count", 9);
 * ```
 */
export function referredBy(
  file: ResourceFile,
  value: Variant,
): StoredResource | ExternalResource | undefined {
  if (!(value instanceof GodotObject)) return undefined;
  const id = String(value.properties.get("id"));
  if (value.className === internalClass) return file.resources.find((resource) => resource.id === id);
  if (value.className === externalClass) return file.externals.find((external) => external.id === id);
  return undefined;
}
