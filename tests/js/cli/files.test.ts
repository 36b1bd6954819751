// The command line with files of engines: containers, frames, and parts of them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode, encodeFrames, float, Vector2 } from "../../../js/index.js";
import { ann, cli, env, file, folder, key, read, root, sample } from "../command-line.js";
import { sampleBytes } from "../container-files.js";

describe("decode", () => {
  test.each([
    ["4.6.3", "store_var_small.bin"],
    ["3.2.3", "store_var_small.bin"],
    ["3.6", "store_var_big_endian.bin"],
    ["4.6.3", "gcpf_zstd_small.bin"],
    ["3.6", "gcpf_fastlz_small.bin"],
    ["3.2.3", "gcpf_gzip_small.bin"],
    ["4.6.3", "gcpf_deflate_small.bin"],
    ["4.6.3", "variant_to_base64_small.txt"],
  ])("finds out what %s/%s is", async (engine, name) => {
    expect(await cli([sample(name, engine)])).toMatchObject({ code: 0, text: ann, stderr: "" });
  });

  test("prints every value of a file", async () => {
    const name = sample("several_vars.bin");
    expect((await cli([name])).text).toBe(
      `[0] int 1\n[1] String "two"\n[2] ${ann}[3] Array (1 element)\n└─ [0]: Vector2(3, 4)\n[4] null\n`,
    );
    const lines = '1\n"two"\n{"hp": 10, "name": "Ann"}\n[{"x": 3.0, "y": 4.0}]\nnull\n';
    expect((await cli([name, "--records"])).text).toBe(lines);
    expect((await cli([name, "--json", "plain", "--compact"])).text).toBe(lines);
    expect((await cli([name, "--records", "--exact"])).text).toContain('[{"Vector2": [3, 4]}]\n');
  });

  test("reports uncertain results", async () => {
    const { code, text, stderr } = await cli([sample("mixed.bin", "3.6"), "--records"]);
    expect({ code, text }).toEqual({ code: 0, text: '{"hp": 10, "name": "Ann"}\n[1, 2, 3]\n' });
    expect(stderr).toMatch(
      /^godot-variant: Read as godot-3, .*between other data \(\d+ bytes\)\. This is not certain\./,
    );
    const named = [sample("mixed.bin", "3.6"), "-d", "godot-3"];
    expect((await cli(named)).stderr).toMatch(
      /^godot-variant: warning: bytes-between: The bytes between the values are not read.* \(at byte \d+/,
    );
    expect((await cli([...named, "--framing", "mixed"])).stderr).toBe("");
    const saved = await cli(["recover", ...named]);
    expect(saved).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\S+ warning: bytes-between: .*\n$/),
    });
  });

  test("reads only the first value on request", async () => {
    const bytes = Buffer.concat([encode("first"), Buffer.from("and more")]);
    const name = file("trailing.bin", bytes);
    expect((await cli([name])).stderr).toMatch(/trailing-bytes/);
    expect((await cli([name, "--allow-trailing"])).text).toBe('String "first"\n');
    const framed = file("framed-trailing.bin", Buffer.concat([encode("x", { framing: "store_var" }), bytes]));
    expect((await cli([framed, "--allow-trailing", "--framing", "store_var"])).text).toBe('String "x"\n');
    const frames = file("frames-trailing.bin", encodeFrames([{ a: 1 }, { a: 2 }]));
    expect((await cli([frames, "--allow-trailing"])).stderr).toMatch(
      /are 2 frames of .* Use --framing store_var\.$/m,
    );
    const frame = encodeFrames([{ name: "Mira", hp: 5 }]);
    const twice = file("framed-twice.bin", Buffer.concat([Buffer.of(frame.length, 0, 0, 0), frame]));
    expect((await cli([twice, "--allow-trailing"])).stderr).toMatch(
      /a frame inside a frame, of .* with --framing store_var\.$/m,
    );
  });

  test.each([
    ["pack.pck", /bad-container[\s\S]*It is a pack of Godot/],
    ["utf8_to_base64.txt", /bad-container[\s\S]*It is text/],
  ])("names %s, which holds no values", async (name, message) => {
    const { code, text, stderr } = await cli([sample(name)]);
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(stderr).toMatch(message);
  });

  test.each([
    ["gcpf_zstd_multi.bin", /bad-container|unexpected-end/],
    ["store_var_all.bin", /unexpected-end.*\(at byte \d+ = 0x[0-9a-f]+[,)]/],
    ["gdec_pass.bin", /unexpected-end|bad-container/],
    ["store_var_big_endian.bin", /unexpected-end.*\(at byte \d+ = 0x[0-9a-f]+[,)]/],
  ])("says that %s is cut", async (name, message) => {
    const bytes = sampleBytes("4.6.3", name);
    for (const length of [bytes.length - 5, bytes.length >> 1, 7]) {
      const cut = file("cut.bin", bytes.slice(0, length));
      const { code, stderr } = await cli([cut, "--password-env", "SECRET"], { env });
      expect(code).toBe(1);
      expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
      if (length === bytes.length - 5) expect(stderr).toMatch(message);
    }
  });

  test("rejects a truncated file of frames, unless trailing bytes are allowed", async () => {
    const cut = file("cut-frames.bin", sampleBytes("4.6.3", "several_vars.bin").subarray(0, 111));
    const failed = await cli([cut, "--records"]);
    expect([failed.code, failed.text]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/unexpected-end.*\(at byte 111 = 0x6f[,)]/);
    const { code, text } = await cli([cut, "--records", "--framing", "mixed"]);
    expect({ code, text }).toEqual({ code: 0, text: '{"hp": 10, "name": "Ann"}\n[{"x": 3.0, "y": 4.0}]\n' });
  });

  test("reports how many bytes are between frames", async () => {
    const { code, stderr } = await cli([sample("mixed.bin")]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/between other data \(\d+ bytes\)\. This is not certain\./);
  });

  test("reports where a value inside layers is broken", async () => {
    const name = file(
      "inside.txt",
      Buffer.from(encode([1, 2], {}))
        .subarray(0, 20)
        .toString("base64"),
    );
    const { code, stderr } = await cli([name]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/bad-container|inside of base64|base64/);
  });
});

