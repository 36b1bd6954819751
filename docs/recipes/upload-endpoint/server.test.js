import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { encode, float, GodotObject, save, Vector2 } from "godot-variant";
import { buildServer } from "./server.js";

let folder;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "uploads-"));
  server = buildServer(folder);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const player = { name: "Mira", level: 14, hp: float(87), position: new Vector2(3, 4), secret: [1, 2] };
const game = (changes = {}) => ({ version: 3, player: { ...player, ...changes } });

/** As store_var of a compressed file writes it. */
const compressed = (value) =>
  save([value], {
    dialect: "godot-4",
    framing: "store_var",
    layers: [{ container: "gcpf", compression: "gzip" }],
  });

async function put(payload, id = "mira") {
  const headers = { "content-type": "application/octet-stream" };
  const answer = await server.inject({
    method: "PUT",
    url: `/saves/${id}`,
    headers,
    payload: Buffer.from(payload),
  });
  return [answer.statusCode, answer.json()];
}

test("a compressed save is stored as it came", async () => {
  const file = await compressed(game());
  const [status, answer] = await put(file);
  assert.deepEqual(
    [status, answer],
    [200, { name: "Mira", level: 14, dialect: "godot-4.4", framing: "store_var" }],
  );
  assert.deepEqual(await readFile(join(folder, "mira.save")), Buffer.from(file));
});

test("a truncated upload is refused wherever it is cut, and the stored save stays", async () => {
  const file = await compressed(game());
  for (let size = 0; size < file.length; size++) {
    // Only the closing mark is missing, which no engine reads: the values are whole.
    if (size === file.length - 4) continue;
    const [status] = await put(file.subarray(0, size));
    assert.ok(status === 422 || status === 400, `cut at ${size}: ${status}`);
  }
  assert.deepEqual(await readdir(folder), ["mira.save"]);
  assert.deepEqual(await readFile(join(folder, "mira.save")), Buffer.from(file));
});

test("a save that does not fit the schema is refused, with the place", async () => {
  const [status, answer] = await put(encode(game({ level: 100 })));
  assert.equal(status, 422);
  assert.equal(answer.code, "schema-mismatch");
  assert.match(answer.path, /player\.level/);
  assert.ok(answer.offset > 0);
});

test("Objects, bombs and foreign files are refused", async () => {
  const object = encode({ ...game(), pet: new GodotObject("Node", []) }, { fullObjects: true });
  assert.equal((await put(object))[1].code, "object-not-allowed");
  const bomb = await compressed({ ...game(), zeros: new Uint8Array(50_000_000) });
  assert.ok(bomb.length < 1_000_000);
  assert.equal((await put(bomb))[1].code, "too-large");
  assert.equal((await put(Buffer.from('{"version": 3}')))[0], 422);
  assert.equal((await put(new Uint8Array(1_000_001)))[0], 413);
  assert.equal((await put(encode(game()), "..%2Fetc"))[0], 400);
});

test("of uploads at the same time, one is stored whole", async () => {
  for (let round = 0; round < 10; round++) {
    const files = Array.from({ length: 8 }, (_, i) =>
      encode({ ...game({ level: i + 1 }), map: new Uint8Array(i % 2 === 0 ? 1000 : 300_000).fill(i) }),
    );
    const answers = await Promise.all(files.map((file) => put(file, "both")));
    assert.deepEqual(
      answers.map(([status]) => status),
      files.map(() => 200),
    );
    const stored = await readFile(join(folder, "both.save"));
    assert.ok(files.some((file) => stored.equals(file)));
  }
});

test("a body of another type is refused", async () => {
  for (const [type, payload] of [
    ["application/json", '{"version": 3}'],
    ["text/plain", "hello"],
    [undefined, undefined],
  ]) {
    const headers = type && { "content-type": type };
    const answer = await server.inject({ method: "PUT", url: "/saves/other", headers, payload });
    assert.equal(answer.statusCode, 415, type);
  }
});

test("when the disk refuses a file, nothing is left of it", async () => {
  await mkdir(join(folder, "taken.save"));
  assert.equal((await put(encode(game()), "taken"))[0], 500);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith(".part")),
    [],
  );
});
