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
