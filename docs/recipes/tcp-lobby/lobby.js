// A lobby over TCP for a Godot 3 game: put_var of a StreamPeerTCP writes a length before each value.
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { decodeStream, encodeFrames } from "godot-variant";

const dialect = "godot-3";
const limits = { depth: 8, elements: 1000, frameBytes: 64 * 1024 };

/** Bytes that may wait for a player who does not read them. */
const mostWaiting = 1024 * 1024;

/** Starts the lobby; port 0 means any free port. Returns the server. */
export function startLobby(port, { log = () => {} } = {}) {
  const rooms = new Map();

  function leave(player) {
    const room = rooms.get(player.room);
    room?.delete(player);
    if (room?.size === 0) rooms.delete(player.room);
  }

  /** Sends a value to a player, and waits for nobody: whoever does not read would keep the others waiting, so it is thrown out. */
  function send(player, value) {
    const { socket, name } = player;
    if (!socket.writable) return;
    socket.write(encodeFrames([value], { dialect }));
    if (socket.writableLength <= mostWaiting) return;
    log(`${name ?? "a stranger"}: too slow`);
    leave(player);
    socket.destroy();
  }

  function answer(player, message) {
    switch (message?.do) {
      case "join": {
        const { room, name } = message;
        if (typeof room !== "string" || typeof name !== "string")
          return send(player, { error: "room and name must be Strings" });
        leave(player);
        Object.assign(player, { room, name });
        // By connection, not by name: after a cut, a player may be back before the old connection is gone.
        rooms.set(room, (rooms.get(room) ?? new Set()).add(player));
        return send(player, { joined: room, players: Array.from(rooms.get(room), (each) => each.name) });
      }
      case "say":
        // Every player of the room hears it, the speaker included.
        for (const each of rooms.get(player.room) ?? [])
          send(each, { from: player.name, text: message.text, at: message.at });
        return;
      default:
        return send(player, { error: "do must be join or say" });
    }
  }

  async function serve(socket) {
    const player = { socket };
    try {
      for await (const message of decodeStream(socket, { dialect, limits })) {
        answer(player, message);
        if (socket.writableNeedDrain && socket.writable) await drained(socket);
      }
    } catch (error) {
      log(`${player.name ?? "a stranger"}: ${error.message}`);
    } finally {
      leave(player);
      socket.destroy();
    }
  }

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    serve(socket);
  });
  server.listen(port, "127.0.0.1");
  return server;
}

/** A promise that a player has read what was sent, or is gone. */
function drained(socket) {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    socket.on("drain", done).on("close", done);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = startLobby(Number(process.env.PORT ?? 8081), { log: console.error });
  await once(server, "listening");
  console.log(`listening on port ${server.address().port}`);
}
