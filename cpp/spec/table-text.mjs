// What the texts of generated tables share.

export const title = "Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.";
export const list = (items, indent, render = (x) => x) =>
  items.map((x) => `${indent}${render(x)},`).join("\n");
