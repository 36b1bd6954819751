// Positions over UDP: each packet is one Variant. Packets may be lost, doubled or late, so each has a number.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { encodeInto, tryDecode, Vector2 } from "godot-variant";

const dialect = "godot-4";

/** Players that are remembered. Anybody can send from any number of addresses. */
const mostPlayers = 10_000;

/** Starts the server; port 0 means any free port. */
export async function startServer(port) {
  const socket = createSocket("udp4");
  const players = new Map();
  const counts = { good: 0, late: 0, bad: 0 };
  // A packet that fits into one Ethernet frame. The memory is used again for each answer.
  const packet = new Uint8Array(1400);

  socket.on("message", (bytes, { address, port }) => {
    const { ok, value } = tryDecode(bytes, { dialect, limits: { depth: 2, elements: 20 } });
    // Nobody listens at port 0, but a forged packet may come from there.
    if (!ok || port === 0 || !Number.isSafeInteger(value?.tick) || !(value.at instanceof Vector2)) {
      counts.bad++; // Anybody can send a packet, so there is nobody to answer to.
      return;
    }
    const key = `${address}:${port}`;
    if (value.tick < (players.get(key)?.tick ?? 0)) {
      counts.late++;
      return;
    }
    counts.good++; // The same tick again is answered again, because the answer may be what was lost.
    players.delete(key); // The one that was silent for the longest time stands first.
    players.set(key, { tick: value.tick, at: value.at });
    if (players.size > mostPlayers) players.delete(players.keys().next().value);
    const size = encodeInto({ ack: value.tick, at: value.at }, packet, { dialect });
    // `send` keeps the bytes until they are gone. Without a function for its errors, an address without a route would end the program.
    socket.send(packet.slice(0, size), port, address, () => {});
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return { socket, players, counts };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { socket } = await startServer(Number(process.env.PORT ?? 8082));
  console.log(`listening on port ${socket.address().port}`);
}
