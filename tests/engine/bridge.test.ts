// The page's side of a bridge, in Node, against the game's side, in a real engine.
import { describe, expect, test } from "vitest";
import { PageBridge } from "../../js/html5.js";
import { decode, encode, Vector2, Vector3 } from "../../js/index.js";
import { engines, fromHex } from "./engines.js";

interface Game {
  functions: { add(a: number, b: number): number; echo<T>(value: T): T; nothing(): void };
  events: { died: { by: string; at: Vector2 } };
}
interface Page {
  functions: { upload(bytes: Uint8Array, name: string): string };
  events: { moved: Vector3 };
}
interface Exposed {
  attach(notify: () => void, engine: number): void;
  send(base64: string): void;
  take(): Uint8Array | undefined;
}

/** Godot 3.2 has no JavaScriptObject, so no game of it can use a bridge. */
const able = engines.filter(({ version }) => version !== "3.2");

describe.skipIf(able.length === 0)("a page bridge", () => {
  test.each(able)("calls, answers and sends events: $name", async (engine) => {
    const target: { godotVariantBridge?: Exposed } = {};
    const uploads: unknown[] = [];
    const bridge = new PageBridge<Game, Page>({
      codec: { decode, encode },
      target,
      functions: {
        upload(...args) {
          uploads.push(args);
          return "stored";
        },
      },
    });
    const exposed = target.godotVariantBridge as Exposed;
    const toGame: Uint8Array[] = [];
    exposed.attach(() => toGame.push(exposed.take() as Uint8Array), engine.dialect === "godot-3" ? 3 : 4);
    const died: unknown[] = [];
    bridge.on("died", (value) => died.push(value));

    // The game calls first, so the first run tells its call, and the second one hears the answer.
    const deliver = (lines: Record<string, string>[]) => {
      for (const { bytes } of lines) if (bytes) exposed.send(Buffer.from(fromHex(bytes)).toString("base64"));
    };
    deliver(engine.bridge([]));
    await expect.poll(() => toGame.length).toBe(1);
    expect(uploads).toEqual([[Uint8Array.of(1, 2, 255), "slot1"]]);
    expect(died).toEqual([{ by: "slime", at: new Vector2(1, 2) }]);

    const sum = bridge.call("add", 2, 40);
    const value = { list: [1, "é", null], bytes: Uint8Array.of(0, 128), at: new Vector2(1.5, -2) };
    const echo = bridge.call("echo", value);
    const nothing = bridge.call("nothing");
    bridge.emit("moved", new Vector3(1, 2, 3));
    const lines = engine.bridge(toGame);
    deliver(lines.slice(2));
    expect(await sum).toBe(42);
    expect(await echo).toEqual(value);
    await expect(nothing).rejects.toThrow("The game has no function nothing.");
    const { value: moved = "" } = lines.find(({ event }) => event === "moved") ?? {};
    expect(decode(fromHex(moved), { dialect: engine.dialect })).toEqual(new Vector3(1, 2, 3));
    const reply = lines.find((line) => "ok" in line) as Record<string, string>;
    expect(reply).toMatchObject({ ok: true, error: "" });
    expect(decode(fromHex(reply.value as string), { dialect: engine.dialect })).toBe("stored");
    bridge.close();
    expect(target).toEqual({});
  });

  test.each(able)("fails the calls that wait when the page closes its side: $name", (engine) => {
    const lines = engine.bridge([encode([4, 0, "", null], { dialect: engine.dialect })]);
    expect(lines.filter((line) => "ok" in line)).toMatchObject([
      { ok: false, error: "The bridge was closed." },
    ]);
  });

  test.each(able)("answers only the page that asked: $name", (engine) => {
    const { dialect } = engine;
    const call = (id: number) => encode([0, id, "next_event", []], { dialect });
    const event = encode([3, 0, "go", 1], { dialect });
    const answers = (messages: Uint8Array[]) =>
      engine
        .bridge(messages)
        .flatMap(({ bytes }) => (bytes ? [decode(fromHex(bytes), { dialect })] : []))
        .filter((message) => (message as unknown[])[0] === 1);
    expect(answers([call(1), event])).toEqual([[1, 1, "next_event", "go"]]);
    expect(answers([call(1), encode([4, 0, "", null], { dialect }), call(2), event])).toEqual([
      [1, 2, "next_event", "go"],
    ]);
  });

  test.each(able)("ignores what is no message: $name", (engine) => {
    const bad = [new Uint8Array(0), Uint8Array.of(1, 2, 3), encode([1, 2]), encode("x")];
    const lines = engine.bridge([...bad, encode([0, 7, "add", [1, 2]], { dialect: engine.dialect })]);
    const last = lines.at(-1) as Record<string, string>;
    expect(decode(fromHex(last.bytes as string), { dialect: engine.dialect })).toEqual([1, 7, "add", 3]);
  });
});
