// Takes saves of a game: whatever is uploaded, the answer says what is in it or what is wrong with it.
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Fastify from "fastify";
import { load, VariantError, Vector2 } from "godot-variant";
import { z } from "zod";

/** What the server needs of a save. Other keys may be there; the stored file keeps them. */
const saveSchema = z.object({
  version: z.number().int().min(1).max(3),
  player: z.object({
    name: z.string().min(1).max(40),
    level: z.number().int().min(1).max(99),
    hp: z.number().min(0),
    position: z.instanceof(Vector2),
  }),
});

const limits = { memory: 32_000_000, decompressedBytes: 8_000_000, elements: 200_000 };

/** Builds the server; saves go to `folder`. */
export function buildServer(folder, options = {}) {
  const server = Fastify({ bodyLimit: 1_000_000, ...options });
  server.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  server.put("/saves/:id", async (request, reply) => {
    const { id } = request.params;
    if (!/^[\w-]{1,64}$/.test(id)) return reply.code(400).send({ code: "bad-id" });
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send({ code: "no-octets" });
    try {
      const { values, dialect, framing } = await load(request.body, {
        schema: saveSchema,
        allowObjects: false,
        limits,
      });
      if (values.length !== 1) return reply.code(422).send({ code: "several-values", count: values.length });
      const [{ player }] = values;
      await store(folder, `${id}.save`, request.body);
      return { name: player.name, level: player.level, dialect, framing };
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      const { code, offset, path, hint, issues } = error;
      return reply
        .code(422)
        .send({ code, offset, path, hint, issues: issues?.map(({ message, path }) => ({ message, path })) });
    }
  });
  return server;
}

/** Writes a file beside the old one and renames it, so that a crash leaves the old or the new one. The bytes stay as they came. */
async function store(folder, name, bytes) {
  await mkdir(folder, { recursive: true });
  // A name of its own: two devices of a player may upload at the same time.
  const part = join(folder, `${name}.${randomUUID()}.part`);
  try {
    await writeFile(part, bytes, { flush: true });
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = buildServer("saves", { logger: true });
  await server.listen({ port: Number(process.env.PORT ?? 8083), host: "127.0.0.1" });
}
