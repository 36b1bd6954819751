// The main rows in browsers and in other runtimes; there: RUNTIME elsewhere.mjs WORKLOAD EFFORT prints the times as JSON.
import { type Input, mainRows } from "./rows.js";
import { compare, type Effort } from "./sampling.js";

/** Times the rows of one workload, in build/bench or in a browser that sees it at the same place. */
export async function timeRows(workload: string, effort: Effort): Promise<object> {
  const lines = new TextDecoder()
    .decode(await read(`${workload}.json`))
    .trimEnd()
    .split("\n");
  const all = await read(`${workload}.bin`);
  const size = all.length / lines.length;
  const inputs = lines.map(
    (line, i): Input => ({
      bytes: all.slice(i * size, (i + 1) * size),
      // Parsed and written once, so that it is an ordinary string and not a slice of the file.
      json: JSON.stringify(JSON.parse(line)),
    }),
  );
  const msgpackr = "./node_modules/msgpackr/index.js";
  const { decode, encode, skipped } = mainRows(inputs, await import(msgpackr));
  return { decode: await compare(decode, effort), encode: await compare(encode, effort), skipped };
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(`data/${file}`, import.meta.url);
  if (url.protocol !== "file:") return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return Uint8Array.from(await readFile(url));
}

if (globalThis.process?.argv !== undefined) {
  const [workload, effort] = process.argv.slice(2) as [string, string];
  console.log(JSON.stringify(await timeRows(workload, JSON.parse(effort))));
}
