import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decodeStream, encodeFrames } from "godot-variant";
import { startLobby } from "./lobby.js";

const engine = process.env.GODOT36;
const dialect = "godot-3";
const logged = [];
let server;
let port;

before(async () => {
  server = startLobby(0, { log: (line) => logged.push(line) });
  await once(server, "listening");
  ({ port } = server.address());
});
after(() => server.close());

async function enter(name, room) {
  const socket = connect(port, "127.0.0.1");
  const heard = decodeStream(socket, { dialect })[Symbol.asyncIterator]();
  const next = async () => (await heard.next()).value;
  const tell = (message) => socket.write(encodeFrames([message], { dialect }));
  tell({ do: "join", room, name });
  return { socket, tell, next, welcome: await next() };
}

test("everybody in the room hears what one says, however the bytes are cut", async () => {
  const anna = await enter("Anna", "red");
  const bob = await enter("Bob", "red");
  assert.deepEqual(bob.welcome.players, ["Anna", "Bob"]);
  for (const byte of encodeFrames([{ do: "say", text: "hé", at: null }], { dialect })) {
    bob.socket.write(Uint8Array.of(byte));
  }
  assert.equal((await anna.next()).text, "hé");
  assert.equal((await bob.next()).from, "Bob");
  anna.socket.destroy();
  bob.socket.destroy();
});

test("a stranger who sends no Variant is thrown out, and nobody else notices", async () => {
  const anna = await enter("Anna", "green");
  const stranger = connect(port, "127.0.0.1");
  stranger.write("GET / HTTP/1.1\r\n\r\n");
  await once(stranger, "close");
  assert.match(logged.join("\n"), /a stranger: too-large/);
  anna.tell({ do: "say", text: "still here", at: null });
  assert.equal((await anna.next()).text, "still here");
  anna.socket.destroy();
});

test("of two players with one name, one may leave", async () => {
  const first = await enter("Anna", "blue");
  const second = await enter("Anna", "blue");
  first.socket.destroy();
  await once(first.socket, "close");
  // Its connection is gone for the server, too, when it is missing in a welcome.
  let probe;
  do {
    probe?.socket.destroy();
    probe = await enter("Bob", "blue");
  } while (probe.welcome.players.filter((name) => name === "Anna").length > 1);
  probe.tell({ do: "say", text: "to you", at: null });
  assert.equal((await second.next()).text, "to you");
  second.socket.destroy();
  probe.socket.destroy();
});

test("a player who joins another room leaves the first", async () => {
  const anna = await enter("Anna", "first");
  anna.tell({ do: "join", room: "second", name: "Anna" });
  assert.equal((await anna.next()).joined, "second");
  const bob = await enter("Bob", "first");
  assert.deepEqual(bob.welcome.players, ["Bob"]);
  anna.tell({ do: "join", room: ["no text"], name: "Anna" });
  assert.match((await anna.next()).error, /must be Strings/);
  anna.socket.destroy();
  bob.socket.destroy();
});

test("a player who does not read is thrown out, and the others go on", { timeout: 60_000 }, async () => {
  const slow = connect(port, "127.0.0.1");
  slow.write(encodeFrames([{ do: "join", room: "slow", name: "Slow" }], { dialect }));
  slow.pause();
  let anna;
  do {
    anna?.socket.destroy();
    anna = await enter("Anna", "slow");
  } while (!anna.welcome.players.includes("Slow"));
  const text = "x".repeat(60_000);
  // More than the buffers of the system hold for a connection.
  for (let i = 0; i < 1000; i++) {
    anna.tell({ do: "say", text, at: i });
    assert.equal((await anna.next()).at, i);
  }
  assert.match(logged.join("\n"), /Slow: too slow/);
  const bob = await enter("Bob", "slow");
  assert.deepEqual(bob.welcome.players, ["Anna", "Bob"]);
  slow.destroy();
  anna.socket.destroy();
  bob.socket.destroy();
});

test("a player whose connection is reset while others speak takes nobody along", {
  timeout: 60_000,
}, async () => {
  const anna = await enter("Anna", "reset");
  const text = "x".repeat(60_000);
  for (let i = 0; i < 20; i++) {
    const gone = await enter("Gone", "reset");
    gone.socket.pause();
    for (let j = 0; j < 10; j++) anna.tell({ do: "say", text, at: j });
    gone.socket.resetAndDestroy();
    for (let j = 0; j < 10; j++) assert.equal((await anna.next()).at, j);
  }
  anna.socket.destroy();
});

test("a Godot 3 game says 2 000 things and hears them", {
  skip: engine === undefined && "GODOT36 names no engine",
}, async () => {
  const client = fileURLToPath(new URL("client.gd", import.meta.url));
  const game = spawn(engine, ["--no-window", "-s", client], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: String(port), PLAYER: "Mira" },
  });
  let output = "";
  game.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(game, "close");
  assert.equal(code, 0, output);
  assert.match(output, /done: 2000/);
});
