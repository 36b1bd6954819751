// Writes a definition for Kaitai Struct (.ksy), which its compiler turns into readers in many languages.

import { spec } from "./dialects.mjs";
import { fieldsOf, snake } from "./fields.mjs";

const numberTypes = { u8: "u1", i32: "s4", i64: "s8", f32: "f4", f64: "f8" };

/** Kaitai names of what each layout holds. They avoid names that target languages have already, such as `array` and `object`. */
const payloads = {
  boolean: () => "bool_value",
  integer: () => "int_value(is_wide)",
  real: () => "float_value(is_wide)",
  text: () => "text",
  numbers: (type, reals) => withWidth(snake(type), spec.types[type].element, reals),
  node_path: () => "node_path",
  id: () => "id_value",
  object: () => "object_value(is_wide)",
  signal: () => "signal_value",
  dictionary: (_, __, { typed_dictionaries: typed }) =>
    typed ? "dictionary_value(flags & 3, (flags >> 2) & 3)" : "dictionary_value",
  array: (_, __, { typed_arrays: typed }) => (typed ? "array_value(flags & 3)" : "array_value"),
  packed: (type, reals) => withWidth(snake(type), spec.types[type].element, reals),
  packed_texts: (type) => snake(type),
};

const withWidth = (name, element, reals) =>
  element === "real" && reals === "by_flag" ? `${name}(is_wide)` : name;

/** Lines, indented by this many spaces. */
const indented = (spaces, lines) => lines.map((line) => (line === "" ? "" : " ".repeat(spaces) + line));

/** A number whose width the header decides, or a 32-bit one in dialects without wide vectors. */
const realType = (reals) =>
  reals === "by_flag"
    ? ["type:", "  switch-on: is_wide", "  cases:", "    'true': f8", "    'false': f4"]
    : ["type: f4"];

const wideParameter = (reals) =>
  reals === "by_flag" ? ["params:", "  - id: is_wide", "    type: bool"] : [];

const typeLines = (field, reals) => {
  if (field.type !== undefined)
    return [`type: ${withWidth(snake(field.type), spec.types[field.type].element, reals)}`];
  return field.element === "real" ? realType(reals) : [`type: ${numberTypes[field.element]}`];
};

const field = (id, lines) => [`- id: ${id}`, ...indented(2, lines)];
const type = (name, lines) => indented(2, [`${name}:`, ...indented(2, lines)]);

function numbersType(name, reals) {
  const { by_rows: byRows, element, about } = spec.types[name];
  const fields = fieldsOf(name);
  const stored = byRows
    ? field("rows", [
        "doc: The rows of the matrix, each with one number of axis x, axis y and axis z.",
        ...typeLines(fields[0], reals),
        "repeat: expr",
        `repeat-expr: ${fields.length}`,
      ])
    : fields.flatMap((each) => field(each.name, typeLines(each, reals)));
  const params = element === "real" ? wideParameter(reals) : [];
  return type(snake(name), [`doc: "${about}"`, ...params, "seq:", ...indented(2, stored)]);
}

function packedType(name, reals) {
  const { element, holds } = spec.types[name];
  const params = element === "real" ? wideParameter(reals) : [];
  const count = field("num_elements", ["type: u4", "valid:", "  max: 0x7fffffff"]);
  const stored =
    element === "u8"
      ? [
          ...field("data", ["size: num_elements"]),
          ...field("padding", [
            "doc: May be missing at the end of the input, as in the engine.",
            "size: '_io.size - _io.pos < (4 - num_elements % 4) % 4 ? _io.size - _io.pos : (4 - num_elements % 4) % 4'",
          ]),
        ]
      : field("elements", [
          ...typeLines({ type: holds, element }, reals),
          "repeat: expr",
          "repeat-expr: num_elements",
        ]);
  return type(snake(name), [...params, "seq:", ...indented(2, [...count, ...stored])]);
}

/** A number whose width is a parameter; `kind` is Kaitai's letter of its type. */
const wideOrNarrow = (name, kind) => `  ${name}:
    params:
      - id: is_wide
        type: bool
    seq:
      - id: value
        type:
          switch-on: is_wide
          cases:
            'true': ${kind}8
            'false': ${kind}4
`;

/**
 * Types that do not depend on the dialect, or only by whether containers are typed. A count to repeat has no operators, because the compiler
 * (0.11) puts `i < a & b` into JavaScript without parentheses.
 */
