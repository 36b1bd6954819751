// Functions for lists of keys, where the keys are the ids of things. In a file of its own, because a full key tree knows no more lists.
import { expect, test, vi } from "vitest";
import { decode, encode } from "../../../js/index.js";

test("after functions for hundreds of lists of ids, a list that comes often gets one, too", () => {
  const ids = encode(Array.from({ length: 700 }, (_, i) => ({ [`id${i}`]: 1, [`count${i}`]: 2 })));
  for (let round = 0; round < 140; round++) decode(ids);
  const codes: string[] = [];
  vi.stubGlobal(
    "Function",
    class extends Function {
      constructor(...given: string[]) {
        super(...given);
        codes.push(given.at(-1) as string);
      }
    },
  );
  const records = Array.from({ length: 2400 }, (_, i) => ({ "late name": `n${i}`, late: i }));
  for (let round = 0; round < 2; round++) expect(decode(encode(records))).toEqual(records);
  vi.unstubAllGlobals();
  expect(codes.filter((code) => code.includes('return {"late name":'))).toHaveLength(1);
});
