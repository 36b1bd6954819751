// Any bytes as a resource file, binary or text: no unknown failure, an unchanged file comes back, and so does a value that is set.
import { encode, VariantError } from "../../../dist/bundled/index.js";
import { readResource, resourceValue, takeValue, writeResource } from "../../../dist/resources/index.js";
import { expect, same } from "./input.mjs";

const limits = { decompressedBytes: 1 << 20, elements: 1 << 16, outputBytes: 1 << 22 };
const exact = { mode: "exact", limits };

/** The result; undefined for an error that the package may throw. */
async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

const encoded = (value) => Buffer.from(encode(value, { mode: "exact", fullObjects: true }));

export const fuzz = async (data) => {
  const bytes = Uint8Array.from(data);
  const file = await attempt(() => readResource(bytes, exact));
  if (file === undefined || file.layers.length > 0) return;
  expect(same(await writeResource(file), bytes), "an unchanged file is the same");
  const value = await attempt(() => resourceValue(file));
  await attempt(() => takeValue(file, value));
  const unchanged = await attempt(() => writeResource(file));
  expect(unchanged === undefined || same(unchanged, bytes), "its own value changes nothing");
  for (const [place, { properties }] of [...file.resources, ...file.nodes].entries()) {
    const [name, old] = [...properties].at(-1) ?? [];
    if (name === undefined) continue;
    const made = Array.isArray(old) && old.elementType === undefined ? [...old, 7n, "new"] : "new";
    properties.set(name, made);
    const written = await attempt(() => writeResource(file));
    properties.set(name, old);
    const again = written && (await readResource(written, exact));
    const now = again && [...again.resources, ...again.nodes][place].properties;
    expect(
      now === undefined || same(encoded(now.get(name)), encoded(made)),
      "a value that is set comes back",
    );
  }
};
