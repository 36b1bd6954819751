// Commands with several files, with -o, and with mistyped names.
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encode, load } from "../../../js/index.js";
import { cli, file, folder, read } from "../command-line.js";

const a = file("a.bin", encode({ hp: 1, name: "Ann" }));
const b = file("b.bin", encode({ hp: 2, name: "Bob" }));
const bad = file("bad.bin", encode({ hp: 1 }).subarray(0, 20));

describe("several files", () => {
  test("trees and lines follow the name of their file", async () => {
    expect(await cli([a, b])).toMatchObject({
      code: 0,
      text: `==> a.bin <==\n${(await cli([a])).text}\n==> b.bin <==\n${(await cli([b])).text}`,
    });
    expect((await cli(["flat", a, b])).text).toContain("\n==> b.bin <==\n[0] = {}\n");
    expect((await cli(["get", "name", "--raw", a, b])).text).toBe(
      "==> a.bin <==\nAnn\n\n==> b.bin <==\nBob\n",
    );
  });

  test("JSON names its file", async () => {
    expect((await cli(["get", "hp", a, b])).text).toBe(
      '{"file": "a.bin", "value": 1}\n{"file": "b.bin", "value": 2}\n',
    );
    for (const args of [["--records"], ["--json", "plain", "--compact"], ["--records", "--exact"]]) {
      const { text } = await cli(["decode", a, b, ...args]);
      expect(
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).file),
      ).toEqual([a, b]);
    }
    const framed = file("framed.bin", encode(5, { framing: "store_var" }));
    expect((await cli(["decode", "--stream", framed, framed])).text).toBe(
      '{"file": "framed.bin", "value": 5}\n'.repeat(2),
    );
    const { text } = await cli(["info", "--json", a, b]);
    expect(text.match(/"file": "(a|b)\.bin"/g)).toHaveLength(2);
  });

  test.each([["decode"], ["info"], ["flat"], ["text"], ["get", "hp"]])(
    "%s: one that is bad does not stop the others",
    async (...command) => {
      const { code, text, stderr } = await cli([...command, a, bad, "none.bin", b]);
      expect(code).toBe(1);
      for (const good of [a, b]) expect(text).toContain(good);
      for (const name of [bad, "none.bin"]) expect(text).not.toContain(name);
      expect(
        stderr
          .trim()
          .split("\n")
          .map((line) => /^godot-variant: (\w+\.bin): /.exec(line)?.[1]),
      ).toEqual([bad, "none.bin"]);
    },
  );

  test("a single bad file gets no label", async () => {
    expect(await cli(["decode", bad])).toMatchObject({ code: 1, text: "" });
  });

  test("validate names the file of each problem", async () => {
    file(
      "few.mjs",
      "export default { '~standard': { validate: (value) => value.hp < 2 ? { value } : { issues: [{ message: 'too many', path: ['hp'] }] } } };",
    );
    const { code, text } = await cli(["validate", "--schema", "./few.mjs", a, b]);
    expect(code).toBe(1);
    expect(text).toMatch(/^b\.bin: hp: too many, at byte \d+/);
    expect((await cli(["validate", "--schema", "./few.mjs", a])).code).toBe(0);
  });

  test("edits change each file in place", async () => {
    for (const name of ["one.bin", "two.bin"]) file(name, encode({ hp: 1 }));
    const { code, stderr } = await cli([
      "set",
      "hp",
      "9",
      "one.bin",
      bad,
      "two.bin",
      "--in-place",
      "--no-backup",
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/bad\.bin: unexpected-end/);
    for (const name of ["one.bin", "two.bin"]) expect((await load(read(name))).values).toEqual([{ hp: 9 }]);
    const converted = await cli(["convert", "--to", "godot-3", "one.bin", "two.bin", "--in-place"]);
    expect(converted.code).toBe(0);
    const refused = await cli(["set", "hp", "9", a, b, "-o", "both.bin"]);
    expect(refused).toMatchObject({ code: 2, text: "" });
    expect(refused.stderr).toMatch(/Without --in-place or --out-dir, this command takes one file\./);
  });

  test("types makes one declaration that fits all files", async () => {
    const more = file("more.bin", encode({ hp: 1.5, level: 2 }));
    const { code, text, stderr } = await cli(["types", a, bad, more]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^godot-variant: bad\.bin: /);
    expect(text.match(/interface/g)).toHaveLength(1);
    for (const line of ["hp: number;", "name?: string;", "level?: number;"]) expect(text).toContain(line);
    file("kept.d.ts", "old");
    expect(await cli(["types", bad, "none.bin", "-o", "kept.d.ts"])).toMatchObject({ code: 1, text: "" });
    expect(read("kept.d.ts").toString()).toBe("old");
  });

  test("recover replaces each file, and says for each what is lost", async () => {
    const cut = encode({ hp: 1, name: "Ann", last: "lost" }).subarray(0, -8);
    for (const name of ["cut1.bin", "cut2.bin"]) file(name, cut);
    const { code, stderr } = await cli(["recover", "cut1.bin", "none.bin", "cut2.bin", "--in-place"]);
    expect(code).toBe(1);
    expect(stderr).toContain("none.bin: Cannot read the file");
    for (const name of ["cut1.bin", "cut2.bin"]) {
      expect(stderr).toContain(`${name}: unexpected-end: 4 bytes were lost (at byte 64 = 0x40).`);
      expect((await load(read(name))).values).toEqual([{ hp: 1, name: "Ann" }]);
      expect(read(`${name}.bak`)).toEqual(Buffer.from(cut));
    }
    const refused = await cli(["recover", a, b, "-o", "both.bin"]);
    expect(refused).toMatchObject({ code: 2, text: "" });
    expect(existsSync(join(folder, "both.bin"))).toBe(false);
  });

  test("standard input is one of them at most", async () => {
    expect((await cli(["decode", "-", "-"], { input: encode(1) })).code).toBe(2);
    expect((await cli(["decode", a, "-"], { input: encode(1) })).text).toMatch(
      /==> standard input <==\nint 1\n$/,
    );
  });
});

