// Resource files as describe.gd prints them: each resource's properties as encoded Variants, with texts for references.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Dictionary, decode, encode, GodotObject, RID, type Variant } from "../../../js/index.js";
import {
  type ExternalResource,
  type ResourceFile,
  readResource,
  referenceTo,
  referredBy,
  type StoredResource,
  writeResource,
} from "../../../js/resources/index.js";

export interface Described {
  readonly file: string;
  readonly ok: boolean;
  readonly resources: readonly { id: string; type: string; properties: Record<string, string> }[];
}

export const versions = ["4.6.3", "3.6", "3.2.3"] as const;
const folder = (version: string) => new URL(`../../fixtures/resources/godot-${version}/`, import.meta.url);
export const fixture = (version: string, name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder(version)))));
/** How the engine of this version reads its fixtures, by name. */
export const readings = (version: string): Map<string, Described> =>
  new Map(
    readFileSync(fileURLToPath(new URL("read.jsonl", folder(version))), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Described)
      .map((described) => [described.file.replace("res://", ""), described]),
  );

/** The value without references and declared types. */
function plain(file: ResourceFile, value: Variant): Variant {
  if (value instanceof GodotObject) {
    const found = referredBy(file, value);
    if (found === undefined) return null;
    return "path" in found ? `<ext ${found.path}>` : `<sub ${found.id}>`;
  }
  // Engines write RIDs into binary files with a warning, and read them as ints.
  if (value instanceof RID && file.kind === "binary") return value.id;
  if (value instanceof Map)
    return new Dictionary([...value].map(([key, item]) => [plain(file, key), plain(file, item)]));
  if (Array.isArray(value)) return value.map((item) => plain(file, item));
  return value;
}

/** Every resource of a file in the engine's words, by id; the main resource has an empty id. */
export async function describeFile(bytes: Uint8Array): Promise<Map<string, Record<string, string>>> {
  const file = await readResource(bytes, { mode: "exact" });
  const dialect = file.engine.major === 3 ? "godot-3" : "godot-4";
  const main = file.resources.at(-1);
  return new Map(
    file.resources.map((resource) => [
      resource === main ? "" : resource.id,
      Object.fromEntries(
        [...resource.properties].map(([name, value]) => [
          name,
          Buffer.from(encode(plain(file, value), { mode: "exact", dialect })).toString("hex"),
        ]),
      ),
    ]),
  );
}

/** The engine's description in the same form. The padding in NodePaths of Godot 3 is stale memory, so values are encoded again. */
export function expectedOf({ resources }: Described, version: string): Map<string, Record<string, string>> {
  const dialect = version.startsWith("3") ? "godot-3" : "godot-4";
  const clean = (hex: string) => {
    const value = decode(Buffer.from(hex, "hex"), { mode: "exact", dialect });
    return Buffer.from(encode(value, { mode: "exact", dialect })).toString("hex");
  };
  return new Map(
    resources.map(({ id, properties }) => [
      id,
      Object.fromEntries(Object.entries(properties).map(([name, hex]) => [name, clean(hex)])),
    ]),
  );
}

/** The fixture `save.res` whose first resource has a property with a reference to the second one, which `writeResource` refuses. */
export async function withLaterReference(
  version: string,
  name: string,
  value: (reference: Variant) => Variant,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readResource(fixture(version, "save.res"));
  const [first, second] = file.resources as [StoredResource, StoredResource];
  first.properties.set(name, value(referenceTo(file, first)));
  const bytes = await writeResource(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [own, later] = file.engine.major === 3 ? [Number(first.id), Number(second.id)] : [0, 1];
  // The numbers of an Object and of a reference inside the file, and which resource it is.
  const words = [24, 2, own];
  const isOwn = (at: number) => words.every((word, i) => view.getUint32(at + 4 * i, true) === word);
  const at = Array.from(bytes.keys()).find((place) => place + 12 <= bytes.length && isOwn(place)) as number;
  view.setUint32(at + 8, later, true);
  return bytes as Uint8Array<ArrayBuffer>;
}

/** The fixture `save.res` whose main resource has in `anything` a reference to another file, or to a resource, that the file does not list. */
export async function withLostReference(
  version: string,
  kind: "file" | "resource",
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly at: number }> {
  const file = await readResource(fixture(version, "save.res"));
  const [first] = file.resources as [StoredResource];
  const other = kind === "file" ? (file.externals[0] as ExternalResource) : first;
  file.resources.at(-1)?.properties.set("anything", [4242, referenceTo(file, other)]);
  const bytes = (await writeResource(file)) as Uint8Array<ArrayBuffer>;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const words = [3, 4242, 24, ...(kind === "file" ? [3, 0] : [2, Number(first.id)])];
  const isIt = (at: number) => words.every((word, i) => view.getUint32(at + 4 * i, true) === word);
  const at = Array.from(bytes.keys()).find((place) => place + 20 <= bytes.length && isIt(place)) as number;
  view.setUint32(at + 16, 99, true);
  return { bytes, at: at + 8 };
}

/** The fixture `save.res` whose main resource has in place of `hero` a property with this value, whose name has a byte order mark before it. */
export async function withMarkedName(version: string, value: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readResource(fixture(version, "save.res"));
  const main = file.resources.at(-1)?.properties;
  main?.delete("hero");
  main?.set("xyzhero", value);
  const bytes = Buffer.from(await writeResource(file));
  bytes.set([0xef, 0xbb, 0xbf], bytes.indexOf("xyzhero"));
  return new Uint8Array(bytes);
}
