// Prints the results as tables for the terminal.
import { provenance } from "./readme.mjs";
import * as tables from "./tables.mjs";

/** Aligns cells: the first column to the left, the others to the right. Nothing for a table without rows. */
export function aligned(rows) {
  if (rows.length < 2) return [];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => [...row[column]].length)));
  const pad = (cell, column) => {
    const space = " ".repeat(widths[column] - [...cell].length);
    return column === 0 ? cell + space : space + cell;
  };
  return [...rows.map((row) => `  ${row.map(pad).join("   ")}`.trimEnd()), ""];
}

/** Peers that cannot hold a workload, or that return another value. */
function leftOut(results, workload) {
  const reasons = results.speed
    .filter((one) => one.workload === workload)
    .flatMap(({ skipped }) => skipped.map(({ name, reason }) => `  ${name} left out: ${reason}`));
  return reasons.length === 0 ? [] : [...new Set(reasons), ""];
}

/** The profile of one workload. */
export function profileText({ workload, way, profiles }) {
  return profiles.flatMap(({ name, milliseconds, parts }) => [
    `${workload}: ${name}, ${way}, ${tables.time(milliseconds)} per call under the profiler`,
    ...parts.map(([place, part]) => `  ${(part * 100).toFixed(1).padStart(5)} %  ${place}`),
    "",
  ]);
}

/** The full report. */
export function report(results) {
  const contests = Object.keys(results.sizes).flatMap((workload) => [
    ...["decode", "encode"].flatMap((direction) => aligned(tables.contest(results, workload, direction))),
    ...leftOut(results, workload),
  ]);
  const { documents, otherCalls, firstCalls, memory, linear, native, runtimes, floors, goals } = tables;
  return [
    "± is half the distance of the quartiles; the factors say how many times slower than this package others are.",
    "",
    ...contests,
    ...[documents, otherCalls, firstCalls, memory, linear, native, runtimes, floors, goals].flatMap((table) =>
      aligned(table(results)),
    ),
    provenance(results),
  ].join("\n");
}
