import { isStackOverflow, VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { Boundary } from "./boundary.js";
import createModule from "./glue.gen.mjs";
import type { Glue, GlueOptions } from "./glue.js";
import { embeddedWasm } from "./inline.js";

/** The bytes of the wasm file, or the module compiled from them. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** An instance with more memory is kept only by a WeakRef, so that the garbage collector can free it. */
const usualMemory = 8 * 1024 * 1024;

let source: (() => WasmSource) | undefined = embeddedWasm;
let compiled: WebAssembly.Module | undefined;
let current: Boundary | undefined;
let grown: WeakRef<Boundary> | undefined;
/** Continue those who wait for a source. */
const waiting: (() => void)[] = [];

/** @internal Sets the source of the module, which is compiled at the first use; undefined forgets the embedded one. */
export function setWasmSource(given: WasmSource | undefined): void {
  source = given === undefined ? undefined : () => given;
  compiled = undefined;
  current = grown = undefined;
  if (source !== undefined) for (const proceed of waiting.splice(0)) proceed();
}

/** @internal Compiles without blocking the thread, once the source is known. Rejects with `wasm-unavailable`. */
export async function compileAhead(): Promise<void> {
  if (source === undefined) await new Promise<void>((proceed) => waiting.push(proceed));
  if (compiled !== undefined) return;
  const given = givenSource();
  if (given instanceof WebAssembly.Module) {
    compiled = given;
    return;
  }
  try {
    compiled = await WebAssembly.compile(given);
  } catch (cause) {
    throw new VariantError("wasm-unavailable", { hints: [hint("compile-refused")], cause });
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
 * @internal The error to throw after a call of the codec failed. If the codec itself crashed, which only happens when it runs
 * out of memory, drops the instance and returns `too-large`.
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

function givenSource(): WasmSource {
  if (typeof WebAssembly !== "object")
    throw new VariantError("wasm-unavailable", { hints: [hint("no-webassembly")] });
  if (source === undefined) throw new VariantError("wasm-unavailable", { hints: [hint("call-init")] });
  return source();
}

function compile(): WebAssembly.Module {
  const given = givenSource();
  if (given instanceof WebAssembly.Module) return given;
  return new WebAssembly.Module(given);
}

/** Emscripten's glue adds its functions to `options` before it returns, even if it returns a promise. */
function instantiate(): Boundary {
  try {
    compiled ??= compile();
    const module = compiled;
    const options: GlueOptions = {
      instantiateWasm(imports, receive) {
        const instance = new WebAssembly.Instance(module, imports);
        receive(instance);
        return instance.exports;
      },
    };
    const promise = createModule(options);
    if (promise instanceof Promise) promise.catch(() => {});
    return new Boundary(options as GlueOptions & Glue);
  } catch (cause) {
    if (cause instanceof VariantError) throw cause;
    throw new VariantError("wasm-unavailable", { hints: [hint("compile-refused")], cause });
  }
}
