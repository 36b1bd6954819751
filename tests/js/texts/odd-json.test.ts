// JSON that is not quite JSON.
import { describe, expect, test } from "vitest";
import { Dictionary, type Variant } from "../../../js/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { errorOf } from "../expected-errors.js";
import { type Entries, edited, read } from "./edited.js";
import { jsonNumbers } from "./json-numbers.js";

describe("JSON that is not quite JSON", () => {
  test.each(jsonNumbers)("the number %s is one of JSON, as for engines, and stays", (number, value) => {
    for (const text of [`{"k":${number}}`, `[ ${number}, 2 ]`]) {
      const found = read(text);
      expect(found.kind).toBe("json");
      expect(Array.from((found.values[0] as unknown as Entries).values())[0]).toBe(value);
      expect(
        edited(text, (made: Entries) => (Array.isArray(made) ? made.push("x") : made.set("x", "y"))),
      ).toMatch(new RegExp(`[:[] ?${number.replace(".", "\\.")}[,}]`));
    }
  });

  test("a number with too many digits is an error, not two numbers", () => {
    for (const number of [`0.${"0".repeat(1000)}5`, `1e${"0".repeat(30)}12345678901`, "1".repeat(401)])
      expect(errorOf(() => readSavedText(`{"a":1}\n${number}`)).code).toBe("bad-text");
  });

  // Godot 4.6.3 refuses such JSON, and str_to_var of all engines, like JSON.parse of Godot 3, reads C:path.
  test("an escape that JSON lacks is an error, unless var_to_str laid the text out", () => {
    for (const text of ['{"a":"C:\\path"}', '[1, "\\x"]', '{ "a": [ "\\a" ], "b": "\\\\" }']) {
      const error = errorOf(() => readSavedText(text));
      expect([error.code, error.hints[0]?.code]).toEqual(["bad-text", "json-string"]);
      expect(error.offset).toBe(text.search(/"[^"]*\\/));
    }
    expect(read('{\n"a": "C:\\path"\n}').kind).toBe("var_to_str");
    expect(read('["\\x", &"y"]').kind).toBe("var_to_str");
    const lines = readSavedText('{"a":1}\n{"a":"\\x"}\n', { recover: true });
    expect([lines?.kind, lines?.lost.length]).toEqual(["json-lines", 1]);
  });
});

test.each(['{"a":[1,2]}', '{\n"a": [1, 2]\n}', "[s]\na=[1, 2]\n", '{"type":"Array","args":["i:1","i:2"]}'])(
  "a hole in an array is refused: %j",
  (text) => {
    const save = readSavedText(text) as SavedText;
    const [value] = save.values as [Variant];
    const around = value instanceof Dictionary ? [...value.values()][0] : value;
    const list = (around instanceof Dictionary ? around.get("a") : around) as Variant[];
    delete list[0];
    expect(errorOf(() => save.write(save.values)).code).toBe("unsupported-value");
  },
);