describe("-o for text", () => {
  test.each([
    ["decode"],
    ["decode", "--json", "plain"],
    ["flat"],
    ["info"],
    ["text"],
    ["types"],
    ["get", "hp"],
  ])("%s writes what standard output would get", async (...command) => {
    const { text } = await cli([...command, a]);
    expect(await cli([...command, a, "-o", "out.txt"])).toMatchObject({ code: 0, text: "", stderr: "" });
    expect(read("out.txt").toString()).toBe(text);
  });

  test("has no colors, and keeps the mode of the file", async () => {
    file("mode.txt", "old");
    chmodSync(join(folder, "mode.txt"), 0o640);
    await cli(["decode", a, "-o", "mode.txt"], { env: { FORCE_COLOR: "1" } });
    expect(read("mode.txt").toString()).toBe((await cli([a])).text);
    expect(statSync(join(folder, "mode.txt")).mode & 0o777).toBe(0o640);
  });

  test("leaves the file as it is after an error", async () => {
    file("kept.txt", "old");
    const before = readdirSync(folder);
    for (const args of [
      ["decode", bad],
      ["get", "no", a],
      ["decode", a, a, "--limit-depth", "0"],
    ])
      expect(await cli([...args, "-o", "kept.txt"])).toMatchObject({ code: 1 });
    expect(read("kept.txt").toString()).toBe("old");
    expect((await cli(["decode", bad, "-o", "new.txt"])).code).toBe(1);
    expect(existsSync(join(folder, "new.txt"))).toBe(false);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("never replaces the input", async () => {
    for (const command of [["decode"], ["flat"], ["info"], ["get", "hp"]]) {
      const { code, stderr } = await cli([...command, a, "-o", `./${a}`]);
      expect({ code, said: /is the input itself/.test(stderr) }).toEqual({ code: 2, said: true });
    }
    expect((await load(read(a))).values).toEqual([{ hp: 1, name: "Ann" }]);
  });
});

describe("mistyped", () => {
  test.each<[string[], number, RegExp]>([
    [["decod", a], 2, /There is no command or file decod\. Did you mean decode\?/],
    [["covnert", a], 2, /Did you mean convert\?/],
    [["decode", "--jsno", "plain", a], 2, /Did you mean --json\?/],
    [["decode", "a.bni"], 1, /a\.bni: Cannot read the file: there is no such file\. Did you mean a\.bin/],
    [["get", "nmae", a], 1, /There is no nmae in the value\. Did you mean name\?/],
    [
      ["set", "player.ph", "3", file("deep.bin", encode({ player: { hp: 1 } }))],
      1,
      /Did you mean player\.hp\?/,
    ],
    [["delete", "player.hpp", "deep.bin"], 1, /Did you mean player\.hp\?/],
    [["get", "quite.other", a], 1, /There is no quite\.other in the value\.\n/],
  ])("%j", async (args, code, message) => {
    const outcome = await cli(args);
    expect(outcome.stderr).toMatch(message);
    expect(outcome).toMatchObject({ code, text: "" });
  });
});

describe("help", () => {
  test("shows examples first and limits last", async () => {
    const { code, text } = await cli(["help", "set"]);
    expect(code).toBe(0);
    const order = [
      "Examples:",
      "Arguments:",
      "Options:",
      "  --type",
      "  --in-place",
      "--dialect",
      "--key",
      "Limits:",
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect((await cli(["set", "--help"])).text).toBe(text);
  });
});
