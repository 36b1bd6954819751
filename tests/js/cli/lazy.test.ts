// Large files are decoded while they are printed: the text is the same, and memory stays small.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lazyValue } from "../../../js/cli/input/lazy-value.js";
import { jsonParts } from "../../../js/cli/json/notations.js";
import { tree } from "../../../js/cli/output/tree.js";
import { encode, load, openFile } from "../../../js/index.js";
import { cli, file, folder } from "../command-line.js";
import { bytesOfSample, samples, secretsOf } from "../container-files.js";

const texts = {
  tree: (value: never) => tree(value, { full: true, colored: false }),
  plain: (value: never) => jsonParts(value, "plain", "  "),
  exact: (value: never) => jsonParts(value, "exact", ""),
};

describe("a value that is decoded piece by piece prints as one that is decoded whole", () => {
  test.each(["3.2.3", "3.6", "4.6.3"])("files of %s", async (engine) => {
    for (const sample of samples.filter((one) => one.engine === engine)) {
      const options = { mode: "exact", allowObjects: true, ...secretsOf(sample) } as const;
      const { values } = await load(bytesOfSample(sample), options).catch(() => ({ values: [] }));
      if (values.length === 0) continue;
      const { documents, framing } = await openFile(bytesOfSample(sample), options);
      if (!/^(?:none|store_var)/.test(framing)) continue;
      for (const [index, value] of values.entries()) {
        for (const most of [0, 40]) {
          const lazy = lazyValue(documents[index] as never, {}, most);
          for (const print of Object.values(texts))
            expect(Array.from(print(lazy as never)).join("")).toBe(
              Array.from(print(value as never)).join(""),
            );
        }
      }
    }
  });

  test("keys that are equal", async () => {
    const bytes = encode({ a: 1, b: 2 });
    bytes[bytes.lastIndexOf("b".charCodeAt(0))] = "a".charCodeAt(0);
    const [value] = (await load(bytes, { mode: "exact" })).values;
    const { documents } = await openFile(bytes, { mode: "exact" });
    expect((value as Map<string, unknown>).size).toBe(1);
    const print = (given: unknown) => Array.from(texts.exact(given as never)).join("");
    expect(print(lazyValue(documents[0] as never, {}, 0))).toBe(print(value));
  });
});

test.skipIf(process.platform === "win32")("decode of a large file takes a few times its size", async () => {
  const entry = { name: "Potion of healing", hp: 12, at: [1.5, 2.5, 3], tags: ["red", "rare"] };
  const bytes = encode({ list: Array.from({ length: 250_000 }, () => entry) });
  const name = file("large.bin", bytes);
  file("rss.mjs", "process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))");
  const peak = async (name: string) => {
    const output = openSync("/dev/null", "w");
    const given = { first: join(folder, "rss.mjs"), output };
    const { code, stderr } = await cli(["decode", "--json", "plain", name], given);
    closeSync(output);
    expect(code).toBe(0);
    return Number(/\d+$/.exec(stderr)?.[0]) * 1024;
  };
  // Measured: 5.7 times; decoded at once, 14 times.
  const idle = await peak(file("small.bin", encode(1)));
  expect((await peak(name)) - idle).toBeLessThan(8 * bytes.length);
});
