// Generated from cpp/spec/variant.json by cpp/spec/generate.mjs; do not edit.

/** Godot's name of a type. */
export type TypeName =
  | "Nil"
  | "bool"
  | "int"
  | "float"
  | "String"
  | "Vector2"
  | "Vector2i"
  | "Rect2"
  | "Rect2i"
  | "Vector3"
  | "Vector3i"
  | "Transform2D"
  | "Vector4"
  | "Vector4i"
  | "Plane"
  | "Quaternion"
  | "AABB"
  | "Basis"
  | "Transform3D"
  | "Projection"
  | "Color"
  | "StringName"
  | "NodePath"
  | "RID"
  | "Object"
  | "Callable"
  | "Signal"
  | "Dictionary"
  | "Array"
  | "PackedByteArray"
  | "PackedInt32Array"
  | "PackedInt64Array"
  | "PackedFloat32Array"
  | "PackedFloat64Array"
  | "PackedStringArray"
  | "PackedVector2Array"
  | "PackedVector3Array"
  | "PackedColorArray"
  | "PackedVector4Array"
  | "Image"
  | "InputEvent"
  | "PackedVector2iArray"
  | "PackedVector3iArray"
  | "PackedVector4iArray"
  | "TypedArray"
  | "PackedTypedArray";

/** @internal Tape type numbers by name. */
export const Type = {
  "Nil": 0,
  "bool": 1,
  "int": 2,
  "float": 3,
  "String": 4,
  "Vector2": 5,
  "Vector2i": 6,
  "Rect2": 7,
  "Rect2i": 8,
  "Vector3": 9,
  "Vector3i": 10,
  "Transform2D": 11,
  "Vector4": 12,
  "Vector4i": 13,
  "Plane": 14,
  "Quaternion": 15,
  "AABB": 16,
  "Basis": 17,
  "Transform3D": 18,
  "Projection": 19,
  "Color": 20,
  "StringName": 21,
  "NodePath": 22,
  "RID": 23,
  "Object": 24,
  "Callable": 25,
  "Signal": 26,
  "Dictionary": 27,
  "Array": 28,
  "PackedByteArray": 29,
  "PackedInt32Array": 30,
  "PackedInt64Array": 31,
  "PackedFloat32Array": 32,
  "PackedFloat64Array": 33,
  "PackedStringArray": 34,
  "PackedVector2Array": 35,
  "PackedVector3Array": 36,
  "PackedColorArray": 37,
  "PackedVector4Array": 38,
  "Image": 39,
  "InputEvent": 40,
  "PackedVector2iArray": 41,
  "PackedVector3iArray": 42,
  "PackedVector4iArray": 43,
  "TypedArray": 44,
  "PackedTypedArray": 45,
} as const;

/** @internal Type names by tape type number. */
export const typeNames = /* @__PURE__ */ Object.keys(Type) as readonly TypeName[];

/** @internal The wire layout of a value; docs/FORMAT.md has one section per layout. */
export type Layout =
  | "empty"
  | "boolean"
  | "integer"
  | "real"
  | "text"
  | "numbers"
  | "node_path"
  | "id"
  | "object"
  | "signal"
  | "dictionary"
  | "array"
  | "packed"
  | "packed_texts"
  | "image"
  | "input_event"
  | "typed_array";

/** @internal The kind of number in a vector or packed array; the dialect or the header decides the width of `real`. */
export type Element =
  | "none"
  | "real"
  | "i32"
  | "f32"
  | "u8"
  | "i64"
  | "f64";

/** @internal Layouts by tape type number. */
export const layouts: readonly Layout[] = [
  "empty",
  "boolean",
  "integer",
  "real",
  "text",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "numbers",
  "text",
  "node_path",
  "id",
  "object",
  "empty",
  "signal",
  "dictionary",
  "array",
  "packed",
  "packed",
  "packed",
  "packed",
  "packed",
  "packed_texts",
  "packed",
  "packed",
  "packed",
  "packed",
  "image",
  "input_event",
  "packed",
  "packed",
  "packed",
  "typed_array",
  "typed_array",
];

/** @internal Element kinds by tape type number. */
export const elements: readonly Element[] = [
  "none",
  "none",
  "none",
  "none",
  "none",
  "real",
  "i32",
  "real",
  "i32",
  "real",
  "i32",
  "real",
  "real",
  "i32",
  "real",
  "real",
  "real",
  "real",
  "real",
  "real",
  "f32",
  "none",
  "none",
  "none",
  "none",
  "none",
  "none",
  "none",
  "none",
  "u8",
  "i32",
  "i64",
  "f32",
  "f64",
  "none",
  "real",
  "real",
  "f32",
  "real",
  "none",
  "none",
  "i32",
  "i32",
  "i32",
  "none",
  "none",
];

