// Refuses options, limits and layers that no function has, and names what was meant.
import { compressions } from "../table/boundary.gen.js";
import { checkChoice } from "./choices.js";
import { framings } from "./framings.js";
import { suggestion } from "./similar.js";

/** The properties of the option `like` and of the second argument of `save`, including the results that fit there. */
const likeNames = names(
  "value bytes content dialect framing layers values candidates mode leftOut documents file lost complete skipped",
);

/**
 * The options of all functions: each ignores options that only others use. The result of `load` may be passed as options, to
 * `locateFrames` for example, and Node's `pipeline` passes a `signal`.
 */
const optionNames = names(
  "allowTrailing allowObjects fullObjects real limits views dictionaries like strict badUtf8 bigEndian pooled onError",
  "onSkip onWarning onLoss schema password key iv from to frame index engine base64 indent name size signal recover",
  ...likeNames,
);

/** The properties of each kind of layer, besides `container`. */
const layerNames: Readonly<Record<string, ReadonlySet<string>>> = {
  gcpf: names("container compression blockSize closed"),
  gdec: names("container engine"),
  zlib: names("container sizeBytes"),
  gzip: names("container sizeBytes"),
  zstd: names("container sizeBytes"),
  fastlz: names("container sizeBytes"),
  base64: names("container ending"),
};

/** What properties of layers may be; those of other names are numbers and texts, which whoever writes the layer checks. */
const layerValues: Readonly<Record<string, readonly unknown[]>> = {
  compression: compressions,
  engine: [3, 4],
  closed: [true, false, undefined],
  sizeBytes: [0, 4, 8, undefined],
};

function names(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

/** Throws a TypeError for an option that no function has. */
export function checkOptions(options: object = {}): void {
  if (typeof options !== "object" || options === null) throw new TypeError("The options must be an object.");
  checkNames(options, optionNames, "option");
}

/** Throws a TypeError for options that do not name the dialect to write. */
export function checkTarget(options: { readonly to: unknown }): void {
  if (options?.to !== undefined) return;
  checkOptions(options);
  throw new TypeError("The option to must name a dialect.");
}

/** Throws a TypeError for something that `save` and `like` cannot imitate. */
export function checkLike(like: object): void {
  checkNames(like, likeNames, "property");
}

/** Throws a TypeError for a compression that does not exist. */
export function checkCompression(compression: string): void {
  if ((compressions as readonly string[]).includes(compression)) return;
  throw new TypeError(
    `There is no compression ${String(compression)}.${suggestion(String(compression), compressions)}`,
  );
}

/** Whether a container is a layer around others. */
export const isLayer = (container: string | undefined): boolean =>
  container !== undefined && Object.hasOwn(layerNames, container);

/** Throws a TypeError for a layer that does not exist, or that does not have one of these properties or not such a value. */
export function checkLayer(layer: { readonly container: string }): void {
  const { container } = layer;
  const known = Object.hasOwn(layerNames, container) ? layerNames[container] : undefined;
  if (known === undefined)
    throw new TypeError(
      `There is no container ${String(container)}.${suggestion(String(container), Object.keys(layerNames))}`,
    );
  checkNames(layer, known, `property of a ${container} layer`);
  for (const name of known) {
    const values = layerValues[name];
    const value = (layer as { readonly [name: string]: unknown })[name];
    if (values !== undefined) checkChoice(`The ${name} of a ${container} layer`, value, values);
  }
}

/** Throws a TypeError for a property of another name. */
export function checkNames(given: object, known: ReadonlySet<string>, what: string): void {
  for (const name of Object.keys(given))
    if (!known.has(name)) throw new TypeError(`There is no ${what} ${name}.${suggestion(name, known)}`);
}

/** Throws a TypeError for a framing that does not exist, and for a byte order that it does not have. */
export function checkFraming(framing: string | undefined, options: object): void {
  if (framing !== undefined) checkChoice("The option framing", framing, framings);
  checkByteOrder(framing, options);
}

/** Throws a TypeError for the option `bigEndian` of streams beside `store_var`, whose lengths are little-endian. */
export function checkByteOrder(
  framing: string | undefined,
  { bigEndian }: { readonly bigEndian?: boolean | undefined },
): void {
  if (framing === "store_var" && bigEndian === true)
    throw new TypeError(
      'The option bigEndian is for streams. decodeFrames, encodeFrames and files have framing: "store_var_big_endian".',
    );
}
