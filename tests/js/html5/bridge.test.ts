import { describe, expect, test, vi } from "vitest";
import { PageBridge } from "../../../js/html5.js";
import { decode, encode, type Variant } from "../../../js/index.js";

interface Exposed {
  attach(notify: () => void, engine: number): void;
  detach(): void;
  send(base64: string): void;
  take(): Uint8Array | undefined;
  takeText(): string | undefined;
}

/** A bridge, and what the game sees of it. */
function bridged(functions: Record<string, (...args: never[]) => unknown> = {}) {
  const target: { godotVariantBridge?: Exposed } = {};
  const bridge = new PageBridge({ codec: { decode, encode }, target, functions });
  const exposed = target.godotVariantBridge as Exposed;
  const received: Variant[] = [];
  const attach = (engine: 3 | 4 = 4) => {
    const dialect = engine === 3 ? "godot-3" : "godot-4";
    exposed.attach(() => received.push(decode(exposed.take() as Uint8Array, { dialect })), engine);
  };
  const send = (message: Variant) => exposed.send(Buffer.from(encode(message)).toString("base64"));
  return { bridge, exposed, target, received, attach, send };
}

describe("PageBridge", () => {
  test("keeps calls and events until the game connects, in its dialect", async () => {
    const { bridge, exposed, received, attach } = bridged();
    bridge.emit("first", 1);
    const answer = bridge.call("f", 2n);
    expect(exposed.take()).toBeUndefined();
    attach(3);
    await bridge.connected;
    expect(received).toEqual([
      [3, 0, "first", 1],
      [0, 1, "f", [2]],
    ]);
    exposed.send(Buffer.from(encode([1, 1, "f", "done"], { dialect: "godot-3" })).toString("base64"));
    expect(await answer).toBe("done");
  });

  test.each([3, 4] as const)("sends Godot %i what the values were when they were given", (engine) => {
    const { bridge, received, attach } = bridged();
    const state = { hp: 1, list: [1] };
    bridge.emit("state", state);
    state.hp = 2;
    state.list.push(2);
    attach(engine);
    state.hp = 3;
    expect(received).toEqual([[3, 0, "state", { hp: 1, list: [1] }]]);
  });

  test("rejects calls from before the game has started when it is closed", async () => {
    const { bridge } = bridged();
    const answer = bridge.call("f");
    bridge.close();
    await expect(answer).rejects.toThrow("The game has gone before it answered.");
  });

  test("gives the game messages as text where the engine takes no bytes", () => {
    const { bridge, exposed } = bridged();
    let count = 0;
    exposed.attach(() => {
      count++;
    }, 4);
    bridge.emit("e", "é");
    expect(count).toBe(1);
    const text = exposed.takeText() as string;
    expect(decode(Buffer.from(text, "base64"))).toEqual([3, 0, "e", "é"]);
    expect(exposed.takeText()).toBeUndefined();
  });

  test("answers the game, also when a function fails, is missing or returns what no Variant holds", async () => {
    const { received, attach, send } = bridged({
      later: async (value: never) => [value],
      nothing: () => undefined,
      fails: () => {
        throw new RangeError("too much");
      },
      odd: () => Symbol("x"),
      cut: () => {
        throw new Error("Too long: 😀".slice(0, -1));
      },
    });
    attach();
    for (const [id, name] of ["later", "nothing", "fails", "odd", "toString", "cut"].entries())
      send([0, id, name, [7]]);
    await expect.poll(() => received.length).toBe(6);
    const byId = new Map((received as [number, number, string, Variant][]).map((one) => [one[1], one]));
    expect(byId.get(0)).toEqual([1, 0, "later", [7]]);
    expect(byId.get(1)).toEqual([1, 1, "nothing", null]);
    expect(byId.get(2)).toEqual([2, 2, "fails", "too much"]);
    expect(byId.get(3)).toEqual([2, 3, "odd", expect.stringContaining("unsupported-value")]);
    expect(byId.get(4)).toEqual([2, 4, "toString", "The page has no function toString."]);
    expect(byId.get(5)).toEqual([2, 5, "cut", "Too long: \ufffd"]);
  });

  test.each([3, 4] as const)("tells who waits that a message of Godot %i cannot be read", async (engine) => {
    const { bridge, exposed, received, attach } = bridged({ f: () => 1 });
    attach(engine);
    const dialect = engine === 3 ? "godot-3" : "godot-4";
    const sendCut = (message: Variant) =>
      exposed.send(Buffer.from(encode(message, { dialect }).subarray(0, -4)).toString("base64"));
    const [lost, other] = [bridge.call("g"), bridge.call("g")];
    sendCut([1, 1, "g", "cut"]);
    await expect(lost).rejects.toThrow(expect.objectContaining({ code: "unexpected-end" }));
    exposed.send(Buffer.from(encode([1, 2, "g", "whole"], { dialect })).toString("base64"));
    expect(await other).toBe("whole");
    sendCut([0, 7, "f", [1, 2]]);
    await Promise.resolve();
    expect(received.at(-1)).toMatchObject([2, 7, "", expect.stringContaining("unexpected-end")]);
  });

  test("rejects calls whose game has gone, and keeps those of the next one", async () => {
    const { bridge, exposed, received, attach, send } = bridged();
    attach();
    const lost = bridge.call("f");
    exposed.detach();
    await expect(lost).rejects.toThrow("The game has gone before it answered.");
    const next = bridge.call("g");
    attach();
    expect(received.at(-1)).toEqual([0, 2, "g", []]);
    send([2, 2, "g", "no such function"]);
    await expect(next).rejects.toThrow("no such function");
    // An answer that nobody waits for.
    send([1, 1, "f", 1]);
  });

  test("rejects arguments that cannot be encoded, before and after the game has started", async () => {
    const { bridge, attach } = bridged();
    await expect(bridge.call("f", Symbol("x"))).rejects.toMatchObject({ code: "unsupported-value" });
    attach();
    await expect(bridge.call("f", Symbol("x"))).rejects.toMatchObject({ code: "unsupported-value" });
    expect(() => bridge.emit("e", Symbol("x"))).toThrow(/unsupported-value/);
  });

  test("is silent once it is closed, and leaves the name to another bridge", async () => {
    const called: unknown[] = [];
    const { bridge, exposed, target, received, attach, send } = bridged({ f: (value) => called.push(value) });
    attach();
    bridge.on("e", (value) => called.push(value));
    bridge.close();
    received.length = 0;
    await expect(bridge.call("g")).rejects.toThrow("The bridge was closed.");
    expect(() => bridge.emit("e", 1)).toThrow("The bridge was closed.");
    send([0, 1, "f", [7]]);
    send([3, 0, "e", 7]);
    exposed.attach(() => called.push("attached"), 4);
    // The game waits for the answer of a call.
    await expect.poll(() => received).not.toEqual([]);
    expect([called, received]).toEqual([[], [[2, 1, "", "The bridge was closed."]]]);
    const next = new PageBridge({ codec: { decode, encode }, target });
    bridge.close();
    expect(Object.keys(target)).toEqual(["godotVariantBridge"]);
    next.close();
  });

  test("fails the calls of the game that have no answer when it is closed", async () => {
    let finish = (_: unknown): void => {};
    const slow = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const { bridge, received, attach, send } = bridged({ slow });
    attach();
    send([0, 5, "slow", []]);
    bridge.close();
    bridge.close();
    finish(1);
    await new Promise((done) => setTimeout(done, 5));
    expect(received).toEqual([
      [2, 5, "", "The bridge was closed."],
      [4, 0, "", null],
    ]);
  });

  test.each([3, 4] as const)("tells Godot %i that it is closed, while it has its name", (engine) => {
    const { bridge, exposed, target, attach } = bridged();
    attach(engine);
    const names: string[][] = [];
    const dialect = engine === 3 ? "godot-3" : "godot-4";
    const messages: Variant[] = [];
    exposed.attach(() => {
      names.push(Object.keys(target));
      messages.push(decode(exposed.take() as Uint8Array, { dialect }));
    }, engine);
    bridge.close();
    expect(messages).toEqual([[4, 0, "", null]]);
    expect([names, target]).toEqual([[["godotVariantBridge"]], {}]);
  });

  test("tells every listener, also after one has failed", () => {
    const { bridge, attach, send } = bridged();
    attach();
    const reported: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
    const heard: unknown[] = [];
    const failed = new Error("a listener failed");
    bridge.on("e", () => {
      throw failed;
    });
    bridge.on("e", (value) => heard.push(value));
    send([3, 0, "e", 1]);
    vi.unstubAllGlobals();
    expect([heard, reported]).toEqual([[1], [failed]]);
  });

  test("lets listeners stop and listen anew while they hear an event", () => {
    const { bridge, attach, send } = bridged();
    attach();
    const heard: string[] = [];
    const anew = (value: unknown) => {
      heard.push(`anew ${value}`);
      if (heard.length > 10) throw new Error("It never ends.");
      stopAnew();
      stopAnew = bridge.on("e", anew);
    };
    let stopAnew = bridge.on("e", anew);
    bridge.on("e", () => stopOther());
    const stopOther = bridge.on("e", () => heard.push("other"));
    send([3, 0, "e", 1]);
    send([3, 0, "e", 2]);
    expect(heard).toEqual(["anew 1", "anew 2"]);
  });

  test("tells a function as often as it listens, and stops it one by one", () => {
    const { bridge, attach, send } = bridged();
    attach();
    const heard: unknown[] = [];
    const listener = (value: unknown) => heard.push(value);
    const stop = bridge.on("e", listener);
    bridge.on("e", listener);
    send([3, 0, "e", 1]);
    stop();
    stop();
    send([3, 0, "e", 2]);
    expect(heard).toEqual([1, 1, 2]);
  });

  test("stops listening, leaves no property behind, and does not replace one", async () => {
    const { bridge, target, attach, send } = bridged();
    attach();
    const heard: unknown[] = [];
    const stop = bridge.on("e", (value) => heard.push(value));
    send([3, 0, "e", 1]);
    stop();
    send([3, 0, "e", 2]);
    expect(heard).toEqual([1]);
    expect(() => new PageBridge({ codec: { decode, encode }, target })).toThrow(TypeError);
    bridge.close();
    expect(target).toEqual({});
  });
});
