// All that godot-variant and godot-variant/slim export.
export {
  type ErrorCode,
  type ErrorDetails,
  type Issue,
  type Loss,
  type LossCode,
  VariantError,
  type Warning,
  type WarningCode,
} from "./base/errors.js";
export type { Framing } from "./base/framings.js";
export type { Hint, HintArgs, HintCode } from "./base/hints.js";
export type {
  ByteArray,
  Bytes,
  DecodeOptions,
  EncodeOptions,
  Like,
  Limits,
  Options,
  ReadOptions,
  Secrets,
  WrapOptions,
  WriteOptions,
} from "./base/options.js";
export { formatPath, parsePath } from "./base/path.js";
export type { OutputOf, StandardSchema } from "./base/schema.js";
export {
  type ConvertOptions,
  type ConvertResult,
  convert,
  type DecodeResult,
  decode,
  encode,
  encodeInto,
  tryDecode,
} from "./codec/codec.js";
export {
  type ByteRange,
  type Change,
  type Difference,
  Document,
  type DocumentIndex,
  type DocumentNode,
  type DocumentStats,
  diff,
  type Path,
  patch,
  type TypeStats,
} from "./document/document.js";
export { type RecoverOptions, recover } from "./document/recover/recover.js";
export type { Lost, Recovered, RecoveredValue } from "./document/recover/recovered.js";
export type { SearchOptions } from "./document/search/query.js";
export { search } from "./document/search/search.js";
export type { ConvertedFile, ConvertFileOptions } from "./files/convert-file.js";
export { type Candidate, detect } from "./files/detect.js";
export type {
  Base64Layer,
  CompressedLayer,
  Compression,
  DecompressOptions,
  EncryptedLayer,
  Layer,
  StreamLayer,
  Unwrapped,
} from "./files/layers.js";
export {
  compress,
  convertFile,
  decompress,
  load,
  openFile,
  recoverFile,
  save,
  unwrap,
  wrap,
} from "./files/lazy.js";
export type { Loaded, LoadOptions, SaveOptions } from "./files/load.js";
export { type OpenOptions, open } from "./files/open.js";
export type { OpenedFile, OpenFileOptions } from "./files/open-file.js";
export type { RecoveredFile, RecoverFileOptions } from "./files/recover-file.js";
export { type RestoreOptions, restore } from "./files/restore.js";
export { ConfigFile } from "./forms/config-file.js";
export {
  type ParseOptions,
  parseText,
  type TextEngine,
  type TextOptions,
  toText,
} from "./forms/godot-text.js";
export { inferTypes } from "./forms/infer-types.js";
export { type Json, type NativeOptions, toNative } from "./forms/json-native.js";
export { type FromNativeOptions, fromNative } from "./forms/json-native-reader.js";
export {
  type FromPlainJSONOptions,
  fromPlainJSON,
  type PlainJSONOptions,
  toPlainJSON,
} from "./forms/plain-json.js";
export type { Source } from "./frames/chunks.js";
export {
  type DecodeFramesOptions,
  decodeFrames,
  type EncodeFramesOptions,
  encodeFrames,
} from "./frames/frames.js";
export type { Gap } from "./frames/gaps.js";
export {
  type FoundFrame,
  type FoundFrames,
  type Frame,
  type LocateFramesOptions,
  locateFrames,
  scanFrames,
} from "./frames/locate-frames.js";
export {
  decodeStream,
  type EncodeStreamOptions,
  encodeStream,
  VariantDecoderStream,
  VariantEncoderStream,
} from "./frames/streams.js";
export type { DecodeStreamOptions } from "./frames/value-reader.js";
export {
  type ContainerName,
  type DialectName,
  dialectDescriptions,
  type TypeName,
} from "./table/table.gen.js";
export { Image, InputEvent, inputEventTypes } from "./values/legacy-values.js";
// By their names, because esbuild keeps what `export *` names in every bundle.
export {
  PackedColorArray,
  type PackedComponentsValue,
  PackedVector2Array,
  PackedVector2iArray,
  PackedVector3Array,
  PackedVector3iArray,
  PackedVector4Array,
  PackedVector4iArray,
} from "./values/packed.gen.js";
export { PackedStringArray } from "./values/packed.js";
export {
  Callable,
  EncodedObjectAsID,
  Float,
  float,
  NodePath,
  type NodePathParts,
  RID,
  Signal,
  StringName,
} from "./values/small-values.js";
export {
  type ContainerType,
  Dictionary,
  type DictionaryTraits,
  GodotObject,
  PackedTypedArray,
  type PackedValue,
  TypedArray,
  type Variant,
  VariantArray,
} from "./values/variant.js";
export {
  AABB,
  Basis,
  Color,
  type ComponentValue,
  Plane,
  Projection,
  Quaternion,
  Rect2,
  Rect2i,
  Transform2D,
  Transform3D,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
  Vector4i,
} from "./values/vectors.gen.js";
export { setCodeGeneration } from "./wasm/code-generation.js";
export { ready } from "./wasm/ready.js";
