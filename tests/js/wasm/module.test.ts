// Use of the WebAssembly module: a fixed number of crossings, lazy compilation, no `Function` where that is promised, and
// a helpful error without WebAssembly.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  convert,
  decode,
  encode,
  RID,
  ready,
  StringName,
  setCodeGeneration,
  tryDecode,
  VariantArray,
} from "../../../js/index.js";
import type { Glue, GlueOptions } from "../../../js/wasm/glue.js";
import { fromHex } from "../fixtures.js";

/** Names of the called glue functions. */
const { calls } = vi.hoisted(() => ({ calls: [] as string[] }));

vi.mock("../../../js/wasm/glue.gen.mjs", async (original) => {
  const { default: create, ...others } = await original<{
    default: (options: GlueOptions) => Promise<Glue> | Glue;
  }>();
  return {
    ...others,
    default: (options: GlueOptions) => {
      const made = create(options);
      const glue = options as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(glue)) {
        if (typeof value !== "function" || name === "instantiateWasm") continue;
        glue[name] = (...args: unknown[]) => {
          calls.push(name);
          return value(...args);
        };
      }
      return made;
    },
  };
});

function callsOf(run: () => unknown): string[] {
  calls.length = 0;
  run();
  return calls.slice();
}

/** Without calls that allocate or free memory, which depend on the previous call. */
const workOf = (run: () => unknown) =>
  callsOf(run).filter((name) => !["release", "reserve", "reserveTape"].includes(name));

const tree = (size: number) =>
  Array.from({ length: size }, (_, n) => ({
    id: n,
    name: `name ${n}`,
    tags: ["a", `b${n}`],
    at: n / 3,
    nested: { n },
  }));

describe("the number of crossings does not depend on the size of the data", () => {
  // The first small values ask once for the headers of the dialect.
  for (const mode of ["plain", "exact"] as const) decode(encode([1, 2]), { mode });

  test.each([1, 10, 1000])("%i entries", (size) => {
    const value = tree(size);
    const bytes = encode(value);
    expect(workOf(() => encode(value))).toEqual([]);
    expect(workOf(() => encode([value, new RID(1n)]))).toEqual(["encode"]);
    expect(workOf(() => decode(bytes))).toEqual(["decode"]);
    expect(workOf(() => tryDecode(bytes, { mode: "exact" }))).toEqual(["decode"]);
    expect(workOf(() => convert(bytes, { to: "godot-3" }))).toEqual(["convert"]);
  });

  test("nor on the number of warnings; reading their paths costs two more calls", () => {
    const typed = new VariantArray(
      Array.from({ length: 500 }, (_, n) => new StringName(`s${n}`)),
      { kind: "builtin", type: "int" },
    );
    const bytes = encode(typed, { mode: "exact" });
    let result = tryDecode(bytes);
    expect(workOf(() => (result = tryDecode(bytes)))).toEqual(["decode"]);
    if (!result.ok) throw result.error;
    const { warnings } = result;
    expect(warnings).toHaveLength(500);
    expect(workOf(() => warnings[0]?.path)).toEqual(["decode", "locateNotes"]);
    const others = callsOf(() => warnings.map(({ path }) => path));
    expect(others).toEqual([]);
  });
});

describe("setCodeGeneration", () => {
  const forbidden = () => {
    throw new EvalError("Refused to evaluate a string as JavaScript");
  };
  const bytes = encode(tree(2000));

  afterEach(() => {
    vi.unstubAllGlobals();
    setCodeGeneration(true);
  });

  test("false: Function and eval are never touched", () => {
    const touched = vi.fn(forbidden);
    vi.stubGlobal("Function", new Proxy(Function, { apply: touched, construct: touched, get: touched }));
    vi.stubGlobal("eval", touched);
    setCodeGeneration(false);
    for (let i = 0; i < 20; i++) expect(decode(bytes)).toHaveLength(2000);
    expect(encode(decode(bytes))).toEqual(bytes);
    expect(touched).not.toHaveBeenCalled();
  });

  test("true: everything works when it is forbidden", () => {
    vi.stubGlobal("Function", new Proxy(Function, { apply: forbidden, construct: forbidden }));
    for (let i = 0; i < 20; i++) expect(decode(bytes)).toEqual(tree(2000));
  });
});

