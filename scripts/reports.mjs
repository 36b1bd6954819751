// Counts test cases from the reports that the test runners write.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { filesBelow, inRoot } from "./lib.mjs";

/** @typedef {{ passed: number, failed: number }} Totals */

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

function attributes(tag) {
  return Object.fromEntries([...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map((match) => [match[1], match[2]]));
}

/** GoogleTest's XML: one <testcase>, with a <failure> or a <skipped> inside, for every case. */
function countGoogleTest(file) {
  const text = readFileSync(inRoot(file), "utf8");
  const { tests, failures, errors, disabled } = attributes(/<testsuites[^>]*>/.exec(text)?.[0] ?? "");
  const failed = Number(failures) + Number(errors);
  const skipped = [...text.matchAll(/<skipped/g)].length;
  return { passed: Number(tests) - failed - Number(disabled) - skipped, failed };
}

/**
 * CTest's JUnit file lists programs. Those that left a GoogleTest report count by their cases
 * (and once more when the program failed although no case did), all others count once.
 */
export function countCTest(junitFile, googleTestFolder) {
  const reports = new Map(
    filesBelow(googleTestFolder).map((file) => [basename(file, ".xml"), countGoogleTest(file)]),
  );
  const text = existsSync(inRoot(junitFile)) ? readFileSync(inRoot(junitFile), "utf8") : "";
  let totals = { passed: 0, failed: 0 };
  for (const [tag] of text.matchAll(/<testcase [^>]*>/g)) {
    const { name, status } = attributes(tag);
    const ok = status === "run";
    const cases = reports.get(name) ?? { passed: ok ? 1 : 0, failed: 0 };
    totals = add(totals, { ...cases, failed: ok ? cases.failed : Math.max(1, cases.failed) });
  }
  return totals;
}

/** Vitest's JSON: cases, and files that failed before they had any. */
export function countVitest(file) {
  if (!existsSync(inRoot(file))) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(inRoot(file), "utf8"));
  const broken = report.testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.every((one) => one.status !== "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}
