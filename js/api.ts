export {
  Callable,
  EncodedObjectAsID,
  Float,
  float,
  GodotObject,
  NodePath,
  type NodePathParts,
  RID,
  Signal,
  StringName,
} from "./atoms.js";
export {
  type ConvertOptions,
  convert,
  type DecodeResult,
  decode,
  encode,
  tryDecode,
} from "./codec.js";
export { ConfigFile } from "./config-file.js";
export type { ConvertFileOptions } from "./containers/convert-file.js";
export { type Candidate, detect } from "./containers/detect.js";
export {
  decodeFrames,
  encodeFrames,
  type FoundFrame,
  type FrameOptions,
  type Gap,
  scanFrames,
} from "./containers/frames.js";
export type { Framing } from "./containers/framings.js";
export type {
  Base64Layer,
  CompressedLayer,
  DecompressOptions,
  EncryptedLayer,
  Layer,
  ReadOptions,
  Secrets,
  StreamLayer,
  Unwrapped,
  WriteOptions,
} from "./containers/layers.js";
export type { Loaded, LoadOptions, SaveOptions } from "./containers/load.js";
export type { OpenedFile } from "./containers/open-file.js";
export type { Compression } from "./containers/platform.js";
export type { RecoveredFile, RecoverFileOptions } from "./containers/recover-file.js";
export { type ContainerType, VariantArray } from "./containers.js";
export { Dictionary, type DictionaryTraits } from "./dictionary.js";
export {
  type ByteRange,
  type Change,
  type Difference,
  Document,
  type DocumentIndex,
  type DocumentNode,
  type DocumentStats,
  diff,
  type OpenOptions,
  open,
  type Path,
  patch,
  type TypeStats,
} from "./document/document.js";
export { type Lost, type Recovered, type RecoveredValue, recover } from "./document/recover.js";
export {
  type ErrorCode,
  type ErrorDetails,
  type Loss,
  type LossCode,
  VariantError,
  type Warning,
  type WarningCode,
} from "./errors.js";
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
} from "./files.js";
export { Image, InputEvent, inputEventTypes } from "./godot2.js";
export { inferTypes } from "./infer-types.js";
export { type Json, type NativeOptions, toNative } from "./native.js";
export { fromNative } from "./native-reader.js";
export type { Bytes, Like, Limits, Options } from "./options.js";
export {
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
} from "./packed.js";
export { formatPath, parsePath } from "./path.js";
export { fromPlainJSON, toPlainJSON } from "./plain-json.js";
export type { Issue, OutputOf, StandardSchema } from "./schema.js";
export { setCodeGeneration } from "./shape-cache.js";
export { AABB, Basis, Plane, Projection, Rect2, Rect2i, Transform2D, Transform3D } from "./shapes.js";
export {
  decodeStream,
  encodeStream,
  type Source,
  VariantDecoderStream,
  VariantEncoderStream,
} from "./streams.js";
export { type ContainerName, type DialectName, dialectDescriptions, type TypeName } from "./table.gen.js";
export { type ParseOptions, parseText, type TextEngine, type TextOptions, toText } from "./text-form.js";
export type { ComponentValue, PackedValue, Variant } from "./values.js";
export { Color, Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i } from "./vectors.js";
