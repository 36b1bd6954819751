// What npm run bench decides and writes: whether the machine was quiet, which goals are reached, and the tables.
import { expect, test } from "vitest";

const load = (name: string) => import(`../../bench/${name}.mjs`);
const { noiseOf, noiseText, spreadOf } = await load("noise");
const { merged } = await load("passes");
const { withFullTables, withShortTable } = await load("readme");
const { report } = await load("report");
const { judged } = await load("targets");

const row = (name: string, time: number) => ({ name, time, low: time * 0.98, high: time * 1.02 });

function run(condition: string, json: number, way = "plain") {
  const decode = [row("decode", 1), row("JSON", json), row("index alone", 0.25)];
  const encode = [row("encode", 2), row("JSON", 2 * json)];
  return { workload: "large", condition, way, decode, encode, skipped: [{ name: "odd", reason: "fails" }] };
}

const steady = Array.from({ length: 20 }, () => ({ times: { arithmetic: 10, memcpy: 5 }, others: 0.02 }));

const results = {
  date: "2026-01-02",
  machine: "a machine",
  versions: { "godot-variant": "1.0.0", Node: "20.0.0" },
  noise: { spreads: { arithmetic: 0.03 }, others: 0, quiet: true },
  sizes: { large: { bytes: 1000, inputs: 1, jsonBytes: 900 } },
  speed: [run("isolated", 4), run("plain loop", 3), run("isolated", 2, "exact")],
  engine: { version: "4.6.3-stable", timings: { large: { decode: 5, encode: 1 } } },
  native: { large: { tape: 3, tapeTime: 0.1 } },
  document: { open: 0.5, JSON: 4 },
  firstCalls: [
    { name: "godot-variant", workload: "small", load: 30, decode: 8, encode: 4 },
    { name: "JSON", workload: "small", load: 0.01, decode: 0.2, encode: 0.1 },
  ],
  memory: [{ workload: "large", what: "decode", beyond: 2000, result: 1 }],
  linear: [{ subject: "index", costs: [1, 1.1].map((perByte, i) => ({ megabytes: i + 1, perByte })) }],
  elsewhere: [{ name: "Deno 3", speed: [run("plain loop", 5)] }],
};

const page = "before\n<!-- npm run bench -- --readme writes from here -->\nold\n<!-- to here -->\nafter\n";

test("the spread leaves out single moments, but not lasting ones", () => {
  expect(spreadOf([])).toBe(0);
  expect(spreadOf([9, 10, 11])).toBeCloseTo(0.1);
  expect(spreadOf([...new Array(19).fill(10), 30])).toBe(0);
  expect(spreadOf([...new Array(15).fill(10), ...new Array(5).fill(20)])).toBe(0.5);
});

test("a machine is quiet if neither the fixed work nor the rows vary, and others leave the processors alone", () => {
  expect(noiseOf(steady, results.speed).quiet).toBe(true);
  const slower = steady.map((sample, i) =>
    i < 10 ? sample : { ...sample, times: { ...sample.times, memcpy: 8 } },
  );
  expect(noiseOf(slower, results.speed)).toMatchObject({ quiet: false, spreads: { arithmetic: 0 } });
  const uneven = [{ ...run("isolated", 4), decode: [{ name: "decode", time: 1, low: 0.8, high: 1.2 }] }];
  expect(noiseOf(steady, uneven).quiet).toBe(false);
  const beside = steady.map((sample) => ({ ...sample, others: 0.9 }));
  expect(noiseOf(beside, results.speed)).toMatchObject({ quiet: false, spreads: { arithmetic: 0 } });
  expect(noiseText({ quiet: false, others: 0.014, spreads: { memcpy: 0.2 } })).toBe(
    "not quiet; memcpy ±20 %, others 1 % of a processor",
  );
});