/** @internal Numbers in a value of a vector type or in an element of a packed array; 0 for other types. */
export const components: readonly number[] = [0, 0, 0, 0, 0, 2, 2, 4, 4, 3, 3, 6, 4, 4, 4, 4, 6, 9, 12, 16, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 2, 3, 4, 4, 0, 0, 2, 3, 4, 0, 0];

/** The name of a dialect or of an alias. */
export type DialectName =
  | "godot-4.4"
  | "godot-4"
  | "godot-4.3"
  | "godot-4.0"
  | "godot-3"
  | "godot-3.0"
  | "rebel"
  | "pandemonium"
  | "godot-2"
  | "docs-000"
  | "docs-001"
  | "docs-002"
  | "docs-003"
  | "docs-004";

/** @internal Dialect numbers of the codec, by name and alias. */
export const dialectNumbers: Readonly<Record<DialectName, number>> = {
  "godot-4.4": 0,
  "godot-4": 0,
  "godot-4.3": 1,
  "godot-4.0": 2,
  "godot-3": 3,
  "godot-3.0": 4,
  "rebel": 5,
  "pandemonium": 6,
  "godot-2": 7,
  "docs-000": 8,
  "docs-001": 9,
  "docs-002": 10,
  "docs-003": 11,
  "docs-004": 12,
};

/** @internal Tape type numbers by dialect number and wire id; -1 where an id is unused. */
export const wireTypes: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 7, 8, 5, 6, 9, 10, 12, 13, 14, 15, 16, 17, 18, 11, 19, 20, 22, 23, 24, 21, 27, 28, 44, 45, 29, 30, 32, 34, 35, 41, 36, 42, 38, 43, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 39, 22, 23, 24, 40, 27, 28, 29, 30, 32, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38],
  [0, 1, 2, 3, 4, 5, 7, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 24, 27, 28, 29, 30, 32, 34, 35, 36, 37],
];

/** @internal What distinguishes the dialects, by number: their descriptions without the texts for people. */
export const dialectTraits: readonly {
  name: DialectName;
  engine: boolean;
  generation: number;
  rare: boolean;
  dictionaryKeysByIdentity: boolean;
}[] = [
  {"name":"godot-4.4","engine":true,"generation":4,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"godot-4.3","engine":true,"generation":4,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"godot-4.0","engine":true,"generation":4,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"godot-3","engine":true,"generation":3,"rare":false,"dictionaryKeysByIdentity":true},
  {"name":"godot-3.0","engine":true,"generation":3,"rare":false,"dictionaryKeysByIdentity":true},
  {"name":"rebel","engine":true,"generation":3,"rare":false,"dictionaryKeysByIdentity":true},
  {"name":"pandemonium","engine":true,"generation":3,"rare":true,"dictionaryKeysByIdentity":true},
  {"name":"godot-2","engine":true,"generation":2,"rare":false,"dictionaryKeysByIdentity":true},
  {"name":"docs-000","engine":false,"generation":0,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"docs-001","engine":false,"generation":0,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"docs-002","engine":false,"generation":0,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"docs-003","engine":false,"generation":0,"rare":false,"dictionaryKeysByIdentity":false},
  {"name":"docs-004","engine":false,"generation":0,"rare":false,"dictionaryKeysByIdentity":false},
];

const dialectTexts = [
  {"about":"Godot 4.4 to 4.6 and later","label":"Godot 4.4"},
  {"about":"Godot 4.3","label":"Godot 4.3"},
  {"about":"Godot 4.0 to 4.2","label":"Godot 4.0"},
  {"about":"Godot 3.1 to 3.6","label":"Godot 3"},
  {"about":"Godot 3.0, which writes every int with 64 bits","label":"Godot 3.0"},
  {"about":"Rebel Engine; the same bytes as godot-3","label":"Rebel"},
  {"about":"Pandemonium Engine, a fork of Godot 3 with types of its own","label":"Pandemonium"},
  {"about":"Godot 1.x and 2.x","label":"Godot 2"},
  {"about":"the Godot documentation's page for unreleased versions, 2021 to 2025, with a type table that no engine ever used","label":"Docs 000"},
  {"about":"the Godot documentation's page for unreleased versions, 2020, which gives every int and float 64 bits","label":"Docs 001"},
  {"about":"the Godot documentation's page for Godot 3.3 to 3.6","label":"Docs 002"},
  {"about":"the Godot documentation's page as drafted in December 2025, which swaps ids 11, 12 and 13","label":"Docs 003"},
  {"about":"the Rebel Engine documentation's page; the same bytes as docs-002","label":"Docs 004"},
] as const;

