// The codecs that only Node measures. Their packages are installed in build/bench, so this module must run from there.
import { deserialize, serialize } from "node:v8";
import { decode, encode } from "../../js/index.js";
import { agree } from "./closest.js";
import { load } from "./load.js";
import { addPeer, type Contest, type Input, overAll, peerValues } from "./rows.js";

export async function addPeers(contest: Contest, inputs: readonly Input[]): Promise<void> {
  const [cbor, msgpack, gdCom] = await Promise.all(["cbor-x", "@msgpack/msgpack", "@gd-com/utils"].map(load));
  const values = peerValues(inputs);
  addPeer(contest, { name: "v8", encode: serialize, decode: deserialize }, values);
  addPeer(contest, { name: "cbor-x", encode: cbor.encode, decode: cbor.decode }, values);
  addPeer(contest, { name: "@msgpack/msgpack", encode: msgpack.encode, decode: msgpack.decode }, values);
  addGdCom(contest, gdCom.default, values, inputs);
}

interface GdCom {
  getVar(bytes: Buffer): { value: unknown };
  putVar(value: unknown): Buffer;
}

/** @gd-com/utils implements an older dialect of Godot's format, so it gets the same values in that dialect. */
function addGdCom(
  contest: Contest,
  gdCom: GdCom,
  values: readonly unknown[],
  inputs: readonly Input[],
): void {
  const name = "@gd-com/utils";
  try {
    const all = inputs.map(({ bytes }) => Buffer.from(encode(decode(bytes), { dialect: "docs-000" })));
    const same = agree(gdCom.getVar(all[0] as Buffer).value, decode(inputs[0]?.bytes as Uint8Array));
    if (!same) throw new Error("gives something else");
    contest.decode.push(overAll(name, all, (bytes) => gdCom.getVar(bytes)));
    if (!agree(gdCom.getVar(gdCom.putVar(values[0])).value, values[0]))
      throw new Error("writes something else");
    contest.encode.push(overAll(name, values, (value) => gdCom.putVar(value)));
  } catch (error) {
    contest.skipped.push({ name, reason: (error as Error).message });
  }
}
