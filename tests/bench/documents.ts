// Times opening, reading, editing and comparing documents.
import { type Document, decode, diff, encode, open } from "../../js/index.js";
import { Random } from "../random.js";
import type { Input } from "./rows.js";
import { compare, type Effort, type Timing } from "./sampling.js";

/** Milliseconds; `open`, `JSON` and `decode` measure the workload, the others the operation in their name. */
export type DocumentTimes = Readonly<Record<string, number>>;

const children = 1_000_000;
const pageSize = 100;
const edits = 10_000;
const gets = 1000;
/** This many copies of the workload take about 50 MB. */
const copies = 4;
const paths = Array.from({ length: 64 }, (_, i) => ["inventory", i * 400, "count"]);

function copiesOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.from([28, 0, 0, 0, copies, 0, 0, 0]);
  return Uint8Array.from(Buffer.concat([header, ...new Array<Uint8Array>(copies).fill(bytes)]));
}

/** One edit in the 50 MB: changes the count of an item. */
function editOne(document: Document, random: Random): void {
  const things = document.node([0, "inventory"])?.childCount ?? 0;
  document.set(
    [random.between(0, copies - 1), "inventory", random.between(0, things - 1), "count"],
    random.between(0, 99),
  );
}

/** Times all operations; `input` is the workload `large`. */
export async function documentTimes({ bytes, json }: Input, effort: Effort): Promise<DocumentTimes> {
  const document = open(bytes);
  const [utf8, jsonBytes] = [new TextDecoder(), new TextEncoder().encode(json)];
  const texts = paths.map((path) => document.node(path)?.path ?? "");
  const first = texts[7] as string;
  const long = open(encode(new Array(children).fill(7)));
  const large = copiesOf(bytes);
  const changed = open(large);
  changed.set([copies - 1, "inventory", 7, "count"], 1);
  const other = changed.toBytes();
  const random = new Random(1);
  const timings = await compare(
    [
      { name: "open", run: () => open(bytes) },
      { name: "open, first get", run: () => open(bytes).get(first) },
      { name: "JSON", run: () => JSON.parse(utf8.decode(jsonBytes)) },
      {
        name: `${gets} gets`,
        run: () => Array.from({ length: gets }, (_, i) => document.get(texts[i % 64] as string)),
      },
      {
        name: "page",
        run: (call) => {
          const nodes = long.root.children((call * 7919) % (children - pageSize), pageSize);
          return nodes.map((node) => [node.key, node.type, node.offset, node.byteLength]);
        },
      },
    ],
    effort,
  );
  const slow = await compare(
    [
      { name: "decode 50 MB", run: () => decode(large) },
      { name: "open 50 MB", run: () => open(large) },
      {
        name: `open 50 MB, ${edits} edits, toBytes`,
        run: () => {
          const edited = open(large);
          for (let i = 0; i < edits; i++) editOne(edited, random);
          return edited.toBytes();
        },
      },
      { name: "diff of 50 MB with one change", run: () => [...diff(large, other)] },
    ],
    { ...effort, warmUp: 0, fewest: 3, most: 3 },
  );
  return Object.fromEntries([...timings, ...slow].map(({ name, time }: Timing) => [name, time]));
}
