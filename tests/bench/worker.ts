// Runs one job in its own process: scripts/bench.mjs passes the job as JSON and reads the result from stdout.
import { callTimes } from "./calls.js";
import { contestOf, type Rows, type Way } from "./contenders.js";
import { documentTimes } from "./documents.js";
import { readInput, readInputs, writeInputs } from "./inputs.js";
import { costsOf, type Subject } from "./linear.js";
import { keptTexts, memoryOf, watchInstances } from "./memory.js";
import { type Profile, profileOf } from "./profile.js";
import type { Input } from "./rows.js";
import { compare, type Effort } from "./sampling.js";
import type { WorkloadName } from "./workloads.js";

interface Places {
  /** Folder of the inputs. */
  readonly data: string;
  readonly wasm: string;
}

type Job = Places &
  (
    | { kind: "write"; workload: WorkloadName }
    | { kind: "speed"; workload: WorkloadName; way: Way; effort: Effort; rows: Rows }
    | { kind: "calls"; workload: WorkloadName; effort: Effort }
    | { kind: "documents"; workload: WorkloadName; effort: Effort }
    | { kind: "memory"; workload: WorkloadName; what: string }
    | { kind: "profile"; workload: WorkloadName; way: Way; duration: number }
    | { kind: "linear"; subject: Subject; sizes: number[]; rounds: number }
  );

async function speed(job: Job & { kind: "speed" }): Promise<object> {
  const { decode, encode, skipped } = await contestOf(job, readInputs(job.data, job.workload));
  return {
    decode: await compare(decode, job.effort),
    encode: await compare(encode, job.effort),
    skipped,
  };
}

async function profile(job: Job & { kind: "profile" }): Promise<object> {
  const inputs = readInputs(job.data, job.workload);
  const { decode, encode } = await contestOf({ ...job, rows: "ours" }, inputs);
  const ours = [...decode.slice(0, 1), ...encode.slice(0, 1)];
  const profiles: Profile[] = [];
  for (const contender of ours) profiles.push(await profileOf(contender, job.duration));
  return profiles;
}

function memory({ data, workload, what }: Job & { kind: "memory" }): Promise<object> {
  if (what === "100 kept texts") return keptTexts();
  watchInstances();
  const part = what.startsWith("JSON") ? "json" : "bytes";
  return memoryOf(what, readInput(data, workload, part), readInput(data, "small", part));
}

function result(job: Job): object | Promise<object> {
  switch (job.kind) {
    case "write":
      return writeInputs(job.data, job.workload);
    case "speed":
      return speed(job);
    case "profile":
      return profile(job);
    case "calls":
      return callTimes(readInputs(job.data, job.workload)[0] as Input, job.effort);
    case "documents":
      return documentTimes(readInputs(job.data, job.workload)[0] as Input, job.effort);
    case "memory":
      return memory(job);
    case "linear":
      return costsOf(job.subject, job.sizes, job.rounds, job.wasm);
  }
}

process.stdout.write(JSON.stringify(await result(JSON.parse(process.argv[2] as string))));
