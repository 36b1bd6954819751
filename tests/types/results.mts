// The types of results and options, as a program under `strict` sees them. tests/js/project/types.test.ts compiles this file with
// old and new versions of TypeScript; nothing runs it.
import {
  type ByteArray,
  Callable,
  type DecodeOptions,
  type DecodeResult,
  convert,
  convertFile,
  decode,
  decodeFrames,
  decodeStream,
  encode,
  encodeFrames,
  encodeInto,
  encodeStream,
  fromNative,
  fromPlainJSON,
  type Loaded,
  load,
  locateFrames,
  type Options,
  open,
  openFile,
  parseText,
  recover,
  recoverFile,
  restore,
  type StandardSchema,
  save,
  toNative,
  toPlainJSON,
  toText,
  tryDecode,
  unwrap,
  type Variant,
  VariantDecoderStream,
  VariantEncoderStream,
  wrap,
} from "godot-variant";

/** Whether two types are the same; `any` is the same as `any` only. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(yes: Same<A, B>): void;

interface Save {
  player: { name: string; hp: number };
}
/** As libraries for schemas declare theirs: with an input type that differs from the output type. */
declare const schema: StandardSchema<Save> & { parse(value: unknown): Save };
declare const bytes: Uint8Array;
declare const stream: ReadableStream<Uint8Array>;
type NewBytes = ReturnType<typeof Uint8Array.of>;

// Not every object is a Variant.
export const empty: Variant = [new Callable(), { nested: new Callable() }];
// @ts-expect-error a Date is not
export const date: Variant = new Date(0);
// @ts-expect-error nor is what holds a function
export const held: Variant = { call: () => 1 };

// Without a type, results are Variants, whatever the context expects.
const value = decode(bytes);
same<typeof value, Variant>(true);
// @ts-expect-error a Variant is not a Save
export const claimed: Save = decode(bytes);
// @ts-expect-error nor here
export const alsoClaimed: Loaded<Save> = await load(bytes);

// A type argument is the result type.
const save1 = decode<Save>(bytes, { mode: "plain" });
same<typeof save1, Save>(true);
const tried = tryDecode<Save>(bytes);
same<typeof tried, DecodeResult<Save>>(true);
if (tried.ok) tried.value.player.hp += tried.bytesRead;
const file = await load<Save>(bytes, { password: "x" });
same<typeof file.values, Save[]>(true);
const frames = decodeFrames<Save>(bytes, { framing: "rpc" });
same<typeof frames, Save[]>(true);
for await (const one of decodeStream<Save>([bytes])) same<typeof one, Save>(true);
const piped = stream.pipeThrough(new VariantDecoderStream<Save>());
same<typeof piped, ReadableStream<Save>>(true);
const document = open(bytes);
const hp = document.get<number>("player.hp");
same<typeof hp, number | undefined>(true);
const root = document.root.value<Save>();
same<typeof root, Save>(true);
const restored = restore(file);
same<typeof restored, Loaded<Save>>(true);
await save(file.values, file);
open(file).set("player.hp", 1);

// The result of a schema is the result type.
const validated = decode(bytes, { schema, dialect: "godot-3" });
same<typeof validated, Save>(true);
const triedSchema = tryDecode(bytes, { schema });
same<typeof triedSchema, DecodeResult<Save>>(true);
const { values } = await load(bytes, { schema, framing: "store_var" });
same<typeof values, Save[]>(true);
const validatedFrames = decodeFrames(bytes, { schema });
same<typeof validatedFrames, Save[]>(true);
for await (const one of decodeStream(stream, { schema })) same<typeof one, Save>(true);
const pipedSchema = stream.pipeThrough(new VariantDecoderStream({ schema, onError: "resync" }));
same<typeof pipedSchema, ReadableStream<Save>>(true);

// Without either, also everywhere.
same<typeof pipedPlain, ReadableStream<Variant>>(true);
const pipedPlain = stream.pipeThrough(new VariantDecoderStream());
const some = decodeFrames(bytes);
same<typeof some, Variant[]>(true);
for await (const one of decodeStream(stream)) same<typeof one, Variant>(true);
const got = document.get("a");
same<typeof got, Variant | undefined>(true);
const loaded = await load(bytes);
same<typeof loaded, Loaded>(true);

