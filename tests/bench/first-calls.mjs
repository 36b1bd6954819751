// Times the first calls of codecs, each in new processes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Failure, say } from "../../scripts/lib.mjs";
import { firstCalls } from "./plans.mjs";

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

function run(folder, args) {
  const options = { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const { status, stdout } = spawnSync(process.execPath, ["first-call.mjs", ...args], options);
  if (status !== 0) throw new Failure(`the first call ended with ${status}: ${args.join(" ")}`);
  return stdout;
}

/** The file of what a codec reads: our bytes, JSON, or what the codec itself makes of the JSON. */
function inputOf(folder, data, name, workload) {
  const json = join(data, `${workload}.json`);
  if (name === "JSON") return json;
  if (name === "godot-variant") return join(data, `${workload}.bin`);
  const file = join(data, `${workload}.${name.replace(/\W/g, "")}`);
  run(folder, [name, file, json]);
  return file;
}

/** Medians in milliseconds: `[{name, workload, load, decode, encode}]`. `folder` has the bundled programs and the peers, `data` the inputs. */
export function timeFirstCalls(folder, data, workloads) {
  const pairs = firstCalls.codecs.flatMap((name) => workloads.map((workload) => ({ name, workload })));
  return pairs.map(({ name, workload }) => {
    say(`first calls: ${name}, ${workload} …`);
    const input = inputOf(folder, data, name, workload);
    const times = Array.from({ length: firstCalls.processes }, () => JSON.parse(run(folder, [name, input])));
    const of = (what) => median(times.map((one) => one[what]));
    return { name, workload, load: of("load"), decode: of("decode"), encode: of("encode") };
  });
}
