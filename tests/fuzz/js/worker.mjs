// Runs one target in a thread: mutates inputs, and keeps those that reach new code. V8 counts the blocks of the code that run.
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";

const { target, seeds, tokens, seconds, longest, current } = workerData;
const { fuzz } = await import(`./${target}.mjs`);
/** The input that runs now, for the report of an endless loop: its length, then its bytes. */
const length = new Int32Array(current, 0, 1);
const place = new Uint8Array(current, 4);

const session = new Session();
session.connect();
const post = (method, options) => {
  let answer;
  session.post(method, options, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
};
post("Profiler.enable");
post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });

const reached = new Set();

/** Whether code ran for the first time since the last call. */
function reachedMore() {
  const before = reached.size;
  for (const { url, functions } of post("Profiler.takePreciseCoverage").result) {
    if (!url.includes("/dist/")) continue;
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        if (count > 0) reached.add(`${url} ${startOffset} ${endOffset}`);
  }
  return reached.size > before;
}

const below = (end) => Math.floor(Math.random() * end);
const pick = (list) => list[below(list.length)];
const splice = (bytes, at, removed, added) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

const mutations = [
  (bytes, at) => splice(bytes, at, 1, Buffer.of(below(256))),
  (bytes, at) => splice(bytes, at, 1, Buffer.of((bytes[at] ?? 0) ^ (1 << below(8)))),
  (bytes, at) => splice(bytes, at & ~3, 4, Buffer.from(Int32Array.of(below(70) - 2).buffer)),
  (bytes, at) => splice(bytes, at, 0, pick(tokens)),
  (bytes, at) => splice(bytes, at, pick([1, 4, 8, 16]), Buffer.alloc(0)),
  (bytes, at) => splice(bytes, at, 0, bytes.subarray(at, at + below(64))),
  (bytes, at) => splice(bytes, at, below(64), pick(corpus).subarray(below(32))),
  (bytes, at) => bytes.subarray(0, at),
];

const corpus = seeds.map((seed) => Buffer.from(seed));

function mutated() {
  let bytes = pick(corpus);
  for (let left = 1 + below(4); left > 0; left--) bytes = pick(mutations)(bytes, below(bytes.length + 1));
  return bytes.subarray(0, longest);
}

async function run(bytes) {
  place.set(bytes);
  Atomics.store(length, 0, bytes.length);
  await fuzz(bytes);
}

let executions = 0;
try {
  for (const seed of seeds) {
    await run(Buffer.from(seed));
    executions++;
  }
  reachedMore();
  for (const end = performance.now() + seconds * 1000; performance.now() < end; executions++) {
    const bytes = mutated();
    await run(bytes);
    if (reachedMore()) corpus.push(bytes);
    if (executions % 256 === 0) parentPort.postMessage({ executions });
  }
  parentPort.postMessage({ executions, edges: reached.size });
} catch (error) {
  const input = Buffer.from(place.subarray(0, length[0])).toString("base64");
  parentPort.postMessage({ failure: `${error?.stack ?? error}\nBase64: ${input}` });
}
