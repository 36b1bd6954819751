// Password prompts and streams on the command line.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encode, encodeFrames } from "../../../js/index.js";
import { cli, env, file, folder, key, root, sample } from "../command-line.js";
import { sampleBytes } from "../container-files.js";

describe("passwords", () => {
  test.each([
    ["4.6.3", "gdec_pass.bin", ["--password-env", "SECRET"]],
    ["3.6", "gdec_pass.bin", ["--password-env", "SECRET"]],
    ["3.2.3", "gdec_pass_unicode.bin", ["--password-env", "UNICODE"]],
    ["4.6.3", "gdec_pass_empty_password.bin", ["--password-env", "EMPTY"]],
    ["4.6.3", "gdec_of_gcpf_zstd.bin", ["--password-env", "SECRET"]],
    ["4.6.3", "gdec_key.bin", ["--key", key]],
  ])("open %s/%s", async (engine, name, args) => {
    const { code, text, stderr } = await cli([sample(name, engine), ...args], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(text).toContain('"name": String "Ann"');
  });

  test.each([
    ["gdec_pass.bin", ["--password-file", file("password", "hunter2\n")], {}],
    ["gdec_pass.bin", ["--password-file", file("lines", "hunter2\r\nnotes\n")], {}],
    ["gdec_pass_unicode.bin", ["--password-file", file("unicode", env.UNICODE)], {}],
    ["gdec_pass_empty_password.bin", ["--password-file", file("empty", "")], {}],
    ["gdec_pass.bin", ["--password-file", "-"], { input: "hunter2\n" }],
    ["gdec_pass.bin", [], { env: { GODOT_VARIANT_PASSWORD: "hunter2" } }],
    ["gdec_pass.bin", ["--password-env", "SECRET"], { env: { ...env, GODOT_VARIANT_PASSWORD: "wrong" } }],
    ["gdec_key.bin", ["--key-file", file("digits.key", `${key}\n`)], {}],
    ["gdec_key.bin", ["--key-file", file("bytes.key", Buffer.from(key, "hex"))], {}],
    ["gdec_key.bin", ["--key-file", "-"], { input: key }],
    ["gdec_key.bin", [], { env: { GODOT_VARIANT_KEY: key } }],
    ["several_vars.bin", ["--framing", "store_var"], { env: { GODOT_VARIANT_KEY: key } }],
  ])("open %s from a file, standard input or a variable: %j", async (name, args, given) => {
    const { code, text, stderr } = await cli([sample(name, "4.6.3"), ...args], given);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(text).toContain('"name": String "Ann"');
  });

  test("come from standard input for two files, but not beside another input", async () => {
    const names = [sample("gdec_pass.bin"), sample("gdec_pass.bin", "3.6")];
    const compared = await cli(["diff", ...names, "--password-file", "-"], { input: "hunter2" });
    expect(compared).toMatchObject({ code: 0, stderr: "" });
    for (const args of [["decode"], ["encode", "--like", names[0] as string]]) {
      const { code, stderr } = await cli([...args, "--password-file", "-"], { input: "hunter2" });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "godot-variant: Only one input can be standard input.\n",
      });
    }
  });

  test("in two variables are refused", async () => {
    const both = { GODOT_VARIANT_PASSWORD: "hunter2", GODOT_VARIANT_KEY: key };
    const { code, stderr } = await cli([sample("gdec_pass.bin")], { env: both });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "godot-variant: Set only one of GODOT_VARIANT_PASSWORD and GODOT_VARIANT_KEY.\n",
    });
    const bad = await cli([sample("gdec_pass.bin")], { env: { GODOT_VARIANT_KEY: "abc" } });
    expect(bad.stderr).toBe("godot-variant: GODOT_VARIANT_KEY: A key has 64 hexadecimal digits.\n");
  });

  test.skipIf(process.platform !== "linux")("of --key leave the list of processes", async () => {
    // The program waits for its input meanwhile.
    const child = spawn(process.execPath, [join(root, "dist/cli.js"), "--key", key]);
    const commandLine = () => readFileSync(`/proc/${child.pid}/cmdline`, "latin1");
    while (!commandLine().startsWith("godot-variant")) {
      expect(child.exitCode).toBe(null);
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(commandLine()).not.toContain(key.slice(0, 8));
    child.kill("SIGKILL");
  });

  test("cause different errors when wrong, missing or given twice", async () => {
    const name = sample("gdec_pass.bin");
    const wrong = await cli([name, "--password-env", "WRONG"], { env });
    expect(wrong).toMatchObject({ code: 1, text: "" });
    expect(wrong.stderr).toMatch(/wrong-password/);
    const without = await cli([name]);
    expect(without.code).toBe(1);
    expect(without.stderr).toMatch(
      /password-required.*Use --password-file FILE, --password-prompt or --key-file FILE/,
    );
    for (const [args, message] of [
      [["--password-env", "NO_SUCH_NAME"], /The environment variable NO_SUCH_NAME is not set\./],
      [["--password-env", "SECRET", "--key", key], /only one of/],
      [["--key", "abc"], /--key: A key has 64 hexadecimal digits/],
      [["--key", "0".repeat(32)], /64 hexadecimal digits/],
      [["--key-file", file("short.key", "abc")], /short\.key: A key has 64 hexadecimal digits/],
    ] as const) {
      const { code, stderr } = await cli([name, ...args], { env });
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
    }
    const unasked = await cli([name, "--password-prompt"]);
    if (unasked.code !== 0) expect(unasked).toMatchObject({ code: 2 });
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;

  /** Runs the program on a terminal with simulated typing; returns the terminal's output. */
  async function onTerminal(command: string, typed: string): Promise<{ shown: string; code: unknown }> {
    const child = spawn("script", ["-qec", command, "/dev/null"], { cwd: folder });
    let shown = "";
    let isTyped = false;
    child.stdout.on("data", (part) => {
      shown += part;
      if (isTyped || !shown.includes("Password of")) return;
      isTyped = true;
      child.stdin.write(typed);
    });
    const code = await new Promise((done) => child.on("close", done));
    return { shown, code };
  }

  const program = `${process.execPath} ${join(root, "dist/cli.js")}`;

  test.skipIf(!hasScript).each([
    ["hunter2\r", 0],
    ["hunterx\u007f2\r", 0],
    ["nonsense\u0015hunter2\r", 0],
    ["hunter3\r", 1],
    ["hunt\u0003", 130],
  ])("are asked for on a terminal that does not show them: %j", async (typed, expected) => {
    const { shown, code } = await onTerminal(
      `${program} ${sample("gdec_pass.bin")} --password-prompt`,
      typed,
    );
    expect(shown).toContain("Password of 4.6.3-gdec_pass.bin: ");
    expect(shown).not.toMatch(/hunt|nonsense/);
    expect(code).toBe(expected);
    if (expected === 0) expect(shown).toContain('"name"');
    if (expected === 1) expect(shown).toContain("wrong-password");
  });

  test.skipIf(!hasScript)("are asked for while the file arrives through a pipe", async () => {
    const piped = `cat ${sample("gdec_pass.bin")} | ${program} --password-prompt`;
    const { shown, code } = await onTerminal(`NO_COLOR=1 sh -c '${piped}'`, "hunter2\r");
    expect(shown).toMatch(/^Password of standard input: \r\nDictionary \(2 entries\)/);
    expect(code).toBe(0);
  });
});

describe("decode --stream", () => {
  test("prints frames as they arrive", async () => {
    const program = spawn(process.execPath, [join(root, "dist/cli.js"), "--stream"], { cwd: folder });
    const bytes = sampleBytes("4.6.3", "several_vars.bin");
    program.stdin.write(bytes.subarray(0, 20));
    const first = await new Promise((done) => program.stdout.once("data", (part) => done(String(part))));
    expect(first).toBe("1\n");
    let rest = "";
    program.stdout.on("data", (part) => {
      rest += part;
    });
    program.stdin.end(bytes.subarray(20));
    expect(await new Promise((done) => program.on("close", done))).toBe(0);
    expect(rest).toBe('"two"\n{"hp": 10, "name": "Ann"}\n[{"x": 3.0, "y": 4.0}]\nnull\n');
  });

  test("prints the same as --records", async () => {
    for (const [engine, dialect] of [
      ["4.6.3", "godot-4"],
      ["3.6", "godot-3"],
      ["3.2.3", "godot-3"],
    ] as const) {
      const name = sample("debugger_stream.bin", engine);
      const { code, text } = await cli([name, "--stream", "--exact", "-d", dialect]);
      expect(code).toBe(0);
      expect(text).toBe((await cli([name, "--records", "--exact"])).text);
    }
    const turned = sample("store_var_big_endian.bin");
    const bigEndian = await cli([turned, "--stream", "--framing", "store_var_big_endian"]);
    expect(bigEndian.text).toBe('{"hp": 10, "name": "Ann"}\n');
    expect((await cli([turned, "--stream"])).stderr).toMatch(/too-large.*Use --framing store_var_big_endian/);
  });

  test("skips invalid values, or stops at the first one", async () => {
    const name = sample("packet_peer_stream.bin");
    const all = await cli([name, "--stream", "--on-error", "resync"]);
    expect(all).toMatchObject({ code: 0, text: '{"hp": 10, "name": "Ann"}\n[true, null]\n' });
    expect(all.stderr).toMatch(/skipped: unexpected-end.*\(at byte 63 = 0x3f/);
    const some = await cli([name, "--stream"]);
    expect(some).toMatchObject({ code: 1, text: '{"hp": 10, "name": "Ann"}\n' });
    const limited = await cli([name, "--stream", "--limit-frame-bytes", "51"]);
    expect(limited).toMatchObject({ code: 1, text: "" });
    expect(limited.stderr).toMatch(/too-large[\s\S]*--limit-frame-bytes is 51/);
    const cut = await cli(["--stream"], { input: sampleBytes("4.6.3", "several_vars.bin").subarray(0, 50) });
    expect(cut).toMatchObject({ code: 1, text: '1\n"two"\n' });
    expect(cut.stderr).toMatch(/unexpected-end.*\(at byte 28 = 0x1c/);
  });

  test.each<[string, Uint8Array | string, string]>([
    [
      "a bare Dictionary",
      encode({ hp: 1, n: "a" }),
      "like a bare value of godot-4.4, not like a stream of frames",
    ],
    ["a bare bool", encode(true), "like a bare value of godot-4.4, not like a stream of frames"],
    ["JSON", '{"hp": 10}', "like text that begins like JSON, not like a stream of frames"],
    [
      "a compressed file",
      sampleBytes("4.6.3", "gcpf_zstd_small.bin"),
      "like a compressed file, not like a stream of frames",
    ],
  ])("says what the file is instead: %s", async (_, content, kind) => {
    const name = file("no-stream", content);
    for (const { code, text, stderr } of [
      await cli(["decode", name, "--stream"]),
      await cli(["decode", "--stream"], { input: content }),
    ]) {
      expect({ code, text }).toEqual({ code: 1, text: "" });
      expect(stderr).toContain(kind);
      expect(stderr).toMatch(
        /^godot-variant: (no-stream|standard input): [a-z-]+: .* Use decode without --stream\.\n$/,
      );
      expect(stderr).not.toMatch(/trailing to read/);
    }
  });

  test("does not look at what follows a whole frame", async () => {
    const name = file("half-stream.bin", Buffer.concat([encodeFrames([1]), encode({ hp: 1, n: "a" })]));
    const { code, text, stderr } = await cli(["decode", name, "--stream"]);
    expect({ code, text }).toEqual({ code: 1, text: "1\n" });
    expect(stderr).not.toMatch(/bare value/);
  });

  test.each([
    [["--on-error", "resync"]],
    [["--compact"]],
    [["--limit-frame-bytes", "many", "--stream"]],
    [["--stream", "--framing", "mixed"]],
    [["--stream", "--key", key]],
  ])("%j is wrong usage", async (args) => {
    expect(await cli([sample("several_vars.bin"), ...args])).toMatchObject({ code: 2, text: "" });
  });
});
