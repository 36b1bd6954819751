// Counts the test cases in the reports of the test runners, and keeps the text of each failure.
import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./lib.mjs";

/** @typedef {{ passed: number, failures: string[] }} Totals */

/** @type {Totals} */
export const nothing = { passed: 0, failures: [] };
export const passed = (count) => ({ passed: count, failures: [] });
export const failure = (text) => ({ passed: 0, failures: [text] });
export const add = (a, b) => ({ passed: a.passed + b.passed, failures: [...a.failures, ...b.failures] });

/** The JSON report of a test runner; undefined if the runner ended before it wrote one. */
function readReport(file) {
  return existsSync(inRoot(file)) ? JSON.parse(readFileSync(inRoot(file), "utf8")) : undefined;
}

/** Skipped cases count neither as passed nor as failed. */
export function countGoogleTest(file) {
  const cases = readReport(file)?.testsuites.flatMap((suite) => suite.testsuite) ?? [];
  const failed = cases.filter((one) => one.failures !== undefined);
  return {
    passed: cases.filter((one) => one.result === "COMPLETED").length - failed.length,
    failures: failed.map(
      ({ classname, name, failures }) =>
        `${classname}.${name}\n${failures.map((one) => one.failure).join("\n")}`,
    ),
  };
}

/** A test file that fails to load has no cases, so it counts as one failure. */
export function countVitest(file) {
  const report = readReport(file);
  if (report === undefined) return nothing;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${name}\n${message}`];
    return failed.map((one) => `${name}\n${one.fullName}\n${one.failureMessages.join("\n")}`);
  });
  return { passed: report.numPassedTests, failures };
}