test("passes are one row each: the mean of the times, and the widest spread", () => {
  const [first, second, once] = [run("isolated", 4), run("isolated", 8), run("isolated", 5, "exact")];
  const [both, alone] = merged([[once, first], [second]]).toReversed();
  expect(alone).toEqual(once);
  const timings = both.decode as { name: string }[];
  expect(timings.find(({ name }) => name === "JSON")).toEqual({
    name: "JSON",
    time: 6,
    low: 3.92,
    high: 8.16,
  });
  expect(timings).toHaveLength(first.decode.length);
});

test("goals are judged by the isolated rows, and those that were not measured are left out", () => {
  const goals: { measure: string; workload: string }[] = judged(results);
  const goalOf = (text: string) => goals.find(({ measure }) => measure === text);
  expect(goalOf("`decode` vs `JSON.parse`")).toMatchObject({ value: 4, loop: 3, ok: true });
  expect(goalOf("`encode` vs `JSON.stringify`")).toMatchObject({ value: 4, target: "≥ 2.2×" });
  expect(goalOf("index alone vs `JSON.parse`")).toMatchObject({ value: 16 });
  expect(goalOf("`exact` vs plain `decode`")).toMatchObject({ value: 2, loop: Number.NaN, ok: false });
  expect(goalOf("`open` vs `JSON.parse`")).toMatchObject({ value: 8, ok: true });
  expect(goalOf("memory of `decode` beyond input and result")).toMatchObject({ value: 2, ok: false });
  expect(goalOf("index: dearest vs cheapest byte")).toMatchObject({ value: 1.1, ok: true });
  expect(goalOf("`decode` vs Godot, the worst workload")).toMatchObject({ value: 5, ok: true });
  expect(goals.some(({ workload }) => workload === "packet")).toBe(false);
});

test("the README gets one table, with the plain loop in parentheses", () => {
  expect(withShortTable(page, results)).toBe(`before
<!-- npm run bench -- --readme writes from here -->
JSON reads and writes UTF-8 bytes. In parentheses is the factor in a
[plain loop](docs/PERFORMANCE.md#why-a-plain-loop-gives-less), where garbage is collected whenever it must be.

| workload | \`decode\` | JSON | msgpackr records | Godot | \`encode\` | JSON | msgpackr records | Godot |
|---|---|---|---|---|---|---|---|---|
| large | 1.00 ms | 4.00× (3.00×) | – | 5.00× | 2.00 ms | 4.00× (3.00×) | – | 0.50× |

2026-01-02 · a machine · godot-variant 1.0.0, Node 20.0.0 · quiet; arithmetic ±3 %, others 0 % of a processor
<!-- to here -->
after
`);
});

test("docs/PERFORMANCE.md gets all tables", () => {
  const text = withFullTables(page, results);
  expect(text).toContain("| large | 1.00 ms | 4.00× | 5.00× |");
  expect(text).toContain("| large | 1.00 ms | 3.00× | 5.00× |");
  expect(text).toContain("| large | `exact` vs plain `decode` | ≤ 1.5× | 2.00× | – | no |");
  expect(text).toContain("| Deno 3 | 5.00× · 5.00× |");
  expect(text).not.toContain("old");
});

test("nothing is written after a run on a busy machine, or without the marks", () => {
  const busy = { ...results, noise: { spreads: { memcpy: 0.2 }, others: 0, quiet: false } };
  expect(() => withShortTable(page, busy)).toThrow("no table is written: not quiet; memcpy ±20 %");
  expect(() => withFullTables(page, busy)).toThrow("no table is written");
  expect(() => withShortTable("no marks", results)).toThrow("the marks");
});

test("the report shows what was measured, and names the peers that were left out", () => {
  const text = report(results);
  expect(text).toContain("decode, exact");
  expect(text).toContain("odd left out: fails");
  expect(text).toMatch(/godot-variant +30\.0 ms +8\.00 ms +4\.00 ms\n +JSON +10\.0 µs +0\.20 ms +0\.10 ms/);
  expect(text).not.toContain("undefined");
  expect(text).not.toContain("NaN");
});
