// The one instance of the codec: compiles it when it is needed, and lends it to one call at a time.
import { isStackOverflow } from "../base/call-stack.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { Boundary } from "./boundary.js";
import createModule, { wasmName } from "./glue.gen.mjs";
import type { Glue, GlueOptions } from "./glue.js";
import { embeddedWasm } from "./inline.js";

/**
 * The bytes of the wasm file, or the module compiled from them. The types of Node alone do not declare `WebAssembly`: a program without
 * those of the DOM may pass any object, of which the error says whether it is a module.
 */
export type WasmSource = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module; new (bytes: infer Source): unknown } };
}
  ? Module | Source
  : object;

/** An instance with more memory is kept only by a WeakRef, so that the garbage collector can free it. */
const usualMemory = 8 * 1024 * 1024;

/** A part of the module that the program contains. */
interface Part {
  readonly source: (() => WasmSource) | undefined;
  compiled: WebAssembly.Module | undefined;
}

let main: Part = { source: embeddedWasm, compiled: undefined };
/** Further parts, which are compiled ahead with the first one. */
const parts: Part[] = [];
let current: Boundary | undefined;
let grown: WeakRef<Boundary> | undefined;
/** Continue those who wait for a source. */
const waiting: (() => void)[] = [];

/** @internal Adds a part to the embedded module; it is compiled at its first use. */
export function codecPart(source: (() => WasmSource) | undefined): Part {
  const part = { source, compiled: undefined };
  parts.push(part);
  return part;
}

/** @internal Sets the source of the whole module, which is compiled at the first use; undefined forgets the embedded one. */
export function setWasmSource(given: WasmSource | undefined): void {
  main = { source: given === undefined ? undefined : () => given, compiled: undefined };
  current = grown = undefined;
  if (given !== undefined) for (const proceed of waiting.splice(0)) proceed();
}

/** @internal Compiles without blocking the thread, once the source is known. Rejects with `wasm-unavailable`. */
export async function compileAhead(): Promise<void> {
  if (main.source === undefined) await new Promise<void>((proceed) => waiting.push(proceed));
  for (const part of [main, ...parts]) {
    if (part.compiled !== undefined || part.source === undefined) continue;
    const given = givenSource(part);
    let module: WebAssembly.Module;
    try {
      module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    } catch (cause) {
      throw refused(cause);
    }
    part.compiled = ofThisBuild(module);
  }
}

/** @internal Takes exclusive use of a codec, until `keep` returns it. */
export function takeCodec(): Boundary {
  const codec = current ?? grown?.deref() ?? instantiate();
  current = grown = undefined;
  return codec;
}

/** @internal Runs `call` with exclusive use of a codec. Takes its arguments separately, which saves a closure. */
export function withCodec<Result, Args extends readonly unknown[]>(
  call: (codec: Boundary, ...args: Args) => Result,
  ...args: Args
): Result {
  const codec = takeCodec();
  try {
    const result = call(codec, ...args);
    keep(codec);
    return result;
  } catch (error) {
    throw codecError(codec, error);
  }
}

/**
 * @internal The error to throw after a call of the codec failed. Keeps the instance only after a VariantError, because anything else may
 * have left it in the middle of its work. Returns `too-large` if memory ran out, and `too-deep` if the call stack did.
 */
export function codecError(codec: Boundary, error: unknown): unknown {
  if (error instanceof VariantError) {
    keep(codec);
    return error;
  }
  if (isStackOverflow(error)) return new VariantError("too-deep", { cause: error });
  const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return broken ? new VariantError("too-large", { hints: [hint("out-of-memory")], cause: error }) : error;
}

/** @internal Returns a codec for the next use, unless it is broken. */
export function keep(codec: Boundary): void {
  if (codec.broken) return;
  codec.finish();
  if (codec.memory > usualMemory) grown = codec.weak ??= new WeakRef(codec);
  else current = codec;
}

function givenSource({ source }: Part): WasmSource {
  if (typeof WebAssembly !== "object")
    throw new VariantError("wasm-unavailable", { hints: [hint("no-webassembly")] });
  if (source === undefined) throw new VariantError("wasm-unavailable", { hints: [hint("call-init")] });
  return source();
}

/** @internal The compiled part. Throws `wasm-unavailable`. */
export function compilePart(part: Part): WebAssembly.Module {
  if (part.compiled !== undefined) return part.compiled;
  const given = givenSource(part);
  let module: WebAssembly.Module;
  try {
    module = given instanceof WebAssembly.Module ? given : new WebAssembly.Module(given);
  } catch (cause) {
    throw refused(cause);
  }
  part.compiled = ofThisBuild(module);
  return module;
}

/**
 * The module itself. Throws `wasm-unavailable` if it does not belong to this code: such a module may name its functions differently, so it
 * could answer wrongly. scripts/wasm.mjs adds the section.
 */
function ofThisBuild(module: WebAssembly.Module): WebAssembly.Module {
  if (WebAssembly.Module.customSections(module, wasmName).length > 0) return module;
  throw new VariantError("wasm-unavailable", { hints: [hint("other-build")] });
}

const refused = (cause: unknown): VariantError =>
  new VariantError("wasm-unavailable", { hints: [hint("compile-refused")], cause });

/** Stands in the table of the first part for the functions of the second one, until that is linked. */
function missing(): never {
  throw new Error("The second part of the codec is not linked.");
}

/** Emscripten's glue adds its functions to `options` before it returns, even if it returns a promise. */
function instantiate(): Boundary {
  const module = compilePart(main);
  try {
    let first: WebAssembly.Exports | undefined;
    let isPart = false;
    // A whole module asks for no placeholder.
    const placeholder = new Proxy(
      {},
      {
        get() {
          isPart = true;
          return missing;
        },
      },
    ) as WebAssembly.ModuleImports;
    // By the names that older and newer versions of wasm-split give to it.
    const placeholders = { placeholder, "placeholder.deferred": placeholder };
    const options: GlueOptions = {
      // The error says all that Emscripten would print when memory runs out.
      printErr() {},
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, { ...imports, ...placeholders });
        receive(instance);
        first = instance.exports;
        return first;
      },
    };
    const promise = createModule(options);
    if (promise instanceof Promise) promise.catch(() => {});
    return new Boundary(options as GlueOptions & Glue, isPart ? first : undefined);
  } catch (cause) {
    throw refused(cause);
  }
}
