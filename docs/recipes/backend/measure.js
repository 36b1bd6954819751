// How many saves a second the service takes, as they are and compressed, beside the same service with saves of JSON, and how long its event loop
// stands still.
// With an address as argument, this program is the service under test.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { encode, save } from "godot-variant";
import { columnsOf, saveSchema } from "./columns.js";
import { createOffload } from "./offload.js";
import { startPostgres } from "./postgres.js";
import { game } from "./sample.js";
import { buildServer } from "./server.js";
import { openStore } from "./store.js";

const [, , kind, url] = process.argv;
const mostConnections = 10;

/** What a service does that stores JSON: it parses it in its thread and checks it by the same schema. */
const jsonOffload = {
  run: async (_name, { bytes }) => ({
    columns: columnsOf(saveSchema.parse(JSON.parse(bytes))),
    dialect: "json",
    framing: "none",
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }),
  close: () => {},
};

/** The bytes of a save in each service. The game of the second one writes its saves with FileAccess.open_compressed. */
const services = {
  variant: (value) => encode(value),
  compressed: (value) =>
    save([value], {
      dialect: "godot-4",
      framing: "store_var",
      layers: [{ container: "gcpf", compression: "fastlz" }],
    }),
  json: (value) => JSON.stringify(value),
};

async function serve() {
  const store = await openStore({ connectionString: url });
  const offload = kind === "json" ? jsonOffload : createOffload();
  const server = await buildServer(store, { offload, perMinute: 1e9 });
  const players = await Promise.all(Array.from({ length: 2 * mostConnections }, () => store.createPlayer()));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on("message", () => {
    process.send({ longest: delay.max / 1e6 });
    delay.reset();
  });
  process.send({
    address: await server.listen({ port: 0, host: "127.0.0.1" }),
    tokens: players.map(({ token }) => token),
  });
}

/** Sends `amount` uploads, each the next version of a player's save, or downloads. A player has one request at a time. */
async function load(service, { method, bytes, amount, connections }) {
  const { latency, non2xx, errors } = await autocannon({
    url: service.address,
    connections,
    amount,
    // autocannon makes a text of each answer: 20 ms for 3.4 MB that are not a text, 2 ms for JSON. This test needs only the status.
    setupClient: (client) => {
      client.pipelinedRequests.addBody = () => {};
    },
    requests: [
      {
        method,
        path: "/saves/0",
        setupRequest(request, context) {
          const player = service.free.shift();
          context.player = player;
          const condition =
            player.version === 0 ? { "if-none-match": "*" } : { "if-match": `"${player.version}"` };
          const headers = {
            authorization: `Bearer ${player.token}`,
            "content-type": "application/octet-stream",
          };
          return method === "GET"
            ? { ...request, headers }
            : { ...request, body: bytes, headers: { ...headers, ...condition } };
        },
        onResponse(status, _body, { player }) {
          if (method === "PUT" && status < 300) player.version++;
          service.free.push(player);
        },
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`);
  const delay = once(service.child, "message");
  service.child.send("delay");
  const [{ longest }] = await delay;
  return { perSecond: (1000 * connections) / latency.average, p50: latency.p50, p99: latency.p99, longest };
}

async function measure() {
  const database = await startPostgres();
  const started = [];
  try {
    for (const kind of Object.keys(services)) {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), kind, database.url], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const [{ address, tokens }] = await once(child, "message");
      started.push({ kind, child, address, free: tokens.map((token) => ({ token, version: 0 })) });
    }
    const large = game(1, 40_000);
    for (const [what, value, method, amount, connections, unmeasured] of [
      ["upload", game(1), "PUT", 400, 10, 12],
      ["download", game(1), "GET", 800, 10, 6],
      ["upload", large, "PUT", 8, 1, 1],
      ["download", large, "GET", 8, 1, 1],
    ]) {
      // The services take turns, so that neither profits from what else the machine does. The first turns are not counted: a service takes
      // about 5000 requests until all its code is compiled.
      const turns = started.map(() => []);
      for (let turn = -unmeasured; turn < 7; turn++)
        for (const [i, service] of started.entries()) {
          const bytes = Buffer.from(await services[service.kind](value));
          const result = await load(service, { method, bytes, amount, connections });
          if (turn >= 0) turns[i].push({ ...result, size: bytes.length });
        }
      for (const [i, { kind }] of started.entries()) {
        // What else runs only makes a pause longer, so the shortest of the turns' longest pauses is the service's own.
        const median = (key) => turns[i].map((turn) => turn[key]).sort((a, b) => a - b)[turns[i].length >> 1];
        const figures = [
          median("size") / 1000,
          median("perSecond"),
          median("p50"),
          median("p99"),
          Math.min(...turns[i].map(({ longest }) => longest)),
        ];
        console.log(`| ${[what, kind, ...figures.map((figure) => figure.toFixed(1))].join(" | ")} |`);
      }
    }
  } finally {
    for (const { child } of started) child.kill();
    await database.remove();
  }
}

await (kind === undefined ? measure() : serve());
