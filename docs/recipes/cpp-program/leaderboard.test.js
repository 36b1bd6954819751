import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { encode } from "godot-variant";

// The folder into which `cmake --install` put the library.
const prefix = process.env.GODOT_VARIANT_PREFIX;
const options = { skip: prefix === undefined && "GODOT_VARIANT_PREFIX names no installed library" };
const here = fileURLToPath(new URL(".", import.meta.url));
let folder;
const at = (name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), "leaderboard-"));
});
after(() => rmSync(folder, { recursive: true }));

test("prints players by gold, and names files that are no saves", options, () => {
  execFileSync("cmake", ["-S", here, "-B", at("build"), `-DCMAKE_PREFIX_PATH=${prefix}`], { stdio: "pipe" });
  execFileSync("cmake", ["--build", at("build")], { stdio: "pipe" });
  writeFileSync(at("a"), encode({ player: { name: "Anna", gold: 5 } }));
  writeFileSync(at("b"), encode({ player: { name: "Björn", gold: 700 } }));
  writeFileSync(at("cut"), encode({ player: { name: "Cut", gold: 7 } }).subarray(0, 30));
  const { status, stdout, stderr } = spawnSync(at("build/leaderboard"), [at("a"), at("b"), at("cut")], {
    encoding: "utf8",
  });
  assert.equal(stdout, "     700  Björn\n       5  Anna\n");
  assert.match(stderr, /cut: unexpected-end at byte \d+/);
  assert.equal(status, 1);
});
