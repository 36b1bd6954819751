// Generating functions where that is forbidden: one attempt tells, because a Content-Security-Policy reports each.
import { afterEach, expect, test, vi } from "vitest";
import { decode, encode, setCodeGeneration, Vector2, Vector3i } from "../../../js/index.js";
import { codeGenerationAllowed, generated } from "../../../js/wasm/code-generation.js";

afterEach(() => {
  vi.unstubAllGlobals();
  setCodeGeneration(true);
});

const forbidden = vi.fn(() => {
  throw new EvalError("Refused to evaluate a string as JavaScript");
});

/** Everything for which functions are generated: objects read and written, in both modes, vectors written, messages. */
function useAll(): void {
  const rows = Array.from({ length: 2000 }, (_, i) => ({
    id: i,
    at: new Vector2(i, 1),
    on: new Vector3i(i, 2, 3),
  }));
  const bytes = encode(rows);
  for (let i = 0; i < 4; i++) expect(decode(bytes)).toEqual(rows);
  expect(encode(decode(bytes, { mode: "exact" }))).toEqual(bytes);
  const message = encode({ kind: "move", number: 7 });
  for (let i = 0; i < 8192; i++) decode(message);
  expect(decode(message)).toEqual({ kind: "move", number: 7 });
}

test("a refusal is noticed once, for everything", () => {
  vi.stubGlobal("Function", new Proxy(Function, { apply: forbidden, construct: forbidden }));
  useAll();
  expect(forbidden).toHaveBeenCalledTimes(1);
  expect(codeGenerationAllowed()).toBe(false);
});

test("whoever allows it again gets functions again", () => {
  vi.stubGlobal("Function", new Proxy(Function, { apply: forbidden, construct: forbidden }));
  useAll();
  vi.unstubAllGlobals();
  setCodeGeneration(true);
  const construct = vi.fn((target: typeof Function, code: string[]) => Reflect.construct(target, code));
  vi.stubGlobal("Function", new Proxy(Function, { construct }));
  useAll();
  expect(construct).toHaveBeenCalled();
});

test("at the end of the call stack nothing was forbidden", () => {
  const deeper = (): number => deeper() + 1;
  expect(generated(deeper)).toBeUndefined();
  expect(codeGenerationAllowed()).toBe(true);
  expect(generated(() => 1)).toBe(1);
});
