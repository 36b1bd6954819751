import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, encode, Vector2 } from "godot-variant";
import WebSocket from "ws";
import { startServer } from "./server.js";

const engine = process.env.GODOT4;
let server;
let scores;
let port;

before(async () => {
  ({ server, scores } = startServer(0));
  await once(server, "listening");
  ({ port } = server.address());
});
after(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

async function ask(socket, bytes) {
  socket.send(bytes);
  const [answer] = await once(socket, "message");
  return decode(answer);
}

/** Runs the game; returns what it prints. */
async function play() {
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
  return output;
}

test("answers messages, and refuses what is none", async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, "open");
  const a = { player: "a", session: "1", at: new Vector2(1, 2) };
  const message = encode({ ...a, id: 0, gold: 5 });
  assert.deepEqual({ ...(await ask(socket, message)) }, { id: 0, gold: 5, at: a.at });
  assert.equal((await ask(socket, message)).gold, 5, "a message that comes twice counts once");
  assert.match((await ask(socket, message.subarray(0, 20))).error, /^unexpected-end/);
  assert.match((await ask(socket, encode({ ...a, id: 1, gold: "5" }))).error, /must be ints/);
  const forged = { constructor: { name: "Vector2" } };
  assert.match((await ask(socket, encode({ ...a, id: 1, gold: 5, at: forged }))).error, /must be a Vector2/);
  assert.match(
    (await ask(socket, encode({ ...a, id: 1, gold: Number.MAX_SAFE_INTEGER }))).error,
    /more gold/,
  );
  assert.equal(scores.get("a"), 5);
  assert.equal((await ask(socket, encode({ ...a, session: "2", id: 0, gold: 5 }))).gold, 10);
  socket.close();
});

test("10 000 messages of a game each way, with the connection cut", {
  skip: engine === undefined && "GODOT4 names no engine",
}, async () => {
  server.once("connection", (socket) => {
    let count = 0;
    socket.on("message", () => {
      if (++count === 4000) socket.terminate();
    });
  });
  assert.match(await play(), /done: 10000 answers, 2 connections/);
  const gold = Array.from({ length: 10_000 }, (_, id) => id % 7).reduce((sum, each) => sum + each);
  assert.equal(scores.get("Mira"), gold);
  assert.match(await play(), /done: 10000 answers, 1 connections/);
  assert.equal(scores.get("Mira"), 2 * gold, "the game that runs a second time counts again");
});
