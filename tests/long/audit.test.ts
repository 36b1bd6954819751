// No known vulnerability in any dependency.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../js/command-line.js";

test("npm audit finds nothing", ({ skip }) => {
  const { stdout } = spawnSync("npm", ["audit", "--json"], { cwd: root, encoding: "utf8" });
  const { vulnerabilities, message } = JSON.parse(stdout || "{}");
  skip(vulnerabilities === undefined, `the registry gives no answer: ${message}`);
  expect(Object.keys(vulnerabilities)).toEqual([]);
});
