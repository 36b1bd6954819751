// A lobby over TCP for a Godot 3 game: put_var of a StreamPeerTCP writes a length before each value.
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { decodeStream, encodeFrames } from "godot-variant";

const dialect = "godot-3";
const limits = { depth: 8, elements: 1000, frameBytes: 64 * 1024 };

/** Starts the lobby; port 0 means any free port. Returns the server. */
export function startLobby(port, { log = () => {} } = {}) {
  const rooms = new Map();

  /** Sends values to a player, and waits while the player's connection is slower than we are. */
  async function send(socket, ...values) {
    if (!socket.write(encodeFrames(values, { dialect })) && !socket.destroyed) await once(socket, "drain");
  }

  async function serve(socket) {
    let room;
    let name;
    try {
      for await (const message of decodeStream(socket, { dialect, limits })) {
        switch (message?.do) {
          case "join": {
            name = String(message.name);
            room = rooms.get(message.room) ?? new Map();
            rooms.set(message.room, room);
            room.set(name, socket);
            await send(socket, { joined: message.room, players: [...room.keys()] });
            break;
          }
          case "say":
            // Every player of the room hears it, the speaker included.
            for (const each of room?.values() ?? [])
              await send(each, { from: name, text: message.text, at: message.at });
            break;
          default:
            await send(socket, { error: "do must be join or say" });
        }
      }
    } catch (error) {
      log(`${name ?? "a stranger"}: ${error.message}`);
    } finally {
      room?.delete(name);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = startLobby(Number(process.env.PORT ?? 8081), { log: console.error });
  await once(server, "listening");
  console.log(`listening on port ${server.address().port}`);
}
