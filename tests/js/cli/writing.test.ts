// Writing on the command line: files like the engines' own, conversions, and replacement in place.
import { existsSync, linkSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encode, float, load, PackedVector2Array, PackedVector3Array } from "../../../js/index.js";
import { ann, cli, env, file, folder, read, sample } from "../command-line.js";
import { sampleBytes } from "../container-files.js";

describe("encode --like", () => {
  test.each([
    ["4.6.3", "store_var_all.bin"],
    ["4.6.3", "store_var_typed.bin"],
    ["4.6.3", "several_vars.bin"],
    ["3.6", "several_vars.bin"],
    ["3.2.3", "mixed_big_endian.bin"],
    ["4.6.3", "gcpf_fastlz_multi.bin"],
    ["4.6.3", "var_to_bytes_with_objects.bin"],
    ["4.6.3", "variant_to_base64_all.txt"],
    ["4.6.3", "debugger_stream.bin"],
    ["3.6", "gdec_pass.bin"],
  ])("gives %s/%s again from its JSON", async (engine, name) => {
    const original = sample(name, engine);
    const args = ["--allow-objects", "--password-env", "SECRET"];
    for (const notation of ["plain", "exact"]) {
      for (const records of [[], ["--records"]]) {
        const json = await cli(["decode", original, "--json", notation, ...records, ...args], { env });
        const given = { input: json.text, env };
        const { code, stdout, stderr } = await cli(
          ["encode", "--json", notation, "--like", original, ...args],
          given,
        );
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
        expect(stdout.equals(sampleBytes(engine, name))).toBe(true);
      }
    }
  });

  test("keeps types that JSON does not have", async () => {
    const original = sample("store_var_all.bin");
    const json = (await cli(["decode", original, "--json", "plain"])).text;
    const edited = json
      .replace(/"vec2": \{\s*"x": [^,]*/i, (text) => text.replace(/[^ ]*$/, "9"))
      .replace('"int_small": 7', '"int_small": 8');
    expect(edited).not.toBe(json);
    expect((await cli(["encode", "--like", original, "-o", "edited.bin"], { input: edited })).code).toBe(0);
    const before = (await load(sampleBytes("4.6.3", "store_var_all.bin"), { mode: "exact" }))
      .values[0] as Map<string, unknown>;
    const after = (await load(read("edited.bin"), { mode: "exact" })).values[0] as Map<string, unknown>;
    const changed = [...before.keys()].filter(
      (name) => !Object.is(String(before.get(name)), String(after.get(name))),
    );
    expect(changed.length).toBeGreaterThan(0);
    for (const name of changed) expect(after.get(name)?.constructor).toBe(before.get(name)?.constructor);
    expect([...after.keys()]).toEqual([...before.keys()]);
  });

  test("keeps the type of a packed array of vectors that changed", async () => {
    const before = { a: new PackedVector2Array(Float32Array.of(1, 2)), b: new PackedVector3Array() };
    const like = file("vectors.bin", encode(before));
    const input = '{"a": [{"x": 1.0, "y": 5.0}, {"x": 3, "y": 4}], "b": [{"x": 1, "y": 2, "z": 3}]}';
    const { code, stdout, stderr } = await cli(["encode", "--json", "plain", "--like", like], { input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((await load(stdout)).values).toEqual([
      {
        a: new PackedVector2Array(Float32Array.of(1, 5, 3, 4)),
        b: new PackedVector3Array(Float32Array.of(1, 2, 3)),
      },
    ]);
  });

  test("rejects JSON that does not match", async () => {
    const original = sample("several_vars.bin");
    const few = await cli(["encode", "--like", original], { input: "1 2" });
    expect(few).toMatchObject({ code: 1, text: "" });
    expect(few.stderr).toMatch(/has 5 values, but 2 were given\./);
    const input = '1 "two" {} [{"x": 1.0, "z": 2.0}] null';
    const wrong = await cli(["encode", "--like", original], { input });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/Value 3 does not fit\. This cannot become the Vector2/);
  });

  test("writes several values into frames without --like", async () => {
    const { stdout } = await cli(["encode", "--framing", "store_var"], { input: '1 "two"\n[3.5]' });
    expect((await load(stdout)).values).toEqual([1, "two", [3.5]]);
    const bare = await cli(["encode"], { input: '{"a": 1}\n{"a": 2}\n' });
    expect(bare).toMatchObject({
      code: 2,
      text: "",
      stderr: expect.stringContaining("2 values need frames"),
    });
  });
});

describe("convert", () => {
  test.each([
    ["gdec_pass.bin", "gdec", "godot-3", "4.6.3", "godot-4"],
    ["gdec_pass.bin", "gdec", "godot-4", "3.6", "godot-3"],
    ["gcpf_zstd_three_vars.bin", "gcpf", "godot-3", "4.6.3", "godot-4"],
    ["several_vars.bin", undefined, "godot-4", "3.6", "godot-3"],
  ])("turns all of %s to another engine", async (name, container, to, engine, from) => {
    const original = sample(name, engine);
    for (const args of [[], ["--from", from]]) {
      const options = ["--to", to, "--password-env", "SECRET", "-o", "converted.bin", ...args];
      expect(await cli(["convert", original, ...options], { env })).toMatchObject({ code: 0, text: "" });
      const loaded = await load(read("converted.bin"), { password: "hunter2" });
      expect(loaded.dialect.slice(0, 7)).toBe(to);
      expect(loaded.layers[0]?.container).toBe(container);
      const before = await load(sampleBytes(engine, name), { password: "hunter2" });
      expect(loaded.values).toEqual(before.values);
    }
  });

  test("lists the losses", async () => {
    const { code, stderr } = await cli([
      "convert",
      sample("store_var_all.bin"),
      "--to",
      "godot-3",
      "-o",
      "all3.bin",
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /loss: type-changed: Vector2i → Vector2 \(at byte \d+ = 0x[0-9a-f]+, path \w+\)\. The dialect has no such type/,
    );
  });
});

test.each([
  ["one value", ["--dialect", "godot-2"], "path speed"],
  ["frames", ["--dialect", "godot-2", "--framing", "store_var"], "path [0].speed"],
  ["an old file", ["--like", "old.bin", "--dialect", "godot-2"], "path [0].speed"],
])("encode lists what the dialect does not keep: %s", async (_, options, place) => {
  file("speed.json", new TextEncoder().encode('{"speed": 0.1, "other": 0.5}'));
  file("old.bin", encode({ speed: float(1), other: float(1) }, { dialect: "godot-2", framing: "store_var" }));
  const { code, stderr } = await cli(["encode", "speed.json", ...options, "-o", "speed.bin"]);
  expect(code).toBe(0);
  expect(stderr.match(/loss: .*/g)).toHaveLength(1);
  expect(stderr).toContain("loss: value-rounded: float (at byte ");
  expect(stderr).toContain(place);
});

test.each([
  ["set", "speed", "0.1"],
  ["add", "more", "[0.1]"],
  ["append", "list", "0.1"],
])("%s lists what the dialect does not keep", async (command, path, value) => {
  const old = encode({ speed: float(1), list: [1] }, { dialect: "godot-2" });
  const name = file("speed.bin", old);
  const { code, stderr } = await cli([command, path, value, name, "--dialect", "godot-2", "-o", "made.bin"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /loss: value-rounded: float \(at path (?:speed|more\[0\]|list\[1\])\)\. The number was rounded/,
  );
  expect(stderr.match(/loss/g)).toHaveLength(1);
  const same = await cli([
    command,
    path,
    value.replace("0.1", "0.5"),
    name,
    "--dialect",
    "godot-2",
    "-o",
    "made.bin",
  ]);
  expect([same.code, same.stderr]).toEqual([0, ""]);
});

describe("--in-place", () => {
  const inFolder = () => readdirSync(folder).sort();

  test("replaces the file and keeps one backup", async () => {
    const before = sampleBytes("3.6", "store_var_all.bin");
    const name = file("place.bin", before);
    const others = inFolder();
    const first = await cli(["convert", name, "--to", "godot-4", "--in-place"]);
    expect(first).toMatchObject({ code: 0, text: "" });
    expect(first.stderr).toMatch(/place\.bin was replaced\. The old file is .*place\.bin\.bak\./);
    expect(read("place.bin.bak").equals(before)).toBe(true);
    const second = read("place.bin");
    expect((await load(second)).dialect).toBe("godot-4.4");
    expect((await cli(["convert", name, "--to", "godot-3", "--in-place"])).code).toBe(0);
    expect(read("place.bin.bak").equals(second)).toBe(true);
    expect(inFolder()).toEqual([...others, "place.bin.bak"].sort());
  });

  test("writes JSON back into the file that it came from", async () => {
    const name = file("edit.bin", sampleBytes("4.6.3", "store_var_small.bin"));
    const json = (await cli(["decode", name, "--json", "plain"])).text.replace("10", "99");
    expect((await cli(["encode", "--like", name, "--in-place"], { input: json })).code).toBe(0);
    expect((await cli([name])).text).toBe(ann.replace("10", "99"));
    expect(read("edit.bin.bak").equals(sampleBytes("4.6.3", "store_var_small.bin"))).toBe(true);
  });

  test("keeps permissions, and follows links", async () => {
    const name = file("real.bin", sampleBytes("4.6.3", "store_var_small.bin"));
    writeFileSync(join(folder, name), read(name), { mode: 0o600 });
    symlinkSync("real.bin", join(folder, "link.bin"));
    const mode = statSync(join(folder, name)).mode;
    expect((await cli(["convert", "link.bin", "--to", "godot-3", "--in-place"])).code).toBe(0);
    expect(statSync(join(folder, name)).mode).toBe(mode);
    expect((await load(read("real.bin"))).dialect).toBe("godot-3");
    expect(existsSync(join(folder, "real.bin.bak"))).toBe(true);
  });

  test("-o with the name of the input is the same", async () => {
    const before = sampleBytes("3.6", "store_var_all.bin");
    const name = file("same.bin", before);
    symlinkSync(name, join(folder, "same-link.bin"));
    const { code, stderr } = await cli(["convert", name, "--to", "godot-4", "-o", "./same-link.bin"]);
    expect({ code, replaced: /was replaced. The old file is/.test(stderr) }).toEqual({
      code: 0,
      replaced: true,
    });
    expect((await load(read("same.bin"))).dialect).toBe("godot-4.4");
    expect(read("same.bin.bak").equals(before)).toBe(true);
    expect((await cli(["encode", "--like", name, "-o", name], { input: '{"a": 1}' })).code).toBe(0);
    expect((await load(read("same.bin"))).values).toEqual([{ a: 1 }]);
  });

  test("leaves the file unchanged after any error", async () => {
    const name = sample("several_vars.bin", "4.6.3", "alone.bin");
    const others = inFolder();
    for (const args of [
      ["convert", name, "--to", "godot-3", "--from", "godot-2", "--in-place"],
      ["encode", "--like", name, "--in-place"],
    ]) {
      expect((await cli(args, { input: "nonsense" })).code).toBe(1);
    }
    expect(read(name).equals(sampleBytes("4.6.3", "several_vars.bin"))).toBe(true);
    expect(inFolder()).toEqual(others);
  });

  test.each([
    [["convert", "--to", "godot-3", "--in-place", "-"], /needs a file to replace/],
    [
      ["convert", "several.bin", "--to", "godot-3", "--in-place", "-o", "x"],
      /either --in-place or --output, not both/,
    ],
    [["encode", "--in-place"], /needs a file to replace/],
    [["flat", "several.bin", "-o", "hard.bin"], /is the input itself/],
    [["set", "[0]", "1", "several.bin", "-o", "hard.bin"], /is the input itself/],
    [["convert", "several.bin", "--to", "godot-3", "-o", "hard.bin"], /is the input itself/],
    [["convert", "several.bin", "several.bin", "--to", "godot-3", "-o", "x"], /takes one file/],
    [["extract", "several.bin", "--frame", "1", "-o", "./several.bin"], /is the input itself/],
  ])("%j is refused", async (args, message) => {
    sample("several_vars.bin", "4.6.3", "several.bin");
    if (!existsSync(join(folder, "hard.bin")))
      linkSync(join(folder, "several.bin"), join(folder, "hard.bin"));
    const { code, stderr } = await cli(args, { input: "1" });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(read("several.bin").equals(sampleBytes("4.6.3", "several_vars.bin"))).toBe(true);
  });
});

describe("a change of type", () => {
  const like = file("typed.bin", encode({ hp: 12, name: "Mira" }));
  const json = file("typed.json", '{"hp": "12", "name": 5}');

  test("is a warning", async () => {
    const { code, stderr } = await cli(["encode", json, "--like", like, "-o", "typed-new.bin"]);
    expect(code).toBe(0);
    expect(stderr).toContain("warning: type-changed: int → String (at byte 20 = 0x14, path [0].hp).");
    expect(stderr).toContain("warning: type-changed: String → int");
  });

  test("is an error with --strict", async () => {
    const { code, stderr } = await cli([
      "encode",
      json,
      "--like",
      like,
      "--strict",
      "-o",
      "typed-strict.bin",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("wrong-type");
    expect(stderr).toContain("path [0].hp");
    expect(existsSync(join(folder, "typed-strict.bin"))).toBe(false);
  });
});
