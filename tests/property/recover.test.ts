// recover of changed bytes: every byte that it keeps stands where `ranges` says, no byte is kept twice, and none of those kept is lost.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DialectName,
  decode,
  decodeFrames,
  type Options,
  type Recovered,
  recover,
  VariantError,
} from "../../js/index.js";
import { framed, hex, join } from "../js/fixtures.js";
import { changed, changesOf } from "./changes.js";
import { holds } from "./runs.js";
import { samples } from "./values.js";

const dialects = ["godot-4.4", "godot-4.0", "godot-3", "godot-2", "pandemonium", "docs-003"] as const;

/** `recover`; undefined where it refuses intact bytes of a kind that it was not told. */
function recovered(input: Uint8Array, options: Options): Recovered | undefined {
  try {
    return recover(input, options);
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

/** Whose bytes the input has at each place: 0 for nobody's, -1 for those that are lost. */
function ownersOf({ values, lost }: Recovered, input: Uint8Array): Int32Array {
  const owners = new Int32Array(input.length);
  const own = (offset: number, length: number, owner: number) => {
    expect(offset + length).toBeLessThanOrEqual(input.length);
    expect(owners.subarray(offset, offset + length).every((known) => known === 0)).toBe(true);
    owners.fill(owner, offset, offset + length);
  };
  for (const [i, { document, ranges }] of values.entries()) {
    const bytes = document.toBytes();
    let end = 0;
    for (const { range, from } of ranges) {
      expect(range[0]).toBeGreaterThanOrEqual(end);
      end = range[0] + range[1];
      expect(hex(bytes.subarray(range[0], end))).toBe(hex(input.subarray(from, from + range[1])));
      own(from, range[1], i + 1);
    }
    expect(end).toBeLessThanOrEqual(bytes.length);
  }
  let last = 0;
  for (const { offset, length } of lost) {
    expect(offset).toBeGreaterThanOrEqual(last);
    last = offset;
    own(offset, length, -1);
  }
  return owners;
}

const optionsOf = (dialect: DialectName, framing: "none" | "store_var") =>
  ({ dialect, framing, mode: "exact", allowObjects: true }) as const;

describe.each(dialects)("%s", (dialect) => {
  const sample = samples(dialect, { objects: true, double: false });

  test("of one value", () => {
    const options = optionsOf(dialect, "none");
    holds(150, sample, changesOf, ({ bytes }, changes) => {
      const input = changed(bytes, changes);
      const saved = recovered(input, options);
      if (saved === undefined) return;
      ownersOf(saved, input);
      for (const { document } of saved.values) decode(document.toBytes(), options);
      if (!saved.complete) return;
      expect(hex(saved.bytes)).toBe(hex(input));
      decode(input, options);
    });
  });

  test("of frames", () => {
    const options = optionsOf(dialect, "store_var");
    const series = fc.array(sample, { minLength: 1, maxLength: 5 });
    holds(150, series, changesOf, (all, changes) => {
      const input = changed(join(...all.map(({ bytes }) => framed(bytes))), changes);
      const saved = recovered(input, options);
      if (saved === undefined) return;
      ownersOf(saved, input);
      expect(decodeFrames(saved.bytes, options)).toHaveLength(saved.values.length);
      if (!saved.complete) return;
      expect(hex(saved.bytes)).toBe(hex(input));
      decodeFrames(input, options);
    });
  });
});
