// Runs the command line as a user would.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  encodeFrames,
  type Framing,
  GodotObject,
  Image,
  StringName,
  Vector2i,
} from "../../../js/index.js";
import { cli, file, folder, read, root } from "../command-line.js";

const saves = join(root, "tests/fixtures/saves");
const saved = file("saved.bin", readFileSync(join(saves, "godot-4.6.3.bin")));
const older = file("older.bin", readFileSync(join(saves, "godot-3.6.bin")));

/** True when a terminal interprets a character instead of printing it; a line end is allowed. */
function isObeyed(character: string): boolean {
  const code = character.charCodeAt(0);
  return (code < 0x20 && character !== "\n") || (code >= 0x7f && code < 0xa0) || character === "\u202e";
}

describe("decode", () => {
  test("prints a tree, without colors when the output is not a terminal", async () => {
    const { code, text, stderr } = await cli([saved]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(text).toContain('├─ "player": Dictionary (11 entries)\n│  ├─ "name": String "Mira"\n');
    expect(text).toContain("Color(0.9, 0.75, 0.5, 1) #e5bf80ff");
    expect(text).toContain('"stats": Dictionary[StringName, int] (3 entries)\n│  │  ├─ &"strength": int 12');
    expect(text).toContain('NodePath ^"/root/World/Npcs/Guard:position"');
    expect(text).not.toContain("\u001b");
    expect((await cli(["decode", saved])).text).toBe(text);
    expect((await cli([], { input: readFileSync(join(folder, saved)) })).text).toBe(text);
    expect((await cli(["-"], { input: readFileSync(join(folder, saved)) })).text).toBe(text);
  });

  test("prints colors on request, unless NO_COLOR is set", async () => {
    expect((await cli([saved], { env: { FORCE_COLOR: "1" } })).text).toContain("\u001b[36m");
    expect((await cli([saved], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).text).not.toContain("\u001b");
    expect((await cli([saved], { env: { FORCE_COLOR: "0" } })).text).not.toContain("\u001b");
  });

  test("shortens long values and shows their length", async () => {
    const name = file("long.bin", encode(["x".repeat(300), new Uint8Array(40), new Float32Array(20)]));
    const { text } = await cli([name]);
    expect(text).toContain(`"${"x".repeat(100)}"… (300 characters)`);
    expect(text).toContain("00 00 …] (40 bytes)");
    expect(text).toContain("0, …] (20 elements)");
    const full = await cli([name, "--full"]);
    expect(full.text).not.toContain("…");
    expect(full.text).toContain("x".repeat(300));
  });

  test("prints no terminal control characters", async () => {
    const name = file(
      "escape.bin",
      encode({ "\u001b\u009b[31m": "\u009b31m\u202e", a: [new StringName("\u0007")] }),
    );
    const printing = [
      ["decode", name],
      ["decode", name, "--json", "plain"],
      ["decode", name, "--exact"],
      ["decode", name, "--full"],
      ["info", name],
      ["info", name, "--json"],
      ["flat", name],
      ["diff", name, saved],
      ["get", "a", name],
      ["validate", name, "--schema", "./strict.mjs"],
    ];
    file(
      "strict.mjs",
      "export default { '~standard': { validate: (value) => ({ issues: [{ message: '\\u009b\\n\\u001b', path: Object.keys(value) }] }) } };",
    );
    for (const args of printing) {
      const { text, stderr } = await cli(args);
      expect(text).not.toBe("");
      expect(Array.from(text + stderr).filter(isObeyed)).toEqual([]);
    }
    const { text } = await cli(["info", "--json", name]);
    expect(JSON.parse(text).largest[0].path).toContain("\u009b");
  });

  test("prints no terminal control characters of file names", async () => {
    for (const args of [
      ["no\u001b[31m.bin"],
      ["diff", saved, "no\u009b.bin"],
      ["set", "a", "1", "no\u001b.bin", "--in-place"],
    ]) {
      const { code, stderr } = await cli(args);
      expect(code).not.toBe(0);
      expect(Array.from(stderr).filter(isObeyed)).toEqual([]);
    }
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  test.skipIf(!hasScript)("texts are exact, except on a terminal (needs script)", async () => {
    const name = file("exact.bin", encode({ "\u009b31m": "\u001b]0;x\u0007\u0085" }));
    for (const args of ["text", "types", 'get ["\u009b31m"] --raw']) {
      const [command = "", ...more] = args.split(" ");
      const file = more.length > 0 ? [more[0] as string, name, "--raw"] : [name];
      const quoted = [process.execPath, join(root, "dist/cli.js"), command, ...file].map(
        (part) => `'${part}'`,
      );
      const run = spawnSync("script", ["-qec", quoted.join(" "), "/dev/null"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(run.status).toBe(0);
      expect(Array.from(run.stdout.replaceAll("\r\n", "\n")).filter(isObeyed)).toEqual([]);
    }
    expect((await cli(["get", '["\u009b31m"]', name, "--raw"])).text).toBe("\u001b]0;x\u0007\u0085\n");
    const { text } = await cli(["text", name]);
    expect((await cli(["text", "--read"], { input: text })).stdout.equals(read("exact.bin"))).toBe(true);
  });

  test("paths are printed as they can be given again", async () => {
    const keys = ['a"b\\c', "tab\there", "\u009b", "\u001b"];
    const name = file("paths.bin", encode(Object.fromEntries(keys.map((key) => [key, "x".repeat(200)]))));
    const { text } = await cli(["info", name]);
    const paths = Array.from(
      text.matchAll(/^ +(\S.*?) {2}String, 200 bytes$/gm),
      ([, path]) => path as string,
    );
    expect(paths).toHaveLength(keys.length);
    for (const path of paths)
      expect((await cli(["get", path, name, "--raw"])).text).toBe(`${"x".repeat(200)}\n`);
  });

  test("shows every kind of value", async () => {
    const value = new Dictionary([
      [new Vector2i(1, 2), new GodotObject("Node", [["x", 1]])],
      [[1, "a"], null],
      [2.5, true],
    ]);
    const { text } = await cli([file("kinds.bin", encode(value, { fullObjects: true })), "--allow-objects"]);
    expect(text).toBe(
      'Dictionary (3 entries)\n├─ Vector2i(1, 2): Object "Node" (1 property, inert)\n│  └─ x: int 1\n' +
        '├─ [1, "a"]: null\n└─ 2.5: bool true\n',
    );
    const image = await cli([
      file("image.bin", encode(new Image(4, 0, 1, 1, new Uint8Array(3)), { dialect: "godot-2" })),
      "-d",
      "godot-2",
    ]);
    expect(image.text).toContain("Image(4, 0, 1, 1)");
  });

  test("prints warnings on standard error", async () => {
    const bytes = encode("ab");
    bytes[9] = 0;
    const { code, text, stderr } = await cli([file("nul.bin", bytes)]);
    expect({ code, text }).toEqual({ code: 0, text: 'String "a"\n' });
    expect(stderr).toMatch(
      /warning: text-after-nul: The text continues after a NUL; .* \(at byte 0 = 0x0\)\./,
    );
  });

  test("handles a million values, and a reader that stops early", async () => {
    const name = file("million.bin", encode(Array.from({ length: 1_000_000 }, (_, i) => i)));
    const all = await cli([name]);
    expect(all.text.split("\n")).toHaveLength(1_000_002);
    const { code, stderr } = await cli([name], { closeEarly: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("handles a thousand levels", async () => {
    let value: unknown = null;
    for (let level = 0; level < 1000; level++) value = [value];
    const name = file("deep.bin", encode(value));
    for (const args of [[name], [name, "--exact"], [name, "--json", "plain"]]) {
      const { code, stdout } = await cli(args);
      expect(code).toBe(0);
      expect(stdout.length).toBeLessThan(400_000);
    }
  });
});

describe("encode", () => {
  test("reverses exact JSON", async () => {
    for (const [name, ...options] of [[saved], [older, "--dialect", "godot-3"]] as const) {
      const { text } = await cli(["decode", name, "--exact", ...options]);
      const { code, stdout } = await cli(["encode", "--json", "exact", ...options], { input: text });
      expect(code).toBe(0);
      expect(stdout.equals(readFileSync(join(folder, name)))).toBe(true);
    }
  });

  test("reads plain JSON, and writes a file", async () => {
    const name = file("plain.json", '\ufeff{"a": [1, 2.0, null], "10": true}');
    expect((await cli(["encode", name, "-o", "plain.bin"])).code).toBe(0);
    expect((await cli(["plain.bin", "--json", "plain", "--compact"])).text).toBe(
      '{"a": [1, 2.0, null], "10": true}\n',
    );
  });

  test.each([
    ['{"a": ', 1, /JSON cannot be read\. The text ends too early\. Line 1, column 7\./],
    ["", 1, /standard input: The input is empty\. Expected JSON\./],
    ['"\\ud800"', 1, /unsupported-value/],
    ["99999999999999999999", 1, /int-out-of-range/],
  ])("%s is refused", async (input, code, message) => {
    const outcome = await cli(["encode"], { input });
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });

  test("requires permission for full objects", async () => {
    const input = '{"Object": [["x", 1]], "class": "Node"}';
    const refused = await cli(["encode", "--exact"], { input });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/object-not-allowed.*Use --allow-objects/);
    const { stdout } = await cli(["encode", "--exact", "--allow-objects"], { input });
    expect(stdout.equals(encode(new GodotObject("Node", [["x", 1]]), { fullObjects: true }))).toBe(true);
  });
});

describe("convert", () => {
  test("writes the other dialect's bytes, and lists the losses", async () => {
    expect(
      (await cli(["convert", "--from", "godot-3", "--to", "godot-4", older, "-o", "newer.bin"])).code,
    ).toBe(0);
    expect((await cli(["newer.bin"])).text).toBe((await cli([older, "-d", "godot-3"])).text);
    const grid = file("grid.bin", encode({ grid: [new Vector2i(1, 2)] }));
    const { code, stdout, stderr } = await cli(["convert", "--to", "godot-3", grid]);
    expect(code).toBe(0);
    expect(stdout[0]).toBe(18);
    expect(stderr).toMatch(
      /loss: type-changed: Vector2i → Vector2 \(at byte \d+ = 0x[0-9a-f]+, path grid\[0\]\)\./,
    );
  });

  test("never overwrites its input", async () => {
    const { code, stderr } = await cli(["decode", saved, "-o", `./${saved}`]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is the input itself/);
  });

  test("suggests other interpretations of the bytes", async () => {
    const { code, stderr } = await cli(["convert", "--from", "godot-4", "--to", "godot-3", older]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/These bytes form a complete value in godot-3/);
  });
});

describe("info", () => {
  test("describes the value", async () => {
    const { code, text } = await cli(["info", saved]);
    expect(code).toBe(0);
    for (const part of [
      /^size +\d/m,
      /^dialect +godot-4.4$/m,
      /^depth|levels of containers/m,
      /^ +String +\d+$/m,
      /^also whole /m,
    ]) {
      expect(text).toMatch(part);
    }
  });

  test("prints JSON for programs", async () => {
    const info = JSON.parse((await cli(["info", "--json", "-d", "godot-3", older])).text) as Record<
      string,
      unknown
    >;
    expect(info).toMatchObject({ dialect: "godot-3", framing: "none", size: info.contentSize, depth: 3 });
    expect(info.parsesWholeAs).toContainEqual({ dialect: "rebel", framing: "none" });
  });

  test.each<[Framing, Uint8Array]>([
    ["store_var", encodeFrames([{ a: 1 }, "b"])],
    ["store_var_big_endian", encodeFrames([{ a: 1 }], { framing: "store_var_big_endian" })],
    ["ecfg", readFileSync(join(root, "tests/fixtures/containers/3.6/project.binary"))],
  ])("names the other dialects of values in %s", async (framing, bytes) => {
    const path = file(`whole-${framing}.bin`, bytes);
    const info = JSON.parse((await cli(["info", "--json", "--framing", framing, path])).text);
    for (const dialect of ["godot-4.4", "godot-4.0"])
      expect(info.parsesWholeAs).toContainEqual({ dialect, framing });
    expect((await cli(["info", "--framing", framing, path])).text).toMatch(
      new RegExp(`^also whole .*with --framing ${framing} as [^;]*godot-4.0`, "m"),
    );
  });

  test("names no other readings of values between other data", async () => {
    const path = file("mixed.bin", Uint8Array.of(1, 2, 3, ...encodeFrames([{ a: 1 }])));
    const { text } = await cli(["info", "--framing", "mixed", path]);
    expect(text).toMatch(/^framing +mixed/m);
    expect(text).not.toMatch(/^also whole/m);
  });

  test("lists every possible reading of unreadable bytes", async () => {
    const value = encode([1, 2, 3]);
    const framed = new Uint8Array(4 + value.length);
    framed[0] = value.length;
    framed.set(value, 4);
    const { code, stderr } = await cli(["info", "--framing", "none", file("framed.bin", framed)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/With --framing store_var, these bytes form complete values in godot-4.4/);
    for (const args of [[], ["--framing", "store_var"]]) {
      expect((await cli(["framed.bin", ...args])).text).toMatch(/^Array \(3 elements\)/);
    }
  });
});

describe("wrong use", () => {
  test.each([
    [["--no-such-option"], 2, /unknown option/],
    [["encode", "a", "b"], 2, /Without --out-dir, this command takes one file/],
    [["convert", saved], 2, /--to/],
    [["--dialect", "godot-9", saved], 2, /"godot-9" is not one of godot-4\.4, .*docs-004\.$/m],
    [["--dialect", "4.6", saved], 2, /The nearest is godot-4\.4\.$/m],
    [["convert", "--to", "3.5", saved], 2, /The nearest is godot-3\.$/m],
    [["--limit-depth", "many", saved], 2, /whole number/],
    [["missing.bin"], 1, /missing\.bin: Cannot read the file: there is no such file\./],
    [["."], 1, /\.: Cannot read the file: it is a directory\./],
    [["-"], 1, /standard input: The input is empty\. A Variant has at least 4 bytes\./],
    [["encode", "-o", "missing/x.bin"], 1, /The input is empty\. Expected JSON\./],
    [
      ["--limit-depth", "0", saved],
      1,
      /too-deep.* \(at byte 8 = 0x8[,)].* Raise --limit-depth if you trust the file\.$/m,
    ],
    [
      ["-d", "godot-4", older],
      1,
      /trailing-bytes.* \(at byte \d+ = 0x[0-9a-f]+[,)].*These bytes form a complete value in godot-3/,
    ],
  ])("%j", async (args, code, message) => {
    const outcome = await cli(args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.text).toBe("");
    expect(outcome.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });

  test.each([
    ["decode", saved],
    ["decode", "--stream", saved],
    ["encode"],
    ["get", "hp", saved],
    ["set", "hp", "5", saved],
    ["add", "mp", "5", saved],
    ["append", "bag", "5", saved],
  ])("--exact and --json plain exclude each other: %s", async (...args) => {
    const { code, text, stderr } = await cli([...args, "--exact", "--json", "plain"]);
    expect({ code, text }).toEqual({ code: 2, text: "" });
    expect(stderr).toBe("godot-variant: --exact is short for --json exact. Use either it or --json plain.\n");
  });

  test("--exact and --json exact are the same", async () => {
    const { text } = await cli(["decode", "--exact", "--json", "exact", saved]);
    expect(text).toBe((await cli(["decode", "--exact", saved])).text);
  });

  test("help and version succeed", async () => {
    const help = await cli(["--help"]);
    expect(help.code).toBe(0);
    for (const command of ["decode", "encode", "convert", "info"]) expect(help.text).toContain(command);
    expect(await cli(["--version"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("rejects garbage of any kind with a message", async () => {
    for (const input of [
      "hello world, this is text",
      "{]",
      new Uint8Array(3),
      new Uint8Array(64).fill(255),
    ]) {
      const { code, stderr } = await cli(["-"], { input });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^godot-variant: standard input: [a-z-]+: /);
    }
  });
});

describe("encode", () => {
  test("warns of names that an object has twice, of which one value is lost", async () => {
    const { code, stdout, stderr } = await cli(["encode"], { input: '{"a": 1,\n "a": 2}' });
    expect([code, decode(stdout)]).toEqual([0, { a: 2 }]);
    expect(stderr).toMatch(/warning: repeated-key: .*line 2, column 2, path a\)/);
    const several = await cli(["encode", "--framing", "store_var"], { input: '1 {"a": 1, "a": 2}' });
    expect(several.stderr).toMatch(/repeated-key: .*column 12, path \[1\]\.a/);
  });

  test("refuses a key that stands twice in the exact notation", async () => {
    const input = '{"Dictionary": [["a", 1], ["a", 2]]}';
    const { code, stderr } = await cli(["encode", "--exact"], { input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("has a key twice") });
  });

  test.each([["--exact"], ["--framing=store_var"], []])("keeps to the limits %s", async (...args) => {
    const limited = ["--limit-memory", "100", ...args];
    const { code, text, stderr } = await cli(["encode", ...limited], { input: "[[], [], [], [], [], []]" });
    expect({ code, text, stderr }).toEqual({
      code: 1,
      text: "",
      stderr: expect.stringContaining("--limit-memory"),
    });
  });
});
