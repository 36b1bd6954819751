// Binary resource files: `.res` and `.scn`.
import { type Limits, limitsOf } from "../base/options.js";
import { formatPath, type Variant } from "../index.js";
import { readBinary } from "./binary-reader.js";
import { editBinary } from "./binary-writer.js";
import { isCompressed, readCompressed, writeCompressed } from "./compressed-resource.js";
import type { ReadFile } from "./resource-types.js";
import { uidText } from "./uid.js";
import { decodeValue, type ValueOptions } from "./value-changes.js";

/** Bytes at the beginning of a resource that a compressed one lacks. */
const missing = 4;

const withUid = (uid: bigint | undefined) => (uid === undefined ? {} : { uid: uidText(uid) });

/** Reads a binary resource, which may be compressed. */
export async function readBinaryFile(
  bytes: Uint8Array<ArrayBuffer>,
  options: ValueOptions,
): Promise<ReadFile> {
  const limits = limitsOf(options.limits);
  const compressed = isCompressed(bytes)
    ? await readCompressed(bytes, options.limits, limits.decompressedBytes)
    : undefined;
  const content = compressed?.content ?? bytes;
  const resource = readBinary(content, compressed === undefined ? 0 : missing, limits);
  const { format, major, wire } = resource;
  const externals = resource.externals.map(({ type, path, uid }, id) =>
    Object.freeze({ id: String(id), type, path, ...withUid(uid) }),
  );
  const values = valuesOf(wire, options, limits, major === 3);
  const resources = resource.blocks.map(({ id, type, properties }) => {
    const found = new Map<string, Variant>();
    for (const { name } of properties) found.set(name, values.next().value as Variant);
    return Object.freeze({ id, type, properties: found });
  });
  return {
    about: {
      kind: "binary",
      engine: Object.freeze({ major, minor: resource.minor }),
      format: format.version,
      bigEndian: !format.littleEndian,
      compressed: compressed !== undefined,
      type: resource.type,
      ...(resource.scriptClass !== undefined && { scriptClass: resource.scriptClass }),
      ...withUid(resource.uid),
      externals: Object.freeze(externals),
      resources: Object.freeze(resources),
      nodes: Object.freeze([]),
    },
    references: new Map<object, string | number>([
      ...externals.map((external, place) => [external, place] as const),
      ...resources.map((one) => [one, format.namedIds ? one.id : Number(one.id)] as const),
    ]),
    blocks: resource.blocks.map(({ properties }, block) => ({
      properties: resources[block]?.properties as Map<string, Variant>,
      old: new Map(properties.map(({ name, wireAt, wireEnd }) => [name, wire.subarray(wireAt, wireEnd)])),
      warnings: properties.flatMap(({ name, unread }) =>
        unread.map((offset) => ({ code: "later-reference" as const, offset, path: formatPath([name]) })),
      ),
    })),
    edit: (changes) => editBinary(content, resource, changes, limits.outputBytes),
    pack: compressed && ((edited) => writeCompressed(edited, compressed)),
  };
}

/** All values of the file, decoded in one call, so that the limits hold for all of them. */
function valuesOf(wire: Uint8Array, options: ValueOptions, limits: Limits, isOld: boolean) {
  // The Array around them is a level and an element more.
  const around = { ...limits, depth: limits.depth + 1, elements: limits.elements + 1 };
  const values = decodeValue(wire, { ...options, limits: around }, isOld);
  return (values as Variant[])[Symbol.iterator]();
}
