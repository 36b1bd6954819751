// Runs the Google Benchmark program on the same inputs.
import { spawnSync } from "node:child_process";

const milliseconds = { ns: 1e-6, us: 1e-3, ms: 1, s: 1e3 };

/** GB/s of each C++ benchmark by workload; names with "Time" hold milliseconds. */
export function timeNative(program, folder, names, { repetitions, seconds }, settings = {}) {
  const only = names.map((name) => `^${name}/`).join("|");
  const args = [
    "--benchmark_format=json",
    "--benchmark_report_aggregates_only=true",
    `--benchmark_filter=${only}`,
  ];
  args.push(`--benchmark_repetitions=${repetitions}`, `--benchmark_min_time=${seconds}`);
  const env = { ...process.env, ...settings, GODOT_VARIANT_BENCH_DATA: folder };
  const { stdout } = spawnSync(program, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] });
  if (!stdout) return undefined; // the program was not built, because Google Benchmark is not installed
  const results = {};
  for (const one of JSON.parse(stdout).benchmarks) {
    if (one.aggregate_name !== "median" || one.error_occurred) continue;
    const [workload, what] = one.run_name.split("/");
    results[workload] ??= {};
    results[workload][what] = one.bytes_per_second / 1e9;
    results[workload][`${what}Time`] = one.real_time * milliseconds[one.time_unit];
  }
  return results;
}
