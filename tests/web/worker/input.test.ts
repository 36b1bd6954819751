// What the page says of a text that cannot be taken: what is wrong with it, and what to type instead.
import { describe, expect, test } from "vitest";
import type { TypeName } from "../../../js/index.js";
import { Edits } from "../../../web-demo/src/worker/edit/edits.js";
import { parseValue } from "../../../web-demo/src/worker/edit/input.js";
import { failureOf } from "../../../web-demo/src/worker/session/failure.js";
import { opened } from "./calls.js";

describe("a refused text", () => {
  test.each<[type: TypeName | undefined, text: string, advice: string]>([
    [undefined, "many words", "Put text in quotes."],
    ["int", "many", "Type a whole number."],
    ["int", "1,5", "Type a whole number."],
    ["int", "9223372036854775808", "It is too large for an int, which has 64 bits."],
    ["float", "1,5", "Decimals follow a point, not a comma."],
    ["float", "", "Type a number."],
    ["bool", "yes", "Type true or false."],
    ["Nil", "yes", "Another value needs another type: change that first."],
    ["Vector2", "(1, 2", "Type a Vector2 as GDScript has it."],
  ])("for a value of the type %s: %s", (type, text, advice) => {
    const read = () => parseValue(text, "godot-4.4", type);
    expect(read).toThrow(`Can't read ${JSON.stringify(text)} as a value. ${advice}`);
  });

  test("for a key that exists", async () => {
    const edits = new Edits(await opened({ hp: 1, mp: 2 }));
    const said = () => {
      try {
        return edits.run({ kind: "rename", address: [0, 0], text: "mp" });
      } catch (error) {
        return failureOf(error);
      }
    };
    expect(said()).toMatchObject({ text: "This key exists already.", hint: "" });
  });
});