/**
 * The description of each dialect, without aliases.
 */
export const dialectDescriptions: readonly {
  /** Its name in options. */
  name: DialectName;
  /** What writes it, for people. */
  about: string;
  /** A short name for people: `Godot 4.4`. */
  label: string;
  /** Whether an engine writes it; the others stand only in documentation. */
  engine: boolean;
  /** The generation of the engine, by which encrypted and compressed files differ; 0 for dialects of documentation. */
  generation: number;
  /** Guessed only when no other fits. */
  rare: boolean;
  /** Whether its engine takes two Dictionaries with the same content for different keys. */
  dictionaryKeysByIdentity: boolean;
}[] = /* @__PURE__ */ dialectTexts.map((texts, number) => ({
  ...(dialectTraits[number] as (typeof dialectTraits)[number]),
  ...texts,
}));

/** @internal The dialects that are tried on damaged bytes when nothing identifies them. */
export const guessedFromHints: readonly DialectName[] = ["godot-4.4","godot-3"];

/** @internal The dialect of calls that name none. */
export const defaultDialect: DialectName = "godot-4.4";

/** @internal The types that the default dialect, the newest Godot, lacks. */
export const typesOfOthers = ["Image","InputEvent","PackedVector2iArray","PackedVector3iArray","PackedVector4iArray","TypedArray","PackedTypedArray"] as const;

/** A sentence for every error code. */
export const errorSentences = {
  "unexpected-end": "The input ends inside this value.",
  "unknown-type": "This dialect has no type with this id.",
  "unsupported-type": "This dialect names the type but does not define its bytes.",
  "bad-utf8": "The text is not valid UTF-8.",
  "bad-length": "The length or count cannot be right.",
  "bad-node-path": "A NodePath of this form cannot be read.",
  "bad-container-type": "The element type of the typed container does not exist.",
  "bad-script": "A script must be null or a path that starts with res://.",
  "bad-image": "The image format does not exist.",
  "too-deep": "Values are nested deeper than the limit.",
  "too-large": "The data is larger than the limit.",
  "object-not-allowed": "Full Objects are not allowed here.",
  "not-in-dialect": "This dialect cannot hold a value of this type.",
  "trailing-bytes": "Bytes are left over after the value.",
  "unsupported-value": "No Variant can hold this value.",
  "bad-path": "The path is malformed, or it leads nowhere.",
  "wrong-type": "A value of this type does not fit here.",
  "int-out-of-range": "The integer is out of range.",
  "cyclic-value": "The value contains itself.",
  "ambiguous-dialect": "The bytes may just as well be something else, in another dialect or framing.",
  "unknown-dialect": "There is no dialect of this name.",
  "bad-container": "The file is damaged, or it is of a kind that cannot be read.",
  "bad-checksum": "The content does not match its checksum.",
  "password-required": "The file is encrypted.",
  "wrong-password": "The password or key is wrong, or the file is damaged.",
  "unsupported-compression": "This compression is not available here.",
  "unsupported-encryption": "This encryption is not available here.",
  "bad-text": "The text is not a value as Godot prints it.",
  "schema-mismatch": "The value does not match the schema.",
  "wasm-unavailable": "The WebAssembly module cannot be used here.",
} as const;

/** @internal Error codes in the order of the codec's numbers; number 0 is "no error". */
export const errorCodes = /* @__PURE__ */ Object.keys(errorSentences) as (keyof typeof errorSentences)[];

