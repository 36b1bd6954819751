// Writes a pattern for ImHex (.hexpat), which shows the fields of a value in its hex view.

import { spec } from "./dialects.mjs";
import { fieldsOf, snake } from "./fields.mjs";

const numberTypes = { u8: "u8", i32: "s32", i64: "s64", f32: "float", f64: "double" };

/** The name of a type id, as GDScript spells it. */
const constant = (type) => `TYPE_${snake(type).toUpperCase()}`;

/** A struct whose numbers are T, or the template itself when the width is chosen from outside. */
const struct = (name, { element }, lines, reals) =>
  [
    `struct ${name}${element === "real" && reals === "by_flag" ? "<T>" : ""} {`,
    ...lines.map((line) => `    ${line}`),
    "};",
  ].join("\n");

/** What a field or an element is declared as inside a struct. */
function declared({ type, element }, reals) {
  const width = element === "real" && reals === "by_flag" ? "T" : undefined;
  if (type !== undefined) return width ? `${type}<T>` : type;
  return width ?? numberTypes[element] ?? "float";
}

function numbersStruct(name, reals) {
  const fields = fieldsOf(name);
  const { by_rows: byRows, about } = spec.types[name];
  const lines = byRows
    ? [`${declared(fields[0], reals)} rows[${fields.length}];`]
    : fields.map((field) => `${declared(field, reals)} ${field.name};`);
  return `// ${about}\n${struct(name, spec.types[name], lines, reals)}`;
}

function packedStruct(name, reals) {
  const { element, holds } = spec.types[name];
  const lines = [
    "u32 count;",
    'std::assert(count <= 0x7fffffff, "The count of a packed array is negative");',
    `if (count > 0) ${declared({ type: holds, element }, reals)} elements[count];`,
  ];
  // Engines accept a PackedByteArray without padding at the end of the input.
  if (element === "u8") lines.push("if (count % 4 != 0 && !std::mem::eof()) padding[4 - count % 4];");
  return struct(name, { element }, lines, reals);
}

const packedTextsStruct = (name) =>
  struct(name, {}, ["u32 count;", "if (count > 0 && count <= 0x7fffffff) Text elements[count];"]);

const containerType = `
struct ContainerType<auto Kind> {
    if (Kind == 1) TypeId builtin;
    if (Kind == 1) padding[3];
    if (Kind >= 2) Text name;
};
`;

/** Types that do not depend on the dialect, or only by whether containers are typed. */
const fixedStructs = ({ typed_arrays: typedArrays, typed_dictionaries: typedDictionaries }) => `using Variant;

// A NUL inside the text ends it. Engines write one in PackedStringArray only.
struct Text {
    u32 length;
    std::assert(length <= 0x7ffffffc, "The length of a text is too large");
    if (length > 0) char value[length];
    if (length % 4 != 0) padding[4 - length % 4];
};
${typedArrays ? containerType : ""}
// Bit 31 of the names is set. Flag bit 0 marks an absolute path, bit 1 announces a property, which is one more subname.
struct NodePath {
    u32 names_word;
    u32 subnames_word;
    u32 flags;
    std::assert(names_word >= 0x80000000, "Engines refuse this form of a NodePath");
    if (names_word > 0x80000000) Text names[names_word - 0x80000000];
    if (subnames_word > 0) Text subnames[subnames_word];
    if ((flags & 2) != 0) Text property;
};

struct Property {
    Text name;
    Variant value;
};

// A null object ends after an empty class name.
struct FullObject {
    Text class_name;
    if (class_name.length > 0) s32 count;
    if (class_name.length > 0) if (count > 0) Property properties[count];
};

struct Signal {
    Text name;
    u64 object_id;
};

// Engines ignore bit 31 of the counts.
struct Array${typedArrays ? "<auto Kind>" : ""} {
${typedArrays ? "    if (Kind != 0) ContainerType<Kind> element_type;\n" : ""}    u32 count;
    if ((count & 0x7fffffff) > 0) Variant elements[count & 0x7fffffff];
};

struct Pair {
    Variant key;
    Variant value;
};

struct Dictionary${typedDictionaries ? "<auto KeyKind, auto ValueKind>" : ""} {
${typedDictionaries ? "    if (KeyKind != 0) ContainerType<KeyKind> key_type;\n    if (ValueKind != 0) ContainerType<ValueKind> value_type;\n" : ""}    u32 count;
    if ((count & 0x7fffffff) > 0) Pair pairs[count & 0x7fffffff];
};
`;

const wide = "(flags & 1) != 0";
const eitherWidth = (wideType, narrowType) =>
  `if (${wide}) ${wideType} value;\n        else ${narrowType} value;`;

/** The statements that read the payload of a type. */
const payloads = {
  empty: () => "",
  boolean: () => "u32 value;",
  integer: () => eitherWidth("s64", "s32"),
  real: () => eitherWidth("double", "float"),
  text: () => "Text value;",
  numbers: withWidth,
  node_path: () => "NodePath value;",
  id: () => "u64 value;",
  object: () => eitherWidth("u64", "FullObject"),
  signal: () => "Signal value;",
  dictionary: (_, { typed_dictionaries: typed }) =>
    typed ? "Dictionary<flags & 3, (flags >> 2) & 3> value;" : "Dictionary value;",
  array: (_, { typed_arrays: typed }) => (typed ? "Array<flags & 3> value;" : "Array value;"),
  packed: withWidth,
  packed_texts: (type) => `${type} value;`,
};

function withWidth(type, { reals }) {
  if (spec.types[type].element !== "real" || reals !== "by_flag") return `${type} value;`;
  return eitherWidth(`${type}<double>`, `${type}<float>`);
}

/** The text of the .hexpat file. */
export function definition({ number, covers, dialect }) {
  const { rows, reals } = dialect;
  const ids = rows.map(({ type }, id) => `    ${constant(type)} = ${id},`);
  const structs = rows.flatMap(({ type, layout }) => {
    if (layout === "numbers") return numbersStruct(type, reals);
    if (layout === "packed") return packedStruct(type, reals);
    return layout === "packed_texts" ? packedTextsStruct(type) : [];
  });
  const branches = rows
    .map((row) => ({ type: row.type, statements: payloads[row.layout](row.type, dialect) }))
    .filter(({ statements }) => statements !== "")
    .map(({ type, statements }) => `if (type == TypeId::${constant(type)}) {\n        ${statements}\n    }`);
  return `// Generated from cpp/spec/variant.json by \`npm run generate\`. Do not edit.
#pragma description Binary Variant of Godot ${number} (${covers})
#pragma endian little
// Two for each level of nesting. Far above, ImHex's own stack ends before this limit does.
#pragma eval_depth 512
#pragma array_limit 0x1000000
#pragma pattern_limit 0x1000000

import std.mem;
import std.sys;

// Files of store_var have a length before the value: set it to 4 for them.
u64 start in;

enum TypeId : u8 {
${ids.join("\n")}
};

${fixedStructs(dialect)}
${structs.join("\n\n")}

struct Variant {
    TypeId type;
    u8 unused;
    u16 flags;
    std::assert(u8(type) < ${rows.length}, "Godot ${number} has no type with this id");
    ${branches.join(" else ")}
};

Variant value @ start;
`;
}
