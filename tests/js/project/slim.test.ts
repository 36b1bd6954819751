// `godot-variant/slim`: the caller supplies the .wasm file, in any form.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { VariantError } from "../../../js/base/errors.js";
import { fromHex } from "../fixtures.js";

type Slim = typeof import("../../../js/slim.js");

const wasm = new Uint8Array(readFileSync(new URL("../../../dist/godot_variant.wasm", import.meta.url)));
const array = fromHex("1c000000 01000000 01000000 01000000");
let slim: Slim;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === "/godot_variant.wasm" ? 200 : 404).end(wasm);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/godot_variant.wasm`;
});
afterAll(() => server.close());
beforeEach(async () => {
  vi.resetModules();
  slim = await import("../../../js/slim.js");
});

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("resolved"),
    (error: unknown) => error,
  );

describe("init takes", () => {
  test.each<[string, () => Parameters<Slim["init"]>[0]]>([
    ["bytes", () => wasm],
    ["a Buffer", () => Buffer.from(wasm)],
    ["an ArrayBuffer", () => wasm.slice().buffer],
    ["a Module", () => new WebAssembly.Module(wasm)],
    ["a URL", () => new URL(url)],
    ["the text of a URL", () => url],
    ["a Response", () => new Response(wasm)],
    ["the promise of a Response", () => fetch(url)],
  ])("%s", async (_, source) => {
    await slim.init(source());
    expect(slim.decode(array)).toEqual([true]);
    expect(slim.encode([true])).toEqual(array);
    await expect(slim.ready).resolves.toBeUndefined();
  });

  test("bytes and a Module, which can be used at once", () => {
    for (const source of [wasm, new WebAssembly.Module(wasm)]) {
      const promise = slim.init(source);
      expect(slim.decode(array)).toEqual([true]);
      expect(promise).toBeInstanceOf(Promise);
    }
  });
});

describe("init rejects with wasm-unavailable", () => {
  test("for a missing URL", async () => {
    const error = await rejection(slim.init(new URL("/nothing", url)));
    expect(error).toMatchObject({ code: "wasm-unavailable", name: "VariantError" });
    expect(String((error as VariantError).cause)).toContain("404");
    expect((error as VariantError).hint).toContain("Pass its bytes");
  });

  test("for a failed Response", async () => {
    const error = await rejection(slim.init(new Response("no", { status: 500 })));
    expect(error).toMatchObject({ code: "wasm-unavailable" });
  });

  test("for bytes other than WebAssembly", async () => {
    expect(await rejection(slim.init(new Uint8Array(8)))).toMatchObject({ code: "wasm-unavailable" });
    expect(() => slim.decode(array)).toThrow(VariantError);
    await slim.init(wasm);
    expect(slim.decode(array)).toEqual([true]);
  });
});

describe("a module of another build is refused, because its functions may have other names", () => {
  const { length } = wasm;
  const [name] = /godot-variant wasm [0-9a-f]{8}$/.exec(Buffer.from(wasm).toString("latin1")) ?? [""];
  const other = wasm.slice();
  other.set([other[length - 1] === 0x30 ? 0x31 : 0x30], length - 1);
  const unnamed = wasm.subarray(0, length - name.length - 3);
  const refused = { code: "wasm-unavailable", hint: expect.stringContaining("godot_variant.wasm") };

  test.each([
    ["another name", other],
    ["no name", unnamed],
  ])("%s", async (_, bytes) => {
    expect(WebAssembly.validate(bytes)).toBe(true);
    for (const source of [bytes, new WebAssembly.Module(bytes)]) {
      expect(await rejection(slim.init(source))).toMatchObject(refused);
      for (let i = 0; i < 2; i++) expect(() => slim.decode(array)).toThrow(expect.objectContaining(refused));
    }
    await slim.init(wasm);
    expect(slim.decode(array)).toEqual([true]);
  });
});

test("before init every call throws a clear error", () => {
  for (const run of [
    () => slim.decode(array),
    () => slim.tryDecode(array),
    () => slim.encode(1),
    () => slim.convert(array, { to: "godot-3" }),
  ]) {
    expect(run).toThrow(/^wasm-unavailable: .*First call init\(\) of godot-variant\/slim/);
  }
});

test("ready waits for init", async () => {
  let settled = false;
  const waiting = slim.ready.then(() => {
    settled = true;
  });
  await new Promise((done) => setImmediate(done));
  expect(settled).toBe(false);
  await slim.init(wasm);
  await waiting;
  expect(settled).toBe(true);
});
