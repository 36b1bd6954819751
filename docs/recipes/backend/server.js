// The service: players upload, download, patch, compare and restore their saves.
import { fileURLToPath } from "node:url";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import { createOffload } from "./offload.js";
import { openStore } from "./store.js";

const octets = "application/octet-stream";
const version = { type: "integer", minimum: 1 };
const slotOf = { type: "object", properties: { slot: { type: "string", pattern: "^(1[0-5]|[0-9])$" } } };
const number = { type: "string", pattern: "^[1-9]\\d{0,8}$" };
const changes = {
  type: "object",
  required: ["changes"],
  properties: {
    changes: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      items: {
        type: "object",
        required: ["path"],
        additionalProperties: false,
        properties: {
          path: { type: "string", maxLength: 1000, examples: ["player.gold", "inventory[3].count"] },
          value: { description: "the new value as JSON" },
          text: { type: "string", description: "or in Godot's notation, such as Vector2(1, 2)" },
          remove: { type: "boolean", description: "or true to remove the value" },
        },
      },
    },
  },
};

/** Builds the service on a store (store.js). `perMinute` bounds the requests of a player; the other options are Fastify's. */
export async function buildServer(store, { offload = createOffload(), perMinute = 300, ...options } = {}) {
  const server = Fastify({
    bodyLimit: 8_000_000,
    // JSON stays what it is: 5 is no text, and an unknown property is a mistake.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    ...options,
  });
  server.addContentTypeParser(octets, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  await server.register(swagger, {
    openapi: {
      info: { title: "Saves", version: "1.0.0" },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
  });
  // After the token is known, before the body is read.
  const key = ({ player, ip }) => player ?? ip;
  await server.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    hook: "preParsing",
    keyGenerator: key,
  });
  server.decorateRequest("player", null);
  server.addHook("onClose", () => offload.close());
  server.setErrorHandler((error, request, reply) => {
    // Busy: too many saves wait for a worker, or the database cannot be reached. Nothing was acknowledged, so the client tries again.
    const noDatabase =
      error.syscall !== undefined || /^(08|53|57)/.test(error.code) || /connection/i.test(error.message);
    if (noDatabase || error.message === "Task queue is at limit")
      return reply.code(503).header("retry-after", 1).send({ code: "busy" });
    if (error.statusCode !== undefined && error.statusCode < 500)
      return reply
        .code(error.statusCode)
        .send({ code: error.code ?? "too-many-requests", message: error.message });
    request.log.error(error);
    return reply.code(500).send({ code: "internal" });
  });

  server.get("/openapi.json", { schema: { hide: true } }, () => server.swagger());
  server.get("/health", { schema: { hide: true } }, async () => (await store.query("SELECT 1 AS ok"))[0]);
  server.post(
    "/players",
    {
      config: { rateLimit: { max: Math.min(10, perMinute) } },
      schema: { summary: "Makes a player; the token is shown only once" },
    },
    async (_request, reply) => reply.code(201).send(await store.createPlayer()),
  );
  await server.register(saves, { store, offload });
  return server;
}

