// Any text as a ConfigFile, and as a value: no unknown failure, and what is not edited stays.
import { attempt, codec, expect } from "./input.mjs";

export const fuzz = (data) => {
  const text = data.toString("utf8");
  attempt(() => codec.parseText(text));
  attempt(() => codec.parsePath(text));
  const file = attempt(() => new codec.ConfigFile(text));
  if (file === undefined) return;
  expect(file.toString() === text, "an unchanged file is the same text");
  for (const section of file.sections()) {
    for (const key of file.keys(section)) {
      const value = attempt(() => file.get(section, key, { mode: "exact" }));
      if (value === undefined) continue;
      attempt(() => file.set(section, key, value, { mode: "exact" }));
      const again = new codec.ConfigFile(file.toString()).get(section, key, { mode: "exact" });
      const textOf = (value) => codec.toText(value, { mode: "exact" });
      expect(textOf(again) === textOf(value), "a value that is set comes back");
    }
  }
};