const fixedTypes = ({ typed_arrays: typedArrays, typed_dictionaries: typedDictionaries }) => `
  bool_value:
    seq:
      - id: raw
        type: u4
    instances:
      value:
        value: raw != 0
${wideOrNarrow("int_value", "s")}${wideOrNarrow("float_value", "f")}  text:
    doc: UTF-8 that ends at its first NUL, if it has one. The length counts the NUL; engines write it in PackedStringArray only.
    seq:
      - id: len_value
        type: u4
        valid:
          max: 0x7ffffffc
      - id: value
        type: strz
        size: len_value
      - id: padding
        size: (4 - len_value % 4) % 4
  node_path:
    seq:
      - id: names_word
        doc: The count of names; bit 31 is set. Engines refuse the form without it.
        type: u4
        valid:
          min: 0x80000000
      - id: num_subnames_before_property
        type: u4
      - id: flags
        doc: Bit 0 marks an absolute path. Bit 1 announces a property, which is one more subname.
        type: u4
      - id: names
        type: text
        repeat: expr
        repeat-expr: num_names
      - id: subnames
        type: text
        repeat: expr
        repeat-expr: num_subnames
    instances:
      num_names:
        value: names_word & 0x7fffffff
      num_subnames:
        value: 'num_subnames_before_property + ((flags & 2) != 0 ? 1 : 0)'
      is_absolute:
        value: (flags & 1) != 0
  id_value:
    seq:
      - id: value
        type: u8
  object_value:
    params:
      - id: is_id
        type: bool
    seq:
      - id: object_id
        type: u8
        if: is_id
      - id: class_name
        doc: Empty for a null object, which ends here.
        type: text
        if: not is_id
      - id: num_properties
        doc: A negative count means no properties.
        type: s4
        if: has_properties
      - id: properties
        type: property
        repeat: expr
        repeat-expr: num_read
        if: has_properties
    instances:
      num_read:
        value: 'num_properties < 0 ? 0 : num_properties'
      has_properties:
        value: not is_id and class_name.value.length != 0
  property:
    seq:
      - id: name
        type: text
      - id: value
        type: ROOT
  signal_value:
    seq:
      - id: name
        type: text
      - id: object_id
        type: u8
${typedArrays ? containerType : ""}  array_value:
${typedArrays ? parametersOf("kind") : ""}    seq:
${typedArrays ? elementType("element_type", "kind") : ""}${count}      - id: elements
        type: ROOT
        repeat: expr
        repeat-expr: num_elements
${countInstance("num_elements")}  dictionary_value:
${typedDictionaries ? parametersOf("key_kind", "value_kind") : ""}    seq:
${typedDictionaries ? elementType("key_type", "key_kind") + elementType("value_type", "value_kind") : ""}${count}      - id: pairs
        doc: Engines keep the last value of a key that is repeated.
        type: pair
        repeat: expr
        repeat-expr: num_pairs
${countInstance("num_pairs")}  pair:
    seq:
      - id: key
        type: ROOT
      - id: value
        type: ROOT
`;

const count = `      - id: count_word
        doc: The count. Engines ignore bit 31.
        type: u4
`;

const countInstance = (id) => `    instances:\n      ${id}:\n        value: count_word & 0x7fffffff\n`;

const containerType = `  container_type:
    doc: The type of all elements, keys or values of a container.
    params:
      - id: kind_bits
        type: u1
    seq:
      - id: builtin
        type: u4
        enum: type_id
        valid:
          in-enum: true
        if: kind == type_kind::builtin
      - id: name
        doc: A class, or the path of a script.
        type: text
        if: kind == type_kind::class_name or kind == type_kind::script
    instances:
      kind:
        value: kind_bits
        enum: type_kind
`;

const parametersOf = (...names) =>
  `    params:\n${names.map((name) => `      - id: ${name}\n        type: u1\n`).join("")}`;

const elementType = (id, kind) => `      - id: ${id}\n        type: container_type(${kind})\n`;

const typeKinds = `
  type_kind:
    0: untyped
    1: builtin
    2: class_name
    3: script`;

const packedTexts = (name) =>
  type(snake(name), [
    "seq:",
    ...indented(2, [
      ...field("count_word", ["doc: With bit 31 set, the array is empty.", "type: u4"]),
      ...field("elements", ["type: text", "repeat: expr", "repeat-expr: num_elements"]),
    ]),
    "instances:",
    "  num_elements:",
    "    value: 'count_word > 0x7fffffff ? 0 : count_word'",
  ]);

/** The text of the .ksy file. */
export function definition({ name, number, covers, dialect }) {
  const { rows, reals } = dialect;
  const cases = rows
    .filter(({ layout }) => payloads[layout])
    .map((row) => `        'type_id::${snake(row.type)}': ${payloads[row.layout](row.type, reals, dialect)}`);
  const types = rows.flatMap(({ type: each, layout }) => {
    if (layout === "numbers") return numbersType(each, reals);
    if (layout === "packed") return packedType(each, reals);
    return layout === "packed_texts" ? packedTexts(each) : [];
  });
  const ids = rows.map((row, id) => `    ${id}: ${snake(row.type)}`);
  return `# Generated from cpp/spec/variant.json by \`npm run generate\`. Do not edit.
meta:
  id: ${name}
  title: Binary Variant of Godot ${number} (${covers})
  license: MIT
  ks-version: '0.11'
  endian: le
  encoding: UTF-8
doc: |
  One value, as var_to_bytes (Godot 4) and var2bytes (Godot 3) return it. Files of store_var and packets of put_var have a length before it.
  The definition does not check that the input ends behind the value, and it has no limit on depth.
doc-ref: docs/FORMAT.md
seq:
  - id: type
    type: u1
    enum: type_id
    valid:
      in-enum: true
  - id: unused
    doc: Engines ignore it.
    type: u1
  - id: flags
    doc: Bits 16 to 31 of the header.
    type: u2
  - id: payload
    doc: Absent in types that are a header only.
    type:
      switch-on: type
      cases:
${cases.join("\n")}
instances:
  is_wide:
    doc: The numbers have 64 bits; an Object is an id. Other types give the bit no meaning or another one.
    value: (flags & 1) != 0
enums:
  type_id:
${ids.join("\n")}${dialect.typed_arrays ? typeKinds : ""}
types:
${`${fixedTypes(dialect).slice(1).replaceAll("ROOT", name)}${types.join("\n")}`}
`;
}