describe("info", () => {
  test("lists layers and frames", async () => {
    const { text } = await cli(["info", sample("gdec_of_gcpf_zstd.bin"), "--password-env", "SECRET"], {
      env,
    });
    expect(text).toMatch(/^layer +GDEC encrypted, Godot 4\nlayer +GCPF zstd$/m);
    expect(text).toMatch(/^content +56 bytes$/m);
    expect(text).toMatch(/^framing +store_var: \d+ store_var frames?$/m);
    const several = (await cli(["info", sample("several_vars.bin", "3.6")])).text;
    expect(several).toMatch(/^dialect +godot-3$/m);
    expect(several).toMatch(/^frames +5\n +0 +int, 8 bytes at 4$/m);
    expect(several).toMatch(/^ +\[2\]\.name {2}String, 3 bytes$/m);
  });

  test("prints everything as JSON", async () => {
    const text = (await cli(["info", "--json", sample("gcpf_fastlz_three_vars.bin")])).text;
    expect(JSON.parse(text)).toMatchObject({
      size: 96,
      layers: [{ container: "gcpf", compression: "fastlz", blockSize: 4096 }],
      contentSize: 84,
      dialect: "godot-4.4",
      framing: "store_var",
      frames: [
        { offset: 4, length: 8, type: "int" },
        { offset: 16, length: 12, type: "String" },
        { offset: 32, length: 52, type: "Dictionary" },
      ],
      types: { String: 4, int: 2, Dictionary: 1 },
    });
    const mixed = JSON.parse((await cli(["info", "--json", sample("mixed.bin")])).text);
    expect(mixed.frames).toMatchObject([{ offset: 16, type: "Dictionary" }, { type: "Array" }]);
  });

  test("describes files without values", async () => {
    const { code, text } = await cli(["info", sample("gdec_pass_json.bin"), "--password-env", "SECRET"], {
      env,
    });
    expect(code).toBe(0);
    expect(text).toMatch(/^layer +GDEC[\s\S]*^kind +JSON$/m);
    expect((await cli(["info", sample("pack.pck")])).text).toMatch(
      /^kind +a pack of Godot, which .* opens$/m,
    );
  });
});

