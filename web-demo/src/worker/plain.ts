// JSON for people and dashboards, in which types are lost: docs/GUIDE.md, "JSON, plain".
import type { Dictionary, GodotObject, NodePath, StringName, Variant } from "godot-variant";
import { keyText } from "./preview.js";

/** The JSON of an exact value. Whole numbers have all their digits, floats a point. */
export function plainJson(value: Variant, indent = ""): string {
  switch (typeof value) {
    case "bigint":
      return String(value);
    case "number":
      return numberText(value);
    case "boolean":
      return String(value);
    case "string":
      return JSON.stringify(value);
    default:
      return value === null ? "null" : objectText(value, indent);
  }
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "null";
  if (!Number.isFinite(value)) return value > 0 ? "1e99999" : "-1e99999";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function objectText(value: object, indent: string): string {
  if (value instanceof Map) return entriesText((value as Dictionary).entries(), indent);
  if (value instanceof Uint8Array) return JSON.stringify(base64(value));
  if (Array.isArray(value)) return listText(value as Variant[], indent);
  if (ArrayBuffer.isView(value))
    return listText(Array.from(value as unknown as Iterable<number | bigint>), indent);
  const { constructor: type } = value;
  if (type.name === "StringName" || type.name === "NodePath")
    return JSON.stringify((value as StringName | NodePath).text);
  if (type.name === "Float") return numberText(Number(value));
  if (type.name === "Callable") return "null";
  if (Symbol.iterator in value) return listText(Array.from(value as Iterable<Variant>), indent);
  if (type.name === "GodotObject") {
    const { className, properties } = value as GodotObject;
    return className === ""
      ? "null"
      : entriesText(
          [
            ["className", className],
            ["properties", properties as never],
          ],
          indent,
        );
  }
  return entriesText(Object.entries(value), indent);
}

function listText(values: readonly Variant[], indent: string): string {
  if (values.length === 0) return "[]";
  const inner = `${indent}  `;
  return `[\n${values.map((value) => inner + plainJson(value, inner)).join(",\n")}\n${indent}]`;
}

function entriesText(entries: Iterable<readonly [Variant, Variant]>, indent: string): string {
  const inner = `${indent}  `;
  const lines = Array.from(
    entries,
    ([key, value]) => `${inner}${JSON.stringify(nameOf(key))}: ${plainJson(value, inner)}`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
}

const nameOf = (key: Variant) => (typeof key === "string" ? key : keyText(key));

const piece = 0x6000;

function base64(bytes: Uint8Array): string {
  const texts = [];
  for (let at = 0; at < bytes.length; at += piece)
    texts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + piece))));
  return texts.join("");
}
