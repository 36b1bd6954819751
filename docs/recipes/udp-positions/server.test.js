import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, encode, Vector2 } from "godot-variant";
import { startServer } from "./server.js";

const engine = process.env.GODOT4;
let started;
let port;

before(async () => {
  started = await startServer(0);
  ({ port } = started.socket.address());
});
after(() => started.socket.close());

test("answers positions, ignores late and foreign packets", async () => {
  const socket = createSocket("udp4");
  const send = (bytes) => new Promise((sent) => socket.send(bytes, port, "127.0.0.1", sent));
  await send(encode({ tick: 2, at: new Vector2(1, 2) }));
  const [answer] = await once(socket, "message");
  assert.equal(decode(answer).ack, 2);
  await send(encode({ tick: 1, at: new Vector2(9, 9) }));
  await send(Buffer.from("hello"));
  await send(encode({ tick: 3, at: new Vector2(3, 4) }));
  const [next] = await once(socket, "message");
  assert.equal(decode(next).ack, 3);
  assert.deepEqual(started.counts, { good: 2, late: 1, bad: 1 });
  socket.close();
});

test("goes on after packets that cannot be answered, and remembers a bounded number of players", async () => {
  const other = await startServer(0);
  const failures = [];
  other.socket.on("error", (error) => failures.push(error.code));
  // As packets with a forged address arrive.
  const receive = (tick, address, port) =>
    other.socket.emit("message", Buffer.from(encode({ tick, at: new Vector2(1, 2) })), { address, port });
  receive(1, "127.0.0.1", 0);
  receive(1, "255.255.255.255", 9);
  const forged = { tick: 1, at: { constructor: { name: "Vector2" } } };
  other.socket.emit("message", Buffer.from(encode(forged)), { address: "127.0.0.1", port: 9 });
  assert.deepEqual(other.counts, { good: 1, late: 0, bad: 2 });
  for (let i = 0; i < 20_000; i++) receive(1, `127.0.${i >> 8}.${i & 255}`, 9);
  assert.equal(other.players.size, 10_000);
  await new Promise((closed) => other.socket.close(closed));
  assert.deepEqual(failures, []);
});

test("1 000 positions of a Godot 4 game", {
  skip: engine === undefined && "GODOT4 names no engine",
}, async () => {
  const client = fileURLToPath(new URL("client.gd", import.meta.url));
  const game = spawn(engine, ["--headless", "-s", client, "--", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  game.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(game, "close");
  assert.equal(code, 0, output);
  assert.match(output, /done: 1000/);
  const { tick, at } = [...started.players.values()].at(-1);
  assert.deepEqual([tick, at.x, at.y], [999, 499.5, -999]);
});
