// Any bytes as files: load, save and recover never fail in an unknown way, and a file that was loaded is saved unchanged.
import { codec, expect, same } from "./input.mjs";

const limits = { decompressedBytes: 1 << 20, elements: 1 << 16 };

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof codec.VariantError) return undefined;
    throw error;
  }
}

export const fuzz = async (data) => {
  const bytes = Uint8Array.from(data);
  codec.detect(bytes);
  const loaded = await attempt(() => codec.load(bytes, { limits, password: "secret" }));
  if (loaded !== undefined) await attempt(() => codec.save(loaded.values, loaded));
  const recovered = await attempt(() => codec.recoverFile(bytes, { limits, password: "secret" }));
  for (const { document } of recovered?.values ?? []) document.toBytes();
  const opened = await attempt(() => codec.openFile(bytes, { limits, password: "secret" }));
  if (opened?.layers.length === 0 && opened.documents.length > 0) {
    const saved = await attempt(() => opened.documents[0].save());
    expect(saved === undefined || same(saved, bytes), "a file without layers comes back");
  }
};