describe("extract", () => {
  test("writes frames and values unchanged", async () => {
    const name = sample("several_vars.bin");
    const frame = await cli(["extract", "--frame", "2", name]);
    expect(frame.stdout.equals(sampleBytes("4.6.3", "several_vars.bin").subarray(32, 84))).toBe(true);
    const value = await cli(["extract", "--path", "[3][0]", name]);
    expect(decode(value.stdout, { mode: "exact" })).toEqual(new Vector2(3, 4));
    const same = await cli(["extract", "--frame", "3", "--path", "[0]", name]);
    expect(same.stdout.equals(value.stdout)).toBe(true);
    expect((await cli(["extract", "--path", "[2].name", "--raw", name])).text).toBe("Ann");
    const odd = new Map<unknown, unknown>([
      [new Vector2(1, 2), new Uint8Array([1, 2, 255])],
      ["a.b", { c: float(1) }],
    ]);
    const keys = file("keys.bin", encode(odd));
    const bytes = await cli(["extract", "--path", "[Vector2(1, 2)]", "--raw", keys]);
    expect(Array.from(bytes.stdout)).toEqual([1, 2, 255]);
    const nested = await cli(["extract", "--path", '["a.b"].c', keys]);
    expect(nested.stdout.equals(encode(float(1)))).toBe(true);
  });

  test("writes the content of layers", async () => {
    const args = ["extract", sample("gdec_pass_json.bin"), "--password-env", "SECRET", "-o", "inside.json"];
    expect(await cli(args, { env })).toMatchObject({ code: 0, text: "", stderr: "" });
    expect(JSON.parse(read("inside.json").toString())).toBeInstanceOf(Object);
    const cfg = await cli(["extract", sample("config_encrypted_key.cfg", "3.6"), "--key", key]);
    expect(cfg.stdout.equals(sampleBytes("3.6", "config_plain.cfg"))).toBe(true);
  });

  test.each([
    [["--frame", "9"], 1, /There is no frame 9\. The file has 5 values\./],
    [["--path", "[2].hq"], 1, /There is no \.hq in \[2\]\./],
    [["--path", "[1].x"], 1, /There is no \.x in \[1\], which holds no other values\./],
    [["--path", "[2]..name"], 1, /bad-path/],
    [["--path", "[2].name[Int32Array(4)]"], 1, /bad-path/],
    [["--raw"], 2, /Choose one with --frame/],
    [
      ["--raw", "--frame", "2"],
      1,
      /--raw needs a PackedByteArray or a String, not a value of type Dictionary/,
    ],
    [[], 2, /The file has no layers to remove\./],
    [["--frame", "x"], 2, /whole number/],
  ])("%j is refused", async (args, code, message) => {
    const outcome = await cli(["extract", sample("several_vars.bin"), ...args]);
    expect(outcome).toMatchObject({ code, text: "" });
    expect(outcome.stderr).toMatch(message);
  });
});

describe("large files", () => {
  const name = file("large.bin", encode(new Uint8Array(10_500_000), { framing: "store_var" }));

  test("are not announced where standard error is no terminal", async () => {
    expect(await cli([name])).toMatchObject({ code: 0, stderr: "" });
    expect(await cli([], { input: read(name) })).toMatchObject({ code: 0, stderr: "" });
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  test.skipIf(!hasScript)("are announced on a terminal, on a line that disappears (needs script)", () => {
    const convert = `'${process.execPath}' '${join(root, "dist/cli.js")}' convert ${name} --to godot-3 -o large3.bin`;
    const { status, stdout } = spawnSync("script", ["-qec", convert, "/dev/null"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/\[2Kgodot-variant: reading large\.bin \d+ % …\r/);
    expect(stdout).toMatch(/converting large\.bin 100 % …/);
    expect(stdout.endsWith("\r\u001b[2K")).toBe(true);
  });
});
