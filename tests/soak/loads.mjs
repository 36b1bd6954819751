// node --expose-gc loads.mjs NAME TURNS: repeats one kind of work for a long time, and prints the memory that is held after
// each tenth of it as JSON. tests/soak/soak.test.ts compares these figures.
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { decode, encode, open, tryDecode } from "../../dist/esm/index.js";

const memories = new Set();

/** Records the memory of every WebAssembly instance, because only those in use may stay alive. */
class WatchedInstance extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    for (const part of Object.values(this.exports))
      if (part instanceof WebAssembly.Memory) memories.add(new WeakRef(part));
  }
}
WebAssembly.Instance = WatchedInstance;

/** Bytes that stay after a garbage collection: JavaScript's heap, its buffers, and WebAssembly memory. */
async function held() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resume) => setImmediate(resume));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  let wasm = 0;
  for (const memory of memories) wasm += memory.deref()?.buffer.byteLength ?? 0;
  return heapUsed + arrayBuffers + wasm;
}

const word = (number) => (number * 2654435761) >>> 0;

/** A packet whose keys, types and lengths change from turn to turn, and slowly become others for good. */
function packet(turn) {
  const value = { id: turn, at: turn / 3 };
  const fields = 1 + (word(turn) % 6);
  for (let i = 0; i < fields; i++) {
    const which = word(turn + i * 7919);
    const name = `field${(which % 40) + Math.floor(turn / 1000)}`;
    value[name] = which & 1 ? which % 1000 : which & 2 ? `text ${which % 500}` : [which % 7, null, true];
  }
  return value;
}

/** What to repeat: a function of the turn. Whatever it returns is kept until the end. */
const loads = {
  packets(turn) {
    const bytes = encode(packet(turn));
    const { id } = decode(bytes);
    if (id !== turn) throw new Error(`packet ${turn} came back as ${id}`);
    // A cut packet, so that errors are part of the work.
    if (turn % 64 === 0 && tryDecode(bytes.subarray(0, bytes.length - 4)).ok) throw new Error(`cut ${turn}`);
  },
  keys(turn) {
    const value = {};
    for (let i = 0; i < 100; i++) value[`key ${turn * 100 + i}`] = i;
    if (Object.keys(decode(encode(value))).length !== 100) throw new Error(`keys of ${turn}`);
  },
  texts: (() => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i} ${"of a long story ".repeat(5)}`);
    const bytes = encode(lines);
    return (turn) => decode(bytes)[turn * 101];
  })(),
  documents(turn) {
    const document = open(encode({ list: Array.from({ length: 50 }, (_, i) => packet(turn + i)) }));
    document.set(["list", 3], { name: `new ${turn}` });
    document.undo();
    if (document.get(["list", 3]).id !== turn + 3) throw new Error(`document ${turn}`);
  },
};

async function run({ name, turns }) {
  const load = loads[name];
  const kept = [];
  const sizes = [];
  for (let turn = 0; turn < turns; turn++) {
    const result = load(turn);
    if (result !== undefined) kept.push(result);
    if ((turn + 1) % Math.ceil(turns / 10) === 0) sizes.push(await held());
  }
  return { sizes, kept: kept.length };
}

if (isMainThread) {
  const [name, turns, threads = "0"] = process.argv.slice(2);
  const job = { name, turns: Number(turns) };
  const worker = async () => {
    const [answer] = await once(new Worker(new URL(import.meta.url), { workerData: job }), "message");
    return answer;
  };
  const results =
    threads === "0" ? [await run(job)] : await Promise.all(Array.from({ length: Number(threads) }, worker));
  console.log(JSON.stringify(results));
} else parentPort.postMessage(await run(workerData));
