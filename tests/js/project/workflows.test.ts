// The workflows for a public host: they parse, and every command, file and option in them exists here.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const textOf = (name: string) => readFileSync(join(root, name), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly name: string;
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { "runs-on": string; "timeout-minutes": number; steps: readonly Step[] }>
  >;
}

const folder = ".github/workflows";
const workflows = readdirSync(join(root, folder)).map((name): [string, Workflow] => [
  name,
  parse(textOf(join(folder, name)), { strict: true, uniqueKeys: true }),
]);
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

/** What a runner or its container has before the first step; steps install the others. */
const ofRunner = ["apt-get", "cmake", "git"];
const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
const options = [...textOf("CMakeLists.txt").matchAll(/option\((\w+)/g)].map(([, name]) => name);

/** What is wrong with a command; undefined if nothing is. */
function problemOf([program = "", ...words]: readonly string[]): string | undefined {
  const [first = ""] = words;
  if (program === "npm") {
    const script = first === "run" ? words[1] : first;
    return script !== undefined && script in scripts ? undefined : `no script ${script}`;
  }
  if (program === "node") return existsSync(join(root, first)) ? undefined : `no file ${first}`;
  if (program.includes("/")) {
    accessSync(join(root, program), constants.X_OK);
    return undefined;
  }
  if (!ofRunner.includes(program)) return `unknown program ${program}`;
  const unknown = words.map((word) => /^-D(GODOT_\w+)=/.exec(word)?.[1]).filter((name) => name !== undefined);
  return unknown.every((name) => options.includes(name))
    ? undefined
    : `no option among ${unknown.join(", ")}`;
}

test("there are a workflow for tests and one that publishes", () => {
  expect(workflows.map(([name]) => name).sort()).toEqual(["publish.yml", "test.yml"]);
});

describe.each(workflows)("%s", (_, workflow) => {
  test("has what a host asks for, and no more rights than it needs", () => {
    expect(workflow.on).toBeTypeOf("object");
    expect(workflow.permissions.contents).toBe("read");
    expect(Object.keys(workflow.jobs).length).toBeGreaterThan(0);
    for (const job of Object.values(workflow.jobs)) {
      expect(job["runs-on"]).toBeTypeOf("string");
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      for (const { uses, run } of job.steps)
        expect([uses, run].filter((each) => each !== undefined)).toHaveLength(1);
    }
  });

  test("runs only commands that exist", () => {
    const commands = stepsOf(workflow).flatMap(({ run = "" }) => run.split(/&&|\n/));
    const words = commands
      .map((command) => command.trim().split(/\s+/))
      .filter(([program]) => program !== "");
    expect(words.length).toBeGreaterThan(0);
    for (const command of words)
      expect([command.join(" "), problemOf(command)]).toEqual([command.join(" "), undefined]);
  });

  test("names the version of every action", () => {
    for (const { uses } of stepsOf(workflow))
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
  });
});

test("publishing is signed: the run may ask for an identity, and the package asks for provenance", () => {
  const [, workflow] = workflows.find(([name]) => name === "publish.yml") as [string, Workflow];
  expect(workflow.permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
  expect(JSON.parse(textOf("package.json"))).toMatchObject({
    publishConfig: { access: "public", provenance: true },
  });
  expect(textOf("scripts/publish.mjs")).toMatch(/"publish"/);
});
