// A Worker that takes saves at the edge and keeps them in a bucket: what is cut, foreign or too large gets no further.
import { load, VariantError } from "godot-variant";

/** Bytes of an upload. */
const mostBytes = 256 * 1024;

/** A Worker has 128 MB for everything, and other requests run in it, too. */
const limits = { decompressedBytes: 4_000_000, memory: 24_000_000, elements: 200_000 };

const answer = (status, body) => Response.json(body, { status });

export default {
  async fetch(request, { SAVES }) {
    const [, id] = /^\/saves\/([\w-]{1,64})$/.exec(new URL(request.url).pathname) ?? [];
    if (id === undefined) return answer(404, { code: "no-such-page" });
    switch (request.method) {
      case "PUT":
        return upload(request, SAVES, id);
      case "GET": {
        const save = await SAVES.get(id);
        return save === null
          ? answer(404, { code: "no-save" })
          : new Response(save.body, { headers: { etag: save.httpEtag } });
      }
      default:
        return answer(405, { code: "no-such-method" });
    }
  },
};

async function upload(request, saves, id) {
  const bytes = await bodyOf(request);
  if (bytes === undefined) return answer(413, { code: "too-large", most: mostBytes });
  try {
    const { values, dialect, framing } = await load(bytes, { allowObjects: false, limits });
    if (values.length !== 1 || typeof values[0]?.player?.name !== "string")
      return answer(422, { code: "not-this-game" });
    // The bytes as they came. The bucket stores all of them or nothing.
    await saves.put(id, bytes, { customMetadata: { dialect, framing } });
    return answer(201, { name: values[0].player.name, dialect, framing });
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    const { code, offset, path, hint } = error;
    return answer(code === "too-large" ? 413 : 422, { code, offset, path, hint });
  }
}

/** The body; undefined when it is too large. Its declared length is a promise that nobody has to keep, so the bytes are counted, too. */
async function bodyOf({ headers, body }) {
  if (Number(headers.get("content-length")) > mostBytes) return undefined;
  const chunks = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