describe("in its own process", () => {
  const dist = new URL("../../../dist/", import.meta.url);
  const program = (text: string, ...flags: string[]) =>
    execFileSync(process.execPath, [...flags, "--input-type=module", "-e", text], {
      cwd: fileURLToPath(dist),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const tell = "catch (e) { console.log(e.name, e.code, e.hint, String(e.cause?.message)); }";

  test("importing compiles nothing", () => {
    const text = `let compiled = 0; const { Module, compile } = WebAssembly;
WebAssembly.Module = class extends Module { constructor(...a) { compiled++; super(...a); } };
WebAssembly.compile = (...a) => { compiled++; return compile(...a); };
const { encode } = await import("./esm/index.js"); console.log(compiled);
encode(1); encode(2); console.log(compiled);`;
    expect(program(text)).toBe("0\n1\n");
  });

  test("without WebAssembly: wasm-unavailable with a remedy", () => {
    const text = `delete globalThis.WebAssembly; const { decode, tryDecode, encode } = await import("./esm/index.js");
for (const run of [() => decode(new Uint8Array(4)), () => tryDecode(new Uint8Array(4)), () => encode(1)])
  try { run(); } ${tell}`;
    const lines = program(text).trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(/^VariantError wasm-unavailable .*no WebAssembly here\. Use Node 20/);
  });

  test("when compiling is refused: wasm-unavailable with a remedy and the cause", () => {
    const text = `WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError("refused by policy"); } };
const { encode } = await import("./esm/index.js"); try { encode(1); } ${tell}`;
    expect(program(text)).toMatch(/^VariantError wasm-unavailable .*'wasm-unsafe-eval'.* refused by policy/);
  });

  test("ready compiles where it may not block the thread, and rejects with wasm-unavailable", () => {
    const text = `const { Module } = WebAssembly; let allowed = false;
WebAssembly.Module = function () { throw new RangeError("too large for the main thread"); };
WebAssembly.Module.prototype = Module.prototype;
WebAssembly.Module.customSections = Module.customSections;
Object.defineProperty(WebAssembly.Module, Symbol.hasInstance, { value: (v) => Module.prototype.isPrototypeOf(v) });
const { encode, ready } = await import("./esm/index.js");
try { encode(1); } ${tell}
await ready; console.log(encode(1).length);`;
    expect(program(text)).toMatch(/^VariantError wasm-unavailable .*use a worker.*\n8\n$/);
    const failing = `WebAssembly.compile = async () => { throw new Error("no"); };
const { ready } = await import("./esm/index.js"); try { await ready; } ${tell}`;
    expect(program(failing)).toMatch(/^VariantError wasm-unavailable .* no\n$/);
  });

  test("after ready, the first call neither compiles nor instantiates anything", () => {
    const text = `let made = 0; const { Module, Instance } = WebAssembly;
WebAssembly.Module = class extends Module { constructor(...a) { made++; super(...a); } };
WebAssembly.Instance = class extends Instance { constructor(...a) { made++; super(...a); } };
Object.defineProperty(WebAssembly.Module, Symbol.hasInstance, { value: (v) => Module.prototype.isPrototypeOf(v) });
const { encode, ready } = await import("./esm/index.js"); console.log(made);
await ready; console.log(made); encode(1); await ready; encode(2); console.log(made);`;
    expect(program(text)).toBe("0\n1\n1\n");
  });

  test("works when code generation from strings is forbidden", () => {
    const text = `const { decode, encode } = await import("./esm/index.js");
const value = Array.from({ length: 1000 }, (_, n) => ({ n, name: "x" + n }));
for (let i = 0; i < 20; i++) decode(encode(value));
try { new Function("1"); console.log("allowed"); } catch { console.log(decode(encode(value)).length); }`;
    expect(program(text, "--disallow-code-generation-from-strings")).toBe("1000\n");
  });
});

test("ready is a promise, and the codec works before it is awaited", async () => {
  expect(decode(fromHex("00000000"))).toBeNull();
  expect(Object.prototype.toString.call(ready)).toBe("[object Promise]");
  await expect(ready).resolves.toBeUndefined();
  await expect(ready.finally(() => {})).resolves.toBeUndefined();
  await expect(ready.catch(() => "rejected")).resolves.toBeUndefined();
});