/** The routes that need a token. */
async function saves(server, { store, offload }) {
  server.addHook("onRoute", (route) => {
    route.schema = { tags: ["saves"], security: [{ token: [] }], ...route.schema };
  });
  server.addHook("onRequest", async (request, reply) => {
    const [, token] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? "") ?? [];
    request.player = token === undefined ? undefined : await store.playerOf(token);
    if (request.player === undefined) return reply.code(401).send({ code: "no-token" });
  });
  const stored = (reply, version, rest = {}) =>
    reply
      .code(version === 1 ? 201 : 200)
      .header("etag", etag(version))
      .send({ version, ...rest });
  const refuse = (reply, refused) => reply.code(refused.code === "too-large" ? 413 : 422).send(refused);

  server.get("/saves", { schema: { summary: "The newest version of each save" } }, ({ player }) =>
    store.list(player),
  );

  server.put(
    "/saves/:slot",
    {
      schema: {
        summary:
          "Stores a save. If-Match names the version that the game has; for an empty slot, If-None-Match: *",
        params: slotOf,
        body: { content: { [octets]: { schema: {} } } },
      },
    },
    async ({ player, params: { slot }, headers, body }, reply) => {
      const base = baseOf(headers);
      if (base === undefined) return reply.code(428).send({ code: "no-if-match" });
      if (!Buffer.isBuffer(body)) return reply.code(415).send({ code: "no-octets" });
      const { refused, ...facts } = await offload.run("check", { bytes: body });
      if (refused !== undefined) return refuse(reply, refused);
      const version = await store.put(player, slot, base, body, facts);
      return version === undefined ? conflict(reply, player, slot) : stored(reply, version);
    },
  );

  server.get(
    "/saves/:slot",
    {
      schema: {
        summary:
          "The bytes of a save as they were uploaded, or JSON for people with Accept: application/json",
        params: slotOf,
        querystring: { type: "object", properties: { version: number } },
      },
    },
    async ({ player, params: { slot }, query, headers }, reply) => {
      const known = headers["if-none-match"];
      if (known !== undefined && known === etag(query.version ?? (await store.head(player, slot))))
        return reply.code(304).send();
      const save = await store.bytes(player, slot, query.version);
      if (save === undefined) return reply.code(404).send({ code: "no-save" });
      reply.header("etag", etag(save.version)).header("vary", "accept");
      if (headers.accept !== "application/json") return reply.type(octets).send(save.bytes);
      const { json, refused } = await offload.run("json", { bytes: save.bytes });
      return refused === undefined ? reply.type("application/json").send(json) : refuse(reply, refused);
    },
  );

  server.patch(
    "/saves/:slot",
    {
      schema: {
        summary: "Changes values at paths, and no other byte. Needs If-Match",
        params: slotOf,
        body: changes,
      },
    },
    async ({ player, params: { slot }, headers, body }, reply) => {
      const base = baseOf(headers);
      if (!base) return reply.code(428).send({ code: "no-if-match" });
      const old = await store.bytes(player, slot, base);
      if (old === undefined) return conflict(reply, player, slot);
      const { refused, bytes, ...facts } = await offload.run("patched", {
        bytes: old.bytes,
        changes: body.changes,
      });
      if (refused !== undefined) return refuse(reply, refused);
      const version = await store.put(player, slot, base, Buffer.from(bytes), facts);
      return version === undefined ? conflict(reply, player, slot) : stored(reply, version);
    },
  );

  server.get(
    "/saves/:slot/history",
    { schema: { summary: "The versions that are kept", params: slotOf } },
    ({ player, params }) => store.history(player, params.slot),
  );

  server.get(
    "/saves/:slot/diff",
    {
      schema: {
        summary: "What two versions differ in",
        params: slotOf,
        querystring: { type: "object", required: ["from", "to"], properties: { from: number, to: number } },
      },
    },
    async ({ player, params: { slot }, query }, reply) => {
      const [save, other] = await Promise.all(
        [query.from, query.to].map((each) => store.bytes(player, slot, each)),
      );
      if (save === undefined || other === undefined) return reply.code(404).send({ code: "no-save" });
      const { refused, ...answer } = await offload.run("differences", {
        bytes: save.bytes,
        other: other.bytes,
      });
      return refused === undefined ? answer : refuse(reply, refused);
    },
  );

  server.post(
    "/saves/:slot/restore",
    {
      schema: {
        summary: "Makes an old version the newest one. Needs If-Match",
        params: slotOf,
        body: { type: "object", required: ["version"], properties: { version } },
      },
    },
    async ({ player, params: { slot }, headers, body }, reply) => {
      const base = baseOf(headers);
      if (!base) return reply.code(428).send({ code: "no-if-match" });
      const version = await store.restore(player, slot, base, body.version);
      return version === undefined
        ? conflict(reply, player, slot)
        : stored(reply, version, { restored_from: body.version });
    },
  );

  /** Somebody else was faster, or the version is gone: the client gets the present version, and decides. */
  async function conflict(reply, player, slot) {
    const head = await store.head(player, slot);
    if (head !== undefined) reply.header("etag", etag(head));
    return reply.code(412).send({ code: "other-version", version: head ?? null });
  }
}

const etag = (version) => `"${version}"`;

/** The version that a client builds on: 0 for none, undefined if it does not say. */
function baseOf(headers) {
  if (headers["if-none-match"] === "*") return 0;
  const [, number] = /^"([1-9]\d{0,8})"$/.exec(headers["if-match"] ?? "") ?? [];
  return number === undefined ? undefined : Number(number);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const store = await openStore({ connectionString: process.env.DATABASE_URL });
  const server = await buildServer(store, { logger: { level: process.env.LOG_LEVEL ?? "info" } });
  const address = await server.listen({ port: Number(process.env.PORT ?? 8084), host: "127.0.0.1" });
  process.send?.({ address });
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, async () => {
      await server.close();
      await store.close();
    });
}
