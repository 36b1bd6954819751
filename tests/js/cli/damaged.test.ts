// The command line with damaged files: it prints an error message or a description and never crashes.
import { expect, test } from "vitest";
import { infoOf, infoText } from "../../../js/cli/commands/info.js";
import { Progress } from "../../../js/cli/output/progress.js";
import { VariantError } from "../../../js/index.js";
import { cli, file } from "../command-line.js";
import { bytesOfSample, samples, secretsOf } from "../container-files.js";
import { generator } from "../stream-sources.js";

/** Changes one to three bytes, and truncates every third file. */
function damaged(bytes: Uint8Array, random: (below: number) => number, round: number): Uint8Array {
  const copy = bytes.slice(0, round % 3 === 0 ? random(bytes.length) + 1 : bytes.length);
  for (let changes = random(3); changes >= 0; changes--) {
    copy[random(copy.length)] = [0, 255, 128, random(256)][random(4)] as number;
  }
  return copy;
}

const small = samples.filter((sample) => bytesOfSample(sample).length < 3000);

test.each(["3.2.3", "3.6", "4.6.3"])("files of %s", async (engine) => {
  const random = generator(engine.length);
  for (const sample of small.filter((one) => one.engine === engine)) {
    for (let round = 0; round < 6; round++) {
      const bytes = damaged(bytesOfSample(sample), random, round);
      const options = { mode: "exact", allowObjects: true, ...secretsOf(sample) } as const;
      const outcome = await infoOf({ bytes, options, progress: new Progress("") }).catch((error) => error);
      if (!(outcome instanceof VariantError)) expect(Array.from(infoText(outcome)).join("")).toMatch(/^size/);
    }
  }
});

test.each([
  ["a ConfigFile", "cut.cfg", "[a]\nb=1\nc=[1,\nd=4\n"],
  ["a text resource", "cut.tres", '[gd_resource type="Resource" format=3]\n[resource]\na = {'],
])("recover says that %s is not recovered", async (_, name, text) => {
  const { code, stderr } = await cli(["recover", file(name, text), "-o", "left"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("Only files of Variants") });
});
