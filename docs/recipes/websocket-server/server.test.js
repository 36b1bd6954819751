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

test("answers messages, and refuses what is none", async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, "open");
  const message = encode({ player: "a", id: 0, gold: 5, at: new Vector2(1, 2) });
  assert.deepEqual({ ...(await ask(socket, message)) }, { id: 0, gold: 5, at: new Vector2(1, 2) });
  assert.equal((await ask(socket, message)).gold, 5, "a message that comes twice counts once");
  assert.match((await ask(socket, message.subarray(0, 20))).error, /^unexpected-end/);
  assert.match(
    (await ask(socket, encode({ player: "a", id: 1, gold: "5", at: null }))).error,
    /must be ints/,
  );
  socket.close();
});

test("10 000 messages of a game each way, with the connection cut", {
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
  server.once("connection", (socket) => {
    let count = 0;
    socket.on("message", () => {
      if (++count === 4000) socket.terminate();
    });
  });
  const [code] = await once(game, "close");
  assert.equal(code, 0, output);
  assert.match(output, /done: 10000 answers, 2 connections/);
  const gold = Array.from({ length: 10_000 }, (_, id) => id % 7).reduce((sum, each) => sum + each);
  assert.deepEqual(scores.get("Mira"), { gold, last: 9999 });
});
