// A WebSocket server for a Godot 4 game: every message is one Variant, as put_var of a WebSocketPeer writes it.
import { fileURLToPath } from "node:url";
import { decode, encode, VariantError } from "godot-variant";
import { WebSocketServer } from "ws";

const dialect = "godot-4";

/** What players collected. A message that arrives twice, because its answer was lost, counts once. */
class Scores {
  #players = new Map();

  /** Adds the gold of message `id`; returns the player's gold. */
  add(player, id, gold) {
    const score = this.#players.get(player) ?? { gold: 0, last: -1 };
    if (id > score.last) {
      score.gold += gold;
      score.last = id;
    }
    this.#players.set(player, score);
    return score.gold;
  }

  get(player) {
    return this.#players.get(player);
  }
}

/** Throws an error with a sentence for the client unless the message is `{ player: String, id: int, gold: int, at: Vector2 }`. */
function checked(message) {
  const { player, id, gold, at } = message ?? {};
  if (typeof player !== "string" || player === "") throw new TypeError("player must be a String");
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(gold))
    throw new TypeError("id and gold must be ints");
  if (at?.constructor?.name !== "Vector2") throw new TypeError("at must be a Vector2");
  return { player, id, gold, at };
}

/** Starts the server; port 0 means any free port. */
export function startServer(port) {
  const scores = new Scores();
  const server = new WebSocketServer({ port, host: "127.0.0.1", maxPayload: 64 * 1024 });
  server.on("connection", (socket) => {
    socket.on("error", () => socket.terminate());
    socket.on("message", (bytes) => {
      const reply = (value) => socket.send(encode(value, { dialect }));
      try {
        const { player, id, gold, at } = checked(
          decode(bytes, { dialect, limits: { depth: 4, elements: 100 } }),
        );
        reply({ id, gold: scores.add(player, id, gold), at });
      } catch (error) {
        if (!(error instanceof VariantError || error instanceof TypeError)) throw error;
        reply({ error: error.message });
      }
    });
  });
  return { server, scores };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { server } = startServer(Number(process.env.PORT ?? 8080));
  server.on("listening", () => console.log(`listening on port ${server.address().port}`));
}
