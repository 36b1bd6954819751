import { expect, test } from "vitest";
import { systemText } from "../../../js/describe/system-errors.js";

test.each([
  ["open", undefined, "Cannot read the file: no space is left."],
  ["open", true, "Cannot write the file: no space is left."],
  // These calls tell that they write.
  ["write", undefined, "Cannot write the file: no space is left."],
  ["fsync", undefined, "Cannot write the file: no space is left."],
  ["mkdir", undefined, "Cannot create the folder: no space is left."],
])("says what the call %s could not do", (syscall, isOfOutput, text) => {
  expect(systemText({ code: "ENOSPC", syscall, ...(isOfOutput && { isOfOutput }) })).toBe(text);
});
