// Counts test cases from the reports that the test runners write.
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { filesBelow, inRoot } from "./lib.mjs";

/**
 * How many cases passed and failed, and what there is to read about each failure.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Totals
 */

/** @type {Totals} */
export const nothing = { passed: 0, failed: 0, failures: [] };
export const passed = (count) => ({ ...nothing, passed: count });
export const failure = (text) => ({ ...nothing, failed: 1, failures: [text] });

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
});

function attributes(tag) {
  return Object.fromEntries([...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map((match) => [match[1], match[2]]));
}

const entities = { lt: "<", gt: ">", amp: "&", quot: '"' };

function plainText(xml) {
  return xml
    .replaceAll(/<!\[CDATA\[|\]\]>/g, "")
    .replaceAll(/&(?:#x([0-9A-F]+)|(lt|gt|amp|quot));/gi, (_, code, name) =>
      code === undefined ? entities[name] : String.fromCodePoint(Number.parseInt(code, 16)),
    );
}

/** GoogleTest's XML: one <testcase>, with a <failure> or a <skipped> inside, for every case. */
function countGoogleTest(file) {
  const text = readFileSync(inRoot(file), "utf8");
  const { tests, failures, errors, disabled } = attributes(/<testsuites[^>]*>/.exec(text)?.[0] ?? "");
  const failed = Number(failures) + Number(errors);
  const skipped = [...text.matchAll(/<skipped/g)].length;
  const messages = [...text.matchAll(/<failure [^>]*>([\s\S]*?)<\/failure>/g)].map(([, message]) =>
    plainText(message),
  );
  return { passed: Number(tests) - failed - Number(disabled) - skipped, failed, failures: messages };
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
  let totals = nothing;
  for (const [tag] of text.matchAll(/<testcase [^>]*>/g)) {
    const { name, status } = attributes(tag);
    const ok = status === "run";
    const cases = reports.get(name) ?? passed(ok ? 1 : 0);
    totals = add(totals, ok || cases.failed > 0 ? cases : add(cases, failure(`${name}: ${status}`)));
  }
  return totals;
}

/** Vitest's JSON: cases, and files that failed before they had any. */
export function countVitest(file) {
  if (!existsSync(inRoot(file))) return nothing;
  const report = JSON.parse(readFileSync(inRoot(file), "utf8"));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${name}\n${message}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}\n${fullName}\n${failureMessages.join("\n")}`,
    );
  });
  return { passed: report.numPassedTests, failed: failures.length, failures };
}