/** A sentence for every warning code. */
export const warningSentences = {
  "wrong-element-type": "An engine converts or drops this element of a typed container; here it is kept as written.",
  "class-name-ignored": "Without full Objects, a container typed by a class is typed EncodedObjectAsID.",
  "text-after-nul": "The text continues after a NUL; an engine ignores the rest.",
  "byte-order-mark": "The byte order mark before the text is dropped, as in the engine.",
  "surrogates-in-text": "The text holds encoded surrogates, as Godot 3 on Windows wrote them.",
  "unknown-flags": "Header bits that mean nothing for this type are ignored, as in the engine.",
  "length-ignored": "The length of the event does not fit its type; an engine ignores it.",
  "repeated-key": "An earlier entry has an equal key; this entry replaces its value, as in the engine.",
  "type-changed": "The new value has another type than the old one.",
  "ambiguous-dialect": "In an older dialect, the bytes are as plausible a value of another type.",
  "bytes-between": "The bytes between the values are not read: they are data of the game, or damaged values.",
  "later-reference": "The resource comes later in the file, or is not in it: an engine reads null.",
  "more-warnings": "Only the first 1000 warnings are listed; `count` says how many more there are.",
} as const;

/** @internal Warning codes in the order of the codec's numbers. */
export const warningCodes = /* @__PURE__ */ Object.keys(warningSentences) as (keyof typeof warningSentences)[];

/** A sentence for every loss of a conversion. */
export const lossSentences = {
  "type-changed": "The dialect has no such type, so the nearest one was written.",
  "value-rounded": "The number was rounded to the width that the dialect writes.",
  "width-dropped": "The dialect writes these vectors with 32 bits. The numbers fit, but the 64-bit width is lost.",
  "element-type-dropped": "The dialect has no typed containers of this kind, so the element type was dropped.",
  "id-dropped": "The dialect writes no id for this type.",
  "key-merged": "An earlier entry has an equal key in the new dialect; engines keep one of the two, with the value of this one.",
  "path-emptied": "Engines of the dialect read the NodePath `/` as an empty one.",
  "value-dropped": "The dialect cannot hold this value: null was written, or engines read null in its place.",
  "more-losses": "Only the first 1000 losses are listed; `count` says how many more there are.",
} as const;

/** @internal Loss codes in the order of the codec's numbers. */
export const lossCodes = /* @__PURE__ */ Object.keys(lossSentences) as (keyof typeof lossSentences)[];

/** Bare values (`none`), a layer around values (`gcpf` to `base64`), or another kind of file, which is only identified. */
export type ContainerName =
  | "none"
  | "gcpf"
  | "gdec"
  | "gzip"
  | "zstd"
  | "zlib"
  | "fastlz"
  | "base64"
  | "rsrc"
  | "pck"
  | "gdscript"
  | "texture"
  | "patch"
  | "tscn"
  | "tres"
  | "project"
  | "zip"
  | "png"
  | "jpeg"
  | "riff"
  | "ogg"
  | "sqlite"
  | "program"
  | "json"
  | "config"
  | "text"
  | "utf16";

/** @internal Descriptions of containers, by number; empty for containers that the library reads. */
export const containers: readonly (readonly [ContainerName, string])[] = [
  ["none",""],
  ["gcpf",""],
  ["gdec",""],
  ["gzip",""],
  ["zstd",""],
  ["zlib",""],
  ["fastlz",""],
  ["base64",""],
  ["rsrc","a binary resource of Godot, which readResource of godot-variant/resources opens"],
  ["pck","a pack of Godot, which ProjectSettings.load_resource_pack opens"],
  ["gdscript","a compiled GDScript or shader, which only the engine opens"],
  ["texture","an imported texture of Godot, which ResourceLoader opens"],
  ["patch","a patch of a Godot pack, which only the engine opens"],
  ["tscn","a text scene of Godot, which readResource of godot-variant/resources opens"],
  ["tres","a text resource of Godot, which readResource of godot-variant/resources opens"],
  ["project","a project.godot, which ConfigFile opens"],
  ["zip","a ZIP archive, which ZIPReader opens"],
  ["png","a PNG image, which Image opens"],
  ["jpeg","a JPEG image, which Image opens"],
  ["riff","a WAV, WebP or AVI file, which a media player opens"],
  ["ogg","an Ogg file, which a media player opens"],
  ["sqlite","an SQLite database, which sqlite3 opens"],
  ["program","a program, which only the system opens"],
  ["json","text that begins like JSON, which readSavedText of godot-variant/texts opens"],
  ["config","a ConfigFile, which readSavedText of godot-variant/texts opens"],
  ["text","text, which any editor opens"],
  ["utf16","text in UTF-16, which Godot does not read: save it as UTF-8 in an editor, or with `iconv -f UTF-16 -t UTF-8`"],
];

/** @internal Default limits. */
export const defaultLimits = {"depth":1024,"elements":50000000,"memory":1073741824,"outputBytes":536870912,"decompressedBytes":536870912,"frameBytes":8388608} as const;
