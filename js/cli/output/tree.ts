// Values as a tree, as `decode` prints them.
import pc from "picocolors";
import type { Variant } from "../../index.js";
import { keyText, previewOf } from "./preview.js";
import { visible } from "./text.js";
import { childrenOf, kindOf } from "./types.js";

/** Options of `tree`. */
interface TreeStyle {
  readonly full: boolean;
  readonly colored: boolean;
}

interface OpenContainer {
  readonly entries: Iterator<[Variant, Variant]>;
  readonly label: (key: Variant, full: boolean) => string;
  readonly prefix: string;
  left: number;
}

/** Deeper lines are not indented further: otherwise the output would grow with the square of the depth. */
const deepestLevel = 40;

/** Yields a line for each value. Works without recursion, so that depth cannot overflow the call stack. */
export function* tree(root: Variant, style: TreeStyle): Generator<string> {
  const colors = pc.createColors(style.colored);
  const line = lineWriter(colors, style.full);
  const open: OpenContainer[] = [];
  yield* line(root);
  enter(root, "", open);
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    const { value: entry, done } = container.entries.next();
    if (done === true) {
      open.pop();
      continue;
    }
    const isLast = --container.left === 0;
    const branch =
      open.length > deepestLevel
        ? `${container.prefix}… level ${open.length} `
        : container.prefix + (isLast ? "└─ " : "├─ ");
    yield `${colors.dim(branch)}${colors.cyan(container.label(entry[0], style.full))}: `;
    yield* line(entry[1]);
    const bar = isLast ? "   " : "│  ";
    enter(entry[1], open.length > deepestLevel ? container.prefix : container.prefix + bar, open);
  }
}

function enter(value: Variant, prefix: string, open: OpenContainer[]): void {
  const children = childrenOf(value);
  if (children === undefined) return;
  const label = labels[kindOf(value) as keyof typeof labels];
  open.push({ entries: children.entries[Symbol.iterator](), label, prefix, left: children.count });
}

const labels = {
  Array: (key: Variant) => `[${key}]`,
  Dictionary: keyText,
  GodotObject: (key: Variant) => visible(String(key)),
};

type Colors = ReturnType<typeof pc.createColors>;

function lineWriter(colors: Colors, full: boolean): (value: Variant) => Iterable<string> {
  const paints: Readonly<Record<string, (text: string) => string>> = {
    String: colors.green,
    StringName: colors.green,
    NodePath: colors.green,
    int: colors.yellow,
    float: colors.yellow,
    bool: colors.magenta,
    Nil: colors.magenta,
  };
  return function* (value) {
    const { type, text, note } = previewOf(value, full);
    yield colors.blue(type);
    if (typeof text !== "string") {
      yield " ";
      yield* text;
    } else if (text !== "") {
      yield type === "" || text.startsWith("(") ? "" : " ";
      yield (paints[kindOf(value)] ?? String)(text);
    }
    yield note === "" ? "\n" : ` ${colors.dim(note)}\n`;
  };
}
