// Whether work grows with its input. Clocks of busy machines lie, so this compares CPU times of two sizes and takes the
// smallest of several runs.
import { expect } from "vitest";

async function cpuMilliseconds(run: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/**
 * Fails if work on an input of 8 times the size takes much more than 8 times as long. Quadratic work takes 64 times as
 * long in every attempt; linear work stays below the bound in at least one. Choose a size at which quadratic work would
 * take most of the time: break the code once, and see the test fail.
 */
export async function expectLinear(size: number, workOn: (size: number) => () => unknown): Promise<void> {
  const [small, large] = [workOn(size), workOn(8 * size)];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 5 && !(most / least < 24); attempt++) {
    least = Math.min(least, await cpuMilliseconds(small), await cpuMilliseconds(small));
    most = Math.min(most, await cpuMilliseconds(large));
  }
  expect(most / least, `${size} takes ${least} ms, ${8 * size} takes ${most} ms`).toBeLessThan(24);
}
