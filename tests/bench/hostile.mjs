// Measures what the most expensive inputs cost, each in a process of its own: docs/SECURITY.md, "Hostile input".
// Usage: npm run build, then node tests/bench/hostile.mjs [ENTRY [BYTES]]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as gv from "../../dist/esm/index.js";

/** Bytes from hexadecimal. */
const h = (s) => Uint8Array.from(Buffer.from(s, "hex"));
const rep = (pre, unit, n) => {
  const u = h(unit),
    p = h(pre);
  const b = new Uint8Array(p.length + u.length * n);
  b.set(p);
  for (let i = 0; i < n; i++) b.set(u, p.length + i * u.length);
  return b;
};
const le = (n) => {
  const b = Buffer.alloc(4);
  b.writeUInt32LE(n);
  return b.toString("hex");
};
const arr = (n) => `1c000000${le(n)}`;
/** Bytes of each input. */
const S = Number(process.argv[3] ?? 1048576);
const fill = (unit) => {
  const n = Math.floor(S / (unit.length / 2));
  return rep(arr(n), unit, n);
};
// nested dict keys: {{{...}:nil}:nil}
const nest = (d) => `${"1b00000001000000".repeat(d)}1b00000000000000${"00000000".repeat(d)}`;
const E = {
  nestedKeys: () => gv.decode(fill(nest(1000))),
  nestedKeysExact: () => gv.decode(fill(nest(1000)), { mode: "exact" }),
  nestedKeys10: () => gv.decode(fill(nest(10))),
  nestedKeys1x: () => gv.decode(fill(nest(1)), { mode: "exact" }),
  manyKeysDict: () => {
    const n = Math.floor(S / 12);
    return gv.decode(rep(`1b000000${le(n)}`, "1b0000000000000000000000", n));
  },
  manyArrKeys: () => {
    const n = Math.floor(S / 20);
    const b = rep(`1b000000${le(n)}`, "1c000000010000000200000005000000" + "00000000", n);
    for (let i = 0; i < n; i++) new DataView(b.buffer).setUint32(8 + i * 20 + 12, i, true);
    return gv.decode(b);
  },
  exactDicts: () => gv.decode(fill("1b00000000000000"), { mode: "exact" }),
  plainDicts: () => gv.decode(fill("1b00000000000000")),
  flagsNil: () => gv.tryDecode(fill("00000100")),
  flagsNilPaths: () => {
    const r = gv.tryDecode(fill("00000100"));
    return r.warnings.map((w) => w.path);
  },
  convertCallables: () => gv.convert(fill("19000000"), { from: "godot-4", to: "godot-3" }),
  emptyStrings: () => gv.decode(fill("0400000000000000")),
  recoverEmptyStrings: () => gv.recoverFile(fill("0400000000000000").subarray(0, S - 2)),
  recoverEmptyStringsWhole: () => gv.recoverFile(fill("0400000000000000")),
  recoverNils: () => gv.recover(fill("00000000").subarray(0, S - 2)),
  textDicts: () => gv.parseText(`[${"{},".repeat(S / 3)}]`),
  textArrs: () => gv.parseText(`[${"[],".repeat(S / 3)}]`),
  textNested: () => gv.parseText("[".repeat(1000) + "]".repeat(1000)),
  textKeys: () => gv.parseText(`[${(`${"{".repeat(900)}1${":1}".repeat(900)},`).repeat((S / 3600) | 0)}]`),
  textStrs: () => gv.parseText(`[${'"",'.repeat(S / 3)}]`),
  textNums: () => gv.parseText(`[${"1,".repeat(S / 2)}]`),
  textVec2: () => gv.parseText(`[${"Vector2(1,2),".repeat(S / 13)}]`),
  natArr: () => gv.fromNative(JSON.parse(`[${"[],".repeat(S / 3)}[]]`)),
  plainJson: () => gv.fromPlainJSON(`[${"[],".repeat(S / 3)}[]]`),
  plainJsonObj: () => gv.fromPlainJSON(`[${"{},".repeat(S / 3)}{}]`),
  config: () => new gv.ConfigFile(`[s]\n${"a=1\n".repeat(S / 4)}`),
  configKeys: () =>
    new gv.ConfigFile(`[s]\n${Array.from({ length: S / 9 }, (_, i) => `k${i}=1\n`).join("")}`),
  configSecs: () => new gv.ConfigFile(Array.from({ length: S / 9 }, (_, i) => `[${i}]\n`).join("")),
  open: () => gv.open(fill("00000000")),
  openWalk: () => {
    const d = gv.open(fill("1b00000000000000"));
    return d;
  },
  like: () => gv.encode(gv.decode(fill("1b00000000000000")), { like: fill("1b00000000000000") }),
  likeDeep: () => {
    const b = fill(nest(500));
    return gv.encode(gv.decode(b), { like: b });
  },
  likeKeys: () => {
    const n = Math.floor(S / 20);
    const b = rep(`1b000000${le(n)}`, "1c000000010000000200000005000000" + "00000000", n);
    for (let i = 0; i < n; i++) new DataView(b.buffer).setUint32(8 + i * 20 + 12, i, true);
    return gv.encode(gv.decode(b), { like: b });
  },
  frames: () => gv.decodeFrames(rep("", "0400000000000000", S / 8)),
  load0: () => gv.load(new Uint8Array(S)),
  loadFF: () => gv.load(new Uint8Array(S).fill(255)),
  load1c: () => gv.load(rep("", "1c000000", S / 4)),
  load12: () => gv.load(rep("", "1b0000000c000000", S / 8)),
  loadText: () => gv.load(new TextEncoder().encode("a".repeat(S))),
  recover0: () => gv.recoverFile(new Uint8Array(S)),
  recoverFF: () => gv.recoverFile(new Uint8Array(S).fill(255)),
  recoverFrames: () => gv.recoverFile(rep("", "0400000000000000", S / 8)),
  scan: () => gv.scanFrames(new Uint8Array(S)),
  oneByteBlocks: async () => {
    const c = await gv.compress(new Uint8Array([1]), "deflate");
    const e = await gv.compress(new Uint8Array(0), "deflate");
    const n = Math.floor(S / (c.length + 4));
    const p = [
      Buffer.from(Uint32Array.of(0x46504347, 1, 1, n).buffer),
      Buffer.from(Uint32Array.from([...Array(n).fill(c.length), e.length]).buffer),
    ];
    for (let i = 0; i < n; i++) p.push(c);
    p.push(e);
    return gv.unwrap(Buffer.concat(p));
  },
  base64: () => gv.load(new TextEncoder().encode("AAAA".repeat(S / 4))),
};
const name = process.argv[2];
if (name === undefined) {
  for (const entry of Object.keys(E)) {
    const { stdout } = spawnSync(process.execPath, ["--expose-gc", fileURLToPath(import.meta.url), entry]);
    process.stdout.write(stdout);
  }
  process.exit();
}
gv.decode(h("00000000"));
globalThis.gc?.();
const rss = process.memoryUsage().rss;
const started = process.cpuUsage();
let outcome = "ok";
try {
  globalThis.kept = await E[name]();
} catch (error) {
  outcome = error.code;
}
const { user, system } = process.cpuUsage(started);
const milliseconds = (user + system) / 1000 / (S / 1024);
const times = (process.resourceUsage().maxRSS * 1024 - rss) / S;
console.log(`${name}: ${milliseconds.toFixed(2)} ms per KB, ${times.toFixed(0)} times the input, ${outcome}`);
