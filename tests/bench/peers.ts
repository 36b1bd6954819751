// The other codecs. Their packages are installed in build/bench, so this module must run from there.
import { deserialize, serialize } from "node:v8";
import { agree } from "./closest.js";
import type { Contender } from "./sampling.js";

/** A codec that takes any plain value. */
interface Peer {
  readonly name: string;
  encode(value: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the peers are not dependencies, so TypeScript has no types for them
const load = (name: string): Promise<any> => import(name);

async function loadPeers(): Promise<Peer[]> {
  const [msgpackr, cbor, msgpack] = await Promise.all(["msgpackr", "cbor-x", "@msgpack/msgpack"].map(load));
  const records = new msgpackr.Packr({ structures: [], useRecords: true, moreTypes: true });
  return [
    { name: "v8", encode: serialize, decode: deserialize },
    { name: "msgpackr", encode: msgpackr.pack, decode: msgpackr.unpack },
    {
      name: "msgpackr records",
      encode: (value) => records.pack(value),
      decode: (bytes) => records.unpack(bytes),
    },
    { name: "cbor-x", encode: cbor.encode, decode: cbor.decode },
    { name: "@msgpack/msgpack", encode: msgpack.encode, decode: msgpack.decode },
  ];
}

/** Contenders for both directions. Peers that fail or return another value are left out. */
export interface PeerContenders {
  readonly decode: Contender[];
  readonly encode: Contender[];
  readonly skipped: { name: string; reason: string }[];
}

/** Bytes that @gd-com/utils may be able to read, and their values. */
export interface GodotInputs {
  readonly bytes: readonly Uint8Array[];
  readonly values: readonly unknown[];
}

/** All peers for the given values, or only the `few` most important ones. */
export async function peerContenders(
  values: readonly unknown[],
  godot: GodotInputs | undefined,
  few: boolean,
): Promise<PeerContenders> {
  const result: PeerContenders = { decode: [], encode: [], skipped: [] };
  for (const peer of await loadPeers()) {
    if (few && !peer.name.startsWith("msgpackr")) continue;
    try {
      addPeer(result, peer, values);
    } catch (error) {
      result.skipped.push({ name: peer.name, reason: (error as Error).message });
    }
  }
  if (!few) addGdCom(result, (await load("@gd-com/utils")).default, values, godot);
  return result;
}

function addPeer(result: PeerContenders, peer: Peer, values: readonly unknown[]): void {
  const inputs = values.map((value) => Buffer.from(peer.encode(value)));
  if (!agree(peer.decode(inputs[0] as Buffer), values[0])) throw new Error("gives something else");
  result.decode.push({ name: peer.name, run: (call) => peer.decode(inputs[call % inputs.length] as Buffer) });
  result.encode.push({ name: peer.name, run: (call) => peer.encode(values[call % values.length]) });
}

function addGdCom(
  result: PeerContenders,
  gdCom: { getVar(bytes: Buffer): { value: unknown }; putVar(value: unknown): Buffer },
  values: readonly unknown[],
  godot: GodotInputs | undefined,
): void {
  const name = "@gd-com/utils";
  try {
    if (godot === undefined) throw new Error("its dialect cannot hold this");
    const inputs = godot.bytes.map((bytes) => Buffer.from(bytes));
    if (!agree(gdCom.getVar(inputs[0] as Buffer).value, godot.values[0]))
      throw new Error("gives something else");
    result.decode.push({ name, run: (call) => gdCom.getVar(inputs[call % inputs.length] as Buffer) });
    const first = gdCom.putVar(values[0]);
    if (!agree(gdCom.getVar(first).value, values[0])) throw new Error("writes something else");
    result.encode.push({ name, run: (call) => gdCom.putVar(values[call % values.length]) });
  } catch (error) {
    result.skipped.push({ name, reason: (error as Error).message });
  }
}
