// Conversion there and back: either everything comes back, or each difference has a loss that names its place.
import { describe, expect, test } from "vitest";
import { convert, type DialectName, decode, diff, open, VariantError } from "../../js/index.js";
import { type Canonical, canonical } from "../js/fixture-notation.js";
import { hex } from "../js/fixtures.js";
import { holds } from "./runs.js";
import { samples } from "./values.js";

const pairs: [DialectName, DialectName][] = [
  ["godot-4.4", "godot-3"],
  ["godot-3", "godot-4.4"],
  ["godot-4.4", "godot-4.0"],
  ["godot-4.0", "godot-4.4"],
  ["godot-4.4", "godot-2"],
  ["godot-3", "godot-2"],
  ["godot-2", "godot-4.4"],
  ["pandemonium", "godot-4.4"],
  ["godot-4.4", "pandemonium"],
  ["docs-003", "godot-4.4"],
  ["docs-001", "godot-3"],
];

/**
 * Values without details that are no losses: the shared bit of Godot 1 and 2, the width of vectors whose numbers fit into 32
 * bits, and whether the last subname of a path in Godot 2 is a property.
 */
const isUsual = (value: Canonical) =>
  !/"(?:shared|wide)":true|"subnames":\[".*"property":false/s.test(JSON.stringify(value));

/** `convert`; undefined where it refuses a value that the other dialect cannot hold in any form. */
function converted(...[bytes, options]: Parameters<typeof convert>): ReturnType<typeof convert> | undefined {
  try {
    return convert(bytes, options);
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    expect(["int-out-of-range", "not-in-dialect", "object-not-allowed", "bad-script"]).toContain(error.code);
    return undefined;
  }
}

describe.each(pairs)("%s → %s", (from, to) => {
  test("and back", () => {
    const usual = samples(from, { double: false }).filter(({ value }) => isUsual(value));
    holds(200, usual, ({ bytes, options }) => {
      const there = converted(bytes, { ...options, from, to });
      if (there === undefined) return;
      decode(there.bytes, { ...options, dialect: to });
      const back = converted(there.bytes, { ...options, from: to, to: from });
      if (back === undefined) return;
      const losses = [...there.losses, ...back.losses];
      if (hex(back.bytes) === hex(bytes)) return;
      for (const { path } of diff(open(bytes, options), open(back.bytes, options))) {
        const named = losses.some((loss) => path.startsWith(loss.path) || loss.path.startsWith(path));
        expect(named, `${path || "the value"} of ${hex(bytes)} became another in ${hex(back.bytes)}`).toBe(
          true,
        );
      }
      const [read, again] = [bytes, back.bytes].map((one) => canonical(decode(one, options)));
      if (losses.length === 0) expect(again, hex(bytes)).toEqual(read);
    });
  });
});
