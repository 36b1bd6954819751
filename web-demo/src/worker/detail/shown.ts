// Prepares a value other than a container for the pane beside the tree.
import type { GodotObject, NodePath, Signal, StringName, TypeName, Variant } from "godot-variant";
import type { Fact, Shown } from "../../protocol/shown.js";
import { numberText } from "../../values/number-text.js";
import { typeTraits } from "../../values/types.js";
import { floatText } from "../tree/preview.js";
import type { TreeNode } from "../tree/tree-node.js";
import { mediaOf, valuesIn } from "./media.js";

const longestText = 100_000;
const mostNumbers = 2_000_000;
const mostTexts = 1000;
const mostListed = 200;

export function shownOf(node: TreeNode): Shown {
  const { type } = node;
  const { view } = typeTraits[type];
  if (view === "nothing" || view === "container") return { kind: "nothing" };
  const value = node.value();
  switch (view) {
    case "bool":
      return { kind: "bool", value: value as boolean };
    case "int":
      return { kind: "number", text: String(value), facts: intFacts(value as bigint) };
    case "float":
      return floatShown(value as number, node.isSingle);
    case "text":
      return textShown(type === "String" ? (value as string) : (value as StringName | NodePath).text);
    case "components":
      return componentsShown(type, value);
    case "numbers":
      return numbersShown(type, value);
    case "texts":
      return textsShown(value as unknown as { readonly data: readonly string[] });
    case "bytes":
      return bytesShown(value as Uint8Array);
    case "object":
      return { kind: "other", facts: objectFacts(value) };
    case "facts":
      return {
        kind: "other",
        facts: type === "Signal" ? signalFacts(value as Signal) : [["value", String(value)]],
      };
  }
}

function textShown(text: string): Shown {
  const cut = text.length > longestText;
  return { kind: "text", text: cut ? text.slice(0, longestText) : text, length: text.length, cut };
}

const namesOf = (type: TypeName) => typeTraits[type].components ?? [];

function componentsShown(type: TypeName, value: Variant): Shown {
  const components = value as unknown as { readonly wide: boolean; toArray(): number[] };
  return {
    kind: "components",
    names: namesOf(type),
    values: components.toArray(),
    areInts: typeTraits[type].areInts ?? false,
    isSingle: !components.wide,
  };
}

/** A float of 32 bits by the fewest digits that identify it, and what programs calculate with. */
function floatShown(value: number, isSingle: boolean): Shown {
  const text = floatText(value, isSingle);
  const all = floatText(value);
  return { kind: "number", text, facts: text === all ? [] : [["as 64 bits", all]] };
}

const firstYear = 1_000_000_000n;
const lastYear = 4_000_000_000n;

/** Other readings of an int that people look for. */
function intFacts(value: bigint): Fact[] {
  const facts: Fact[] = [["hex", `${value < 0n ? "-" : ""}0x${(value < 0n ? -value : value).toString(16)}`]];
  if (value > firstYear && value < lastYear) {
    const date = new Date(Number(value) * 1000).toISOString();
    facts.push(["as a time", date.replace(/\.000Z$/, " UTC").replace("T", " ")]);
  }
  return facts;
}

function signalFacts({ name, objectId }: Signal): Fact[] {
  return [
    ["name", name],
    ["object id", String(objectId)],
  ];
}

function objectFacts(value: Variant): Fact[] {
  if (value !== null && typeof value === "object" && "className" in value) {
    const { className, properties } = value as GodotObject;
    return className === ""
      ? [["value", "null"]]
      : [
          ["class", className],
          ["properties", String(properties.size)],
        ];
  }
  return [["object id", String((value as unknown as { objectId: bigint }).objectId)]];
}

function bytesShown(value: Uint8Array): Shown {
  const { media, name } = mediaOf(value) ?? valuesIn(value);
  const data = media === "" && name === "" ? undefined : value.slice();
  return { kind: "bytes", length: value.length, media, name, data };
}

function textsShown({ data }: { readonly data: readonly string[] }): Shown {
  return {
    kind: "texts",
    length: data.length,
    texts: data.slice(0, mostTexts),
    cut: data.length > mostTexts,
  };
}

function numbersShown(type: TypeName, value: Variant): Shown {
  const packed = value as { data?: ArrayLike<number> } & ArrayLike<number | bigint>;
  const data = packed.data ?? packed;
  const names = namesOf(type);
  const stride = names.length;
  const count = Math.min(data.length, mostNumbers - (mostNumbers % stride));
  const isSingle = data instanceof Float32Array;
  return {
    kind: "numbers",
    names,
    length: data.length / stride,
    isSingle,
    data: Float64Array.from({ length: count }, (_, i) => Number(data[i])),
    listed: Array.from({ length: Math.min(data.length, mostListed * stride) }, (_, i) =>
      numberText(data[i] as number | bigint, isSingle),
    ),
  };
}