// Bytes have their exact type, never any.
const written = encode(value);
same<typeof written, NewBytes>(true);
same<ByteArray, NewBytes>(true);
same<Awaited<ReturnType<typeof save>>, NewBytes>(true);
same<typeof document.bytes, NewBytes>(true);
same<typeof loaded.content, NewBytes>(true);
for await (const frame of encodeStream([value])) same<typeof frame, NewBytes>(true);
export const back: ReadableStream<NewBytes> = piped.pipeThrough(new VariantEncoderStream({ bigEndian: true }));

// One object may serve several functions; only options that are written out are checked.
const shared: Options = { dialect: "godot-3", fullObjects: true };
encode(decode(bytes, shared), shared);
const ofDecode: DecodeOptions = shared;
decode(bytes, ofDecode);
locateFrames(loaded.content, loaded);

// Each function takes its own options.
// @ts-expect-error of encode
decode(bytes, { fullObjects: true });
// @ts-expect-error of encode
decode(bytes, { schema, like: bytes });
// @ts-expect-error of encode
decode<Save>(bytes, { pooled: true });
// @ts-expect-error of encode
tryDecode(bytes, { strict: true });
// @ts-expect-error of load
decode(bytes, { password: "x" });
// @ts-expect-error of streams
decode(bytes, { onError: "resync" });
// @ts-expect-error of decode
encode(value, { allowObjects: true });
// @ts-expect-error of decode
encode(value, { schema });
// @ts-expect-error of decode
encode(value, { views: true });
// @ts-expect-error of encode, but the target has memory of its own
encodeInto(value, bytes, { pooled: true });
// @ts-expect-error convert writes no JavaScript values
convert(bytes, { to: "godot-3", mode: "exact" });
// @ts-expect-error of decode
convert(bytes, { to: "godot-3", schema });
// @ts-expect-error convert needs a dialect
convert(bytes, {});
// @ts-expect-error of decode
convertFile(bytes, { to: "godot-3", schema });
// @ts-expect-error of encode
load(bytes, { fullObjects: true });
// @ts-expect-error of decode
save([value], {}, { views: true });
// @ts-expect-error the second argument is what the file is like
save([value], {}, { like: bytes });
// @ts-expect-error a Document validates nothing
open(bytes, { schema });
// @ts-expect-error a Document validates nothing
openFile(bytes, { schema });
// @ts-expect-error of load
unwrap(bytes, { mode: "exact" });
// @ts-expect-error of save
wrap(bytes, [], { mode: "exact" });
// @ts-expect-error of decode
decodeFrames(bytes, { bigEndian: true });
// @ts-expect-error of decode
encodeFrames([value], { views: true });
// @ts-expect-error of decode
locateFrames(bytes, { mode: "exact" });
// @ts-expect-error streams are always framed
decodeStream(stream, { framing: "none" });
// @ts-expect-error of decodeStream
encodeStream([value], { onError: "resync" });
// @ts-expect-error of encodeStream
new VariantDecoderStream({ pooled: true });
// @ts-expect-error of decodeStream
new VariantEncoderStream({ onSkip: () => {} });
// @ts-expect-error what is recovered is not validated
recover(bytes, { schema });
// @ts-expect-error what is recovered is not validated
recoverFile(bytes, { schema });
// @ts-expect-error of encode
restore(value, bytes, { fullObjects: true });
// @ts-expect-error of decode
toText(value, { views: true });
// @ts-expect-error of toText
parseText("1", { engine: "4.6" });
// @ts-expect-error of fromNative
toNative(value, { views: true });
// @ts-expect-error of toNative
fromNative(null, { engine: "4.6" });
// @ts-expect-error of fromPlainJSON
toPlainJSON(value, { like: bytes });
// @ts-expect-error of toPlainJSON
fromPlainJSON("1", { indent: 2 });
// @ts-expect-error a misspelled name
decode(bytes, { dialekt: "godot-3" });
// @ts-expect-error no such dialect
decode(bytes, { dialect: "godot-5" });
