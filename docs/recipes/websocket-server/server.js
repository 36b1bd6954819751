// A WebSocket server for a Godot 4 game: every message is one Variant, as put_var of a WebSocketPeer writes it.
import { fileURLToPath } from "node:url";
import { decode, encode, VariantError, Vector2 } from "godot-variant";
import { WebSocketServer } from "ws";

const dialect = "godot-4";

/** What players collected. A message that arrives twice, because its answer was lost, counts once. */
class Scores {
  #players = new Map();
  #last = new Map();

  /** Adds the gold of message `id` of a session, which is one run of the game; returns the player's gold. */
  add(player, session, id, gold) {
    const sum = this.#players.get(player) ?? 0;
    const run = JSON.stringify([player, session]);
    if (id <= (this.#last.get(run) ?? -1)) return sum;
    if (!Number.isSafeInteger(sum + gold)) throw new TypeError("that is more gold than there is");
    this.#last.set(run, id);
    this.#players.set(player, sum + gold);
    return sum + gold;
  }

  get(player) {
    return this.#players.get(player);
  }
}

/** Throws an error with a sentence for the client unless the message is `{ player, session: String, id, gold: int, at: Vector2 }`. */
function checked(message) {
  const { player, session, id, gold, at } = message ?? {};
  if (typeof player !== "string" || player === "") throw new TypeError("player must be a String");
  if (typeof session !== "string" || session === "") throw new TypeError("session must be a String");
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(gold))
    throw new TypeError("id and gold must be ints");
  if (!(at instanceof Vector2)) throw new TypeError("at must be a Vector2");
  return { player, session, id, gold, at };
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
        const { player, session, id, gold, at } = checked(
          decode(bytes, { dialect, limits: { depth: 4, elements: 100 } }),
        );
        reply({ id, gold: scores.add(player, session, id, gold), at });
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
