// Any bytes as documents, with any edits: edits can be undone, and everything written can be read. The first bytes of an
// input choose the edits.
import { attempt, codec, expect, same } from "./input.mjs";

const names = ["godot-4", "godot-3", "godot-2", "pandemonium", "docs-001"];
const values = [
  0,
  -1,
  1.5,
  "text",
  null,
  true,
  [1, [2]],
  { a: { b: 1 } },
  new Uint8Array(5),
  new codec.Vector2(1, 2),
];

/** The path of a value that four bytes choose. */
function pathOf(document, choices) {
  const path = [];
  let node = document.root;
  for (const choice of choices) {
    if (node === undefined || node.childCount === 0 || choice === 0) break;
    [node] = node.children(choice % node.childCount, 1);
    if (node !== undefined) path.push(node.key);
  }
  return path;
}

function edit(document, [kind, pick, ...choices]) {
  const path = pathOf(document, choices);
  const value = values[pick % values.length];
  const edits = [
    () => document.set(path, value),
    () => document.delete(path),
    () => document.insert([...path, "key"], value, pick),
    () => document.append(path, value),
    () => document.rename(path, value),
    () => document.move(path, [...path.slice(0, -1), pick]),
    () => document.get(path, "exact"),
    () => document.set([...path, value], 1),
  ];
  edits[kind % edits.length]();
}

export const fuzz = (data) => {
  const count = data.length === 0 ? 0 : data[0] % 6;
  const script = Array.from({ length: count }, (_, i) => data.subarray(2 + i * 5, 7 + i * 5));
  const bytes = Uint8Array.from(data.subarray(2 + count * 5));
  const options = {
    dialect: names[(data[1] ?? 0) % names.length],
    framing: data[1] & 64 ? "store_var" : "none",
  };
  for (const { document } of attempt(() => codec.recover(bytes, options))?.values ?? [])
    codec.decode(document.toBytes(), { ...options, framing: "none", allowObjects: true, mode: "exact" });
  const document = attempt(() => codec.open(bytes, options));
  if (document === undefined) return;
  for (const step of script) {
    if (step.length < 5) break;
    attempt(() => {
      try {
        edit(document, step);
      } catch (error) {
        // Arguments of the wrong type: the script knows nothing about the value that it edits.
        if (error.constructor !== TypeError || !/^The |^An? |must/.test(error.message)) throw error;
      }
    });
    const written = attempt(() => document.toBytes());
    if (written !== undefined) codec.decode(written, { ...options, allowObjects: true, mode: "exact" });
  }
  const edited = document.toBytes();
  let undone = 0;
  for (; document.undo(); undone++);
  expect(same(document.toBytes(), bytes), "undo restores the input");
  for (; undone > 0; undone--) document.redo();
  expect(same(document.toBytes(), edited), "redo restores the edits");
};
