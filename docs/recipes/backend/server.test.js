import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decode, encode, float, save, Vector2 } from "godot-variant";
import { createOffload } from "./offload.js";
import { programs, startPostgres } from "./postgres.js";
import { game } from "./sample.js";
import { buildServer } from "./server.js";
import { kept, openStore } from "./store.js";

const skip = programs === undefined && "PostgreSQL is not installed (Debian: apt-get install postgresql)";
const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const octets = "application/octet-stream";

describe("the service", { skip }, () => {
  let database;
  let store;
  let server;
  const offload = createOffload();
  before(async () => {
    database = await startPostgres();
    store = await openStore({ connectionString: database.url });
    server = await buildServer(store, { offload, perMinute: 100_000 });
  });
  after(async () => {
    await server?.close();
    await store?.close();
    await database?.remove();
  });

  /** A player with functions for requests. Answers are `{ status, etag, body, bytes }`. */
  async function player() {
    const { token } = await store.createPlayer();
    const ask = async (method, url, payload, headers = {}) => {
      const answer = await server.inject({
        method,
        url,
        payload,
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      const body = answer.headers["content-type"]?.startsWith("application/json") ? answer.json() : undefined;
      return { status: answer.statusCode, etag: answer.headers.etag, body, bytes: answer.rawPayload };
    };
    const put = (bytes, base, slot = 0) =>
      ask("PUT", `/saves/${slot}`, Buffer.from(bytes), {
        "content-type": octets,
        ...(base === 0 ? { "if-none-match": "*" } : { "if-match": `"${base}"` }),
      });
    const change = (changes, base) => ask("PATCH", "/saves/0", { changes }, { "if-match": `"${base}"` });
    return { ask, put, change, token };
  }

  test("a save comes back byte for byte, and SQL finds what is in it", async () => {
    const { ask, put } = await player();
    const bytes = encode({ ...game(7), gold: 1 });
    assert.deepEqual(await put(bytes, 0).then(({ status, etag, body }) => [status, etag, body]), [
      201,
      '"1"',
      { version: 1 },
    ]);
    const compressed = await save([{ ...game(8), player: { ...game(8).player, gold: 2n ** 62n } }], {
      dialect: "godot-3",
      framing: "store_var",
      layers: [{ container: "gcpf", compression: "zstd" }],
    });
    assert.equal((await put(compressed, 0, 15)).status, 201);
    assert.deepEqual((await ask("GET", "/saves/0")).bytes, Buffer.from(bytes));
    assert.deepEqual((await ask("GET", "/saves/15")).bytes, Buffer.from(compressed));
    assert.equal((await ask("GET", "/saves/0", undefined, { "if-none-match": '"1"' })).status, 304);
    const list = (await ask("GET", "/saves")).body;
    assert.deepEqual(
      list.map(({ slot, name, level, gold, hp, dialect, size }) => [
        slot,
        name,
        level,
        gold,
        hp,
        dialect,
        size,
      ]),
      [
        [0, "Mira 7", 8, 7, 87, "godot-4.4", bytes.length],
        [15, "Mira 8", 9, String(2n ** 62n), 87, "godot-3", compressed.length],
      ],
    );
    const json = (await ask("GET", "/saves/0", undefined, { accept: "application/json" })).bytes.toString();
    assert.match(json, /"hp": ?87\.0/);
    const rich = "SELECT name FROM slots JOIN versions USING (player, slot, version) WHERE gold > 1000000";
    assert.deepEqual(await store.query(rich), [{ name: "Mira 8" }]);
  });

  test("only the owner of a token gets in", async () => {
    const { put, ask } = await player();
    await put(encode(game(1)), 0);
    const other = await player();
    assert.equal((await other.ask("GET", "/saves/0")).status, 404);
    for (const authorization of ["", "Bearer", `Bearer ${"A".repeat(43)}`, "Bearer ' OR true --"])
      assert.equal((await ask("GET", "/saves/0", undefined, { authorization })).status, 401);
    assert.equal((await server.inject({ method: "POST", url: "/players" })).statusCode, 201);
  });

  test("of two devices that build on the same version, one is told", async () => {
    const { put, ask } = await player();
    assert.equal((await ask("PUT", "/saves/0", Buffer.from("x"), { "content-type": octets })).status, 428);
    await put(encode(game(1)), 0);
    assert.equal((await put(encode(game(2)), 0)).status, 412);
    const answers = await Promise.all([2, 3, 4, 5].map((number) => put(encode(game(number)), 1)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
    assert.ok(answers.every(({ etag }) => etag === '"2"'));
    // The answer was lost, so the game sends it again.
    const { bytes } = await ask("GET", "/saves/0");
    assert.deepEqual((await put(bytes, 1)).body, { version: 2 });
    assert.equal((await ask("GET", "/saves/0/history")).body.length, 2);
    assert.equal((await put(encode(game(9)), 7)).status, 412, "a version that is not there yet");
  });

  test("a float in Godot's notation is one, also where nothing stood", async () => {
    const { put, ask, change } = await player();
    await put(encode({ ...game(1), best: null }), 0);
    assert.equal((await change([{ path: "best", text: "[5.0, 6, {7.0: 8.0}]" }], 1)).status, 200);
    const [{ after }] = (await ask("GET", "/saves/0/diff?from=1&to=2")).body.differences;
    assert.equal(after, "[5.0, 6, {\n7.0: 8.0\n}]");
  });

  test("a patch changes a value and no other byte", async () => {
    const { put, ask, change } = await player();
    const bytes = encode(game(1));
    await put(bytes, 0);
    const made = await change(
      [
        { path: "player.gold", value: 500 },
        { path: "player.hp", value: 12 },
        { path: "player.position", text: "Vector2(7, 8)" },
      ],
      1,
    );
    assert.deepEqual([made.status, made.body], [200, { version: 2 }]);
    const changed = {
      ...game(1),
      player: { ...game(1).player, gold: 500, hp: float(12), position: new Vector2(7, 8) },
    };
    assert.deepEqual((await ask("GET", "/saves/0")).bytes, Buffer.from(encode(changed)));
    assert.deepEqual((await ask("GET", "/saves/0/diff?from=1&to=2")).body, {
      differences: [
        { kind: "changed", path: "player.gold", before: "1", after: "500" },
        { kind: "changed", path: "player.hp", before: "87.0", after: "12.0" },
        { kind: "changed", path: "player.position", before: "Vector2(1, -4)", after: "Vector2(7, 8)" },
      ],
      more: false,
    });
    assert.equal((await change([{ path: "player.gold", value: 1 }], 1)).status, 412);
    for (const [changes, code] of [
      [[{ path: "player.gold", value: "much" }], "wrong-type"],
      [[{ path: "player.silver", value: 1 }], "bad-path"],
      [[{ path: "player.level", value: 100 }], "schema-mismatch"],
      [[{ path: "player.name", remove: true }], "schema-mismatch"],
    ]) {
      const { status, body } = await change(changes, 2);
      assert.deepEqual([status, body.code], [422, code]);
    }
    assert.equal((await change([{ path: "player.gold", value: 1, typo: 2 }], 2)).status, 400);
    assert.equal((await change([{ path: "player.gold" }], 2)).body.code, "unsupported-value");
    assert.equal((await ask("GET", "/saves/0")).etag, '"2"');
  });

  test("old versions are kept, compared and restored, up to a number", async () => {
    const { put, ask } = await player();
    for (let version = 1; version <= kept + 5; version++) await put(encode(game(version)), version - 1);
    const history = (await ask("GET", "/saves/0/history")).body;
    assert.deepEqual(
      history.map(({ version }) => version),
      Array.from({ length: kept }, (_, i) => kept + 5 - i),
    );
    assert.equal((await ask("GET", "/saves/0?version=5")).status, 404);
    assert.equal((await ask("GET", "/saves/1")).status, 404);
    assert.deepEqual((await ask("GET", "/saves/0?version=6")).bytes, Buffer.from(encode(game(6))));
    const restore = (old, base) =>
      ask("POST", "/saves/0/restore", { version: old }, { "if-match": `"${base}"` });
    assert.equal((await restore(5, kept + 5)).status, 412);
    assert.equal((await restore(6, kept + 4)).status, 412);
    assert.deepEqual((await restore(6, kept + 5)).body, { version: kept + 6, restored_from: 6 });
    assert.deepEqual((await ask("GET", "/saves/0")).bytes, Buffer.from(encode(game(6))));
    assert.equal((await ask("GET", "/saves/0/history")).body[0].restored_from, 6);
  });

  test("what is cut, foreign, too large or not a save is refused, and nothing changes", async () => {
    const { put, ask } = await player();
    const bytes = encode(game(1, 3));
    await put(bytes, 0);
    for (let size = 0; size < bytes.length; size++) {
      const { status } = await put(bytes.subarray(0, size), 1);
      assert.ok(status === 422 || status === 400, `cut at ${size}: ${status}`);
    }
    const zeros = { ...game(1), zeros: new Uint8Array(50_000_000) };
    const gzip = {
      dialect: "godot-4",
      framing: "none",
      layers: [{ container: "gcpf", compression: "gzip" }],
    };
    assert.equal((await put(await save([zeros], gzip), 1)).status, 413);
    assert.equal((await put(new Uint8Array(8_000_001), 1)).status, 413);
    assert.equal((await put(encode(game(1)), 0, 16)).status, 400, "there are 16 slots");
    assert.equal(
      (await ask("PUT", "/saves/0", "{}", { "content-type": "application/json", "if-match": '"1"' })).status,
      415,
    );
    assert.equal((await ask("GET", "/saves/0/history")).body.length, 1);
  });

  test("large saves are read by a worker", async () => {
    const { put, ask, change } = await player();
    const large = encode(game(1, 40_000));
    assert.ok(large.length > 3_000_000);
    const previous = { ...offload.counts };
    assert.equal((await put(large, 0)).status, 201);
    assert.equal((await change([{ path: "inventory[39999].count", value: 0 }], 1)).status, 200);
    assert.equal((await ask("GET", "/saves/0/diff?from=1&to=2")).body.differences.length, 1);
    const packed = {
      dialect: "godot-4",
      framing: "none",
      layers: [{ container: "gcpf", compression: "gzip" }],
    };
    const compressed = await save([{ ...game(1), zeros: new Uint8Array(2_000_000) }], packed);
    assert.ok(compressed.length < 64 * 1024);
    assert.equal((await put(compressed, 2)).status, 200);
    assert.deepEqual(offload.counts, { here: previous.here + 1, workers: previous.workers + 4 });
    assert.deepEqual((await ask("GET", "/saves/0?version=1")).bytes, Buffer.from(large));
  });

  test("requests are counted for each player, and OpenAPI describes them", async () => {
    const strict = await buildServer(store, { perMinute: 3 });
    try {
      const { token } = await store.createPlayer();
      const ask = () => strict.inject({ url: "/saves", headers: { authorization: `Bearer ${token}` } });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 200, 200, 429],
      );
      const { paths } = (await server.inject("/openapi.json")).json();
      assert.deepEqual(Object.keys(paths["/saves/{slot}"]).sort(), ["get", "patch", "put"]);
      assert.ok(paths["/saves/{slot}"].put.requestBody.content[octets]);
    } finally {
      await strict.close();
    }
  });

  test("Godot 4 saves and loads", { skip: !process.env.GODOT4 && "GODOT4 names no engine" }, async () => {
    const { token, ask } = await player();
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    const args = ["--headless", "-s", file("client.gd"), "--", address, token];
    const { stdout, stderr } = await promisify(execFile)(process.env.GODOT4, args, { timeout: 120_000 });
    assert.match(stdout, /done/, stderr);
    assert.equal(decode((await ask("GET", "/saves/0")).bytes).player.gold, 125);
  });
});

describe("after a kill", { skip }, () => {
  test("every save that was acknowledged is there", async () => {
    const database = await startPostgres();
    let service;
    try {
      service = await startService(database.url);
      const writers = await Promise.all(Array.from({ length: 8 }, () => newWriter(service.address)));
      // Ends the service three times and the database once, each time after so many more saves.
      for (const [count, what] of [
        [60, "service"],
        [37, "service"],
        [90, "database"],
        [51, "service"],
      ]) {
        const kill = what === "service" ? service.kill : database.kill;
        await writeUntil(writers, count, kill);
        await service.kill();
        if (what === "database") await database.start();
        service = await startService(database.url);
        for (const writer of writers) await compare(writer, service.address);
      }
    } finally {
      await service?.kill();
      await database.remove();
    }
  });

  test("a download that loses the database is answered with 503, and the service goes on", async () => {
    const database = await startPostgres();
    let service;
    try {
      service = await startService(database.url);
      const { token } = await (await fetch(`${service.address}/players`, { method: "POST" })).json();
      const headers = { authorization: `Bearer ${token}` };
      const bytes = Buffer.from(encode(game(1, 40_000)));
      const condition = { "if-none-match": "*", "content-type": octets };
      await fetch(`${service.address}/saves/0`, {
        method: "PUT",
        headers: { ...headers, ...condition },
        body: bytes,
      });
      let answered = 0;
      let killed;
      const download = async () => {
        const answer = await fetch(`${service.address}/saves/0`, { headers });
        const body = Buffer.from(await answer.arrayBuffer());
        if (answer.ok) assert.ok(body.equals(bytes));
        else assert.equal(answer.status, 503);
        if (++answered === 20) killed = database.kill();
      };
      const player = async () => {
        while (killed === undefined) await download();
        await download();
      };
      await Promise.all(Array.from({ length: 4 }, player));
      await killed;
      await database.start();
      assert.equal((await fetch(`${service.address}/saves/0`, { headers })).status, 200);
    } finally {
      await service?.kill();
      await database.remove();
    }
  });

  async function startService(url) {
    const child = spawn(process.execPath, [file("server.js")], {
      env: { ...process.env, DATABASE_URL: url, PORT: "0", LOG_LEVEL: "error" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    const ended = once(child, "exit");
    const [{ address }] = await Promise.race([
      once(child, "message"),
      ended.then(() => assert.fail("the service ended")),
    ]);
    const kill = () => {
      end();
      return ended;
    };
    return { address, kill };
  }

  /** A player who uploads one save after the other. `sent` has the hash of each version, also of those that no answer came for. */
  async function newWriter(address) {
    const { token } = await (await fetch(`${address}/players`, { method: "POST" })).json();
    return { address, headers: { authorization: `Bearer ${token}` }, acknowledged: 0, sent: [] };
  }

  async function writeUntil(writers, count, kill) {
    let left = count;
    let killed;
    await Promise.all(
      writers.map(async (writer) => {
        while (killed === undefined) {
          const version = writer.acknowledged + 1;
          const bytes = encode(game(version * 1000 + count));
          writer.sent[version] ??= [];
          writer.sent[version].push(sha256(bytes));
          const condition = version === 1 ? { "if-none-match": "*" } : { "if-match": `"${version - 1}"` };
          const headers = { ...writer.headers, ...condition, "content-type": octets };
          const answer = await fetch(`${writer.address}/saves/0`, {
            method: "PUT",
            headers,
            body: bytes,
          }).catch(() => undefined);
          assert.ok(answer === undefined || answer.ok || answer.status === 503, `answered ${answer?.status}`);
          if (!answer?.ok) continue;
          assert.equal((await answer.json()).version, version);
          writer.acknowledged = version;
          if (--left === 0) killed = kill();
        }
      }),
    );
    await killed;
  }

  /** The newest version is the acknowledged one, or the one after it whose answer was lost; each one is whole and one of those that were sent. */
  async function compare(writer, address) {
    writer.address = address;
    const ask = (path) => fetch(`${address}/saves/0${path}`, { headers: writer.headers });
    const history = await (await ask("/history")).json();
    const newest = history[0]?.version ?? 0;
    assert.ok(
      newest === writer.acknowledged || newest === writer.acknowledged + 1,
      `${newest} of ${writer.acknowledged}`,
    );
    assert.equal(history.length, Math.min(newest, kept));
    for (const { version, sha256: stored } of history) {
      const bytes = Buffer.from(await (await ask(`?version=${version}`)).arrayBuffer());
      assert.equal(sha256(bytes), stored);
      assert.ok(writer.sent[version].includes(stored));
    }
    writer.acknowledged = newest;
  }
});
