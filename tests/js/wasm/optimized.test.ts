// Speed that depends on V8's optimizing compiler: some of its attempts may fail, but not all of them for one class.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const entry = new URL("../../../dist/esm/index.js", import.meta.url);

test.each(["Vector2i", "Vector2", "Vector3", "Color"])("the constructor of %s gets optimized", (name) => {
  const program = `
    import { decode, Dictionary, encode, ${name} } from ${JSON.stringify(entry)};
    const entries = Array.from({ length: 5000 }, (_, i) => [new ${name}(i, i * 2), i]);
    const bytes = encode(new Dictionary(entries));
    for (let i = 0; i < 150; i++) decode(bytes);`;
  const args = ["--trace-opt", "--input-type=module", "--eval", program];
  const trace = execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  expect(trace).toContain("completed optimizing");
  // Measured: at most 3, and more than 100 where every attempt fails.
  expect(trace.split("Bailed out due to dependency change").length).toBeLessThan(30);
});
