// What readResource returns.
import type { Layer, Variant, Warning } from "../index.js";
import type { BlockChanges } from "./block-changes.js";

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
  /** Absent, because they are in the other file. */
  readonly properties?: undefined;
}

/** One resource of a file. */
export interface StoredResource {
  /** What references to it hold. */
  readonly id: string;
  /** The engine's class. The class of a script is only in the header of the file. */
  readonly type: string;
  /** The properties in their order. Change the Map, or its values in place, to edit the file. */
  readonly properties: Map<string, Variant>;
  /** Absent, because it is in this file. */
  readonly path?: undefined;
}

/** A node of a text scene. */
export interface StoredNode {
  /** Its name. Engines read scenes in which another child of its parent has the same. */
  readonly name: string;
  /** The engine's class; absent for the root of a scene that is part of this one. */
  readonly type?: string;
  /** The path of its parent from the root of the scene; absent for the root. */
  readonly parent?: string;
  /** The properties that the scene sets. Change the Map, or its values in place, to edit the file. */
  readonly properties: Map<string, Variant>;
}

/** A resource file. The properties of its resources can be changed and, in text files, resources added and removed. */
export interface ResourceFile {
  /** The form of the file. */
  readonly kind: "binary" | "text";
  /** The engine that wrote it. Text files name only the version of their format, which tells Godot 3 from 4. */
  readonly engine: { readonly major: number; readonly minor?: number };
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
  /** The resources of the file; the last one is the main one, to which the others belong. A text scene has none that is main. */
  readonly resources: readonly StoredResource[];
  /** The nodes of a text scene; empty for any other file. */
  readonly nodes: readonly StoredNode[];
  /** Layers around the file, the outermost first. */
  readonly layers: readonly Layer[];
}

/** @internal A file without its layers, and how to write it. */
export interface ReadFile {
  readonly about: Omit<ResourceFile, "layers">;
  /** The id of each resource as references hold it. */
  readonly references: ReadonlyMap<object, string | number>;
  /** The properties of each resource and node in Godot 4's encoding. */
  readonly blocks: readonly ReadBlock[];
  /** What stands in the headers of sections, in text files: nodes refer to scenes there. Absent for a file that keeps its resources. */
  readonly headers?: readonly Variant[];
  /** @param structure Absent if the file keeps its resources, and their order. */
  edit(changes: readonly BlockChanges[], structure?: Structure): Uint8Array<ArrayBuffer>;
  /** Compresses what `edit` made. Absent for a file that is not compressed. */
  readonly pack?: ((edited: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** @internal The resources of an edited file, in their order. */
export interface Structure {
  readonly externals: readonly ExternalResource[];
  /** Without the main one. */
  readonly resources: readonly StoredResource[];
  /** The properties of the new ones. */
  readonly made: ReadonlyMap<StoredResource, BlockChanges>;
}

/** @internal */
export interface ReadBlock {
  readonly properties: Map<string, Variant>;
  readonly old: ReadonlyMap<string, Uint8Array>;
  /** Their paths begin with the name of the property. */
  readonly warnings: readonly Warning[];
}
