import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { encode, float, GodotObject, save, Vector2 } from "godot-variant";
import { startEdge } from "./edge.js";

let edge;
before(async () => {
  edge = await startEdge();
});
after(() => edge?.dispose());

const game = {
  version: 3,
  player: { name: "Mira", hp: float(87), position: new Vector2(3, 4) },
  bag: [1, 2, 3],
};
const packed = (value) =>
  save([value], {
    dialect: "godot-4",
    framing: "store_var",
    layers: [{ container: "gcpf", compression: "gzip" }],
  });

async function put(body, id = "mira", init = {}) {
  const answer = await edge.dispatchFetch(`http://edge/saves/${id}`, { method: "PUT", body, ...init });
  return [answer.status, await answer.json()];
}
const stored = async (id = "mira") => {
  const answer = await edge.dispatchFetch(`http://edge/saves/${id}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return answer.ok ? bytes : undefined;
};

test("a save is stored as it came", async () => {
  const file = await packed(game);
  assert.deepEqual(await put(file), [201, { name: "Mira", dialect: "godot-4.4", framing: "store_var" }]);
  assert.deepEqual(await stored(), new Uint8Array(file));
});

test("a save that is cut is refused wherever it is cut", async () => {
  const file = encode(game);
  await put(file, "cut");
  for (let size = 0; size < file.length; size++) {
    const [status] = await put(file.subarray(0, size), "cut");
    assert.equal(status, 422, `cut at ${size}`);
  }
  assert.deepEqual(await stored("cut"), new Uint8Array(file));
});

test("an upload that breaks off is not stored", async () => {
  const file = encode(game);
  const { port, hostname } = await edge.ready;
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`PUT /saves/broken HTTP/1.1\r\nHost: edge\r\nContent-Length: ${file.length + 4}\r\n\r\n`);
  await new Promise((resolve) => socket.write(file, resolve));
  socket.destroy();
  // The save itself was whole; but the upload was not.
  assert.equal((await put(file, "next"))[0], 201);
  assert.equal(await stored("broken"), undefined);
});

test("what is too large is refused, whether or not it says so", async () => {
  const large = encode({ ...game, map: new Uint8Array(300_000) });
  assert.equal((await put(large, "large"))[0], 413);
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < large.length; at += 10_000) controller.enqueue(large.slice(at, at + 10_000));
      controller.close();
    },
  });
  assert.equal((await put(stream, "large", { duplex: "half" }))[0], 413);
  const bomb = await packed({ ...game, map: new Uint8Array(20_000_000) });
  assert.ok(bomb.length < 256 * 1024);
  assert.deepEqual(
    (await put(bomb, "large")).map((each) => each.code ?? each),
    [413, "too-large"],
  );
  assert.equal(await stored("large"), undefined);
});

test("foreign files, Objects and saves of other games are refused", async () => {
  assert.equal((await put('{"version": 3}'))[0], 422);
  assert.equal((await put(encode({ score: 3 })))[1].code, "not-this-game");
  const object = encode({ ...game, pet: new GodotObject("Node", []) }, { fullObjects: true });
  assert.equal((await put(object))[1].code, "object-not-allowed");
  assert.equal((await put(encode(game), "..%2Fetc"))[0], 404);
});
