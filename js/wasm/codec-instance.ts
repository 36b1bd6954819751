import { isStackOverflow, VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { Boundary } from "./boundary.js";
import createModule from "./glue.gen.mjs";
import type { Glue, GlueOptions } from "./glue.js";

/** Bytes of the wasm file, or what they were compiled to. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** An instance whose memory has grown beyond this lives only until garbage is collected, unless it is used before. */
const usualMemory = 8 * 1024 * 1024;

let source: (() => WasmSource) | undefined;
let compiled: WebAssembly.Module | undefined;
let current: Boundary | undefined;
let grown: WeakRef<Boundary> | undefined;
let announce: (() => void) | undefined;
const sourceKnown = new Promise<void>((resolve) => {
  announce = resolve;
});

/** @internal Says where the wasm comes from; it is compiled at the first use. */
export function setWasmSource(given: WasmSource): void {
  giveSource(() => given);
}

/** @internal A promise that compiles without blocking the thread once somebody waits for it; `give` makes the bytes then. */
export function readyWith(give?: () => WasmSource): Promise<void> {
  if (give !== undefined) giveSource(give);
  let started: Promise<void> | undefined;
  const start = () => (started ??= compileAhead());
  return {
    // biome-ignore lint/suspicious/noThenProperty: importing the package must not compile anything yet
    then: (resolve, reject) => start().then(resolve, reject),
    catch: (reject) => start().catch(reject),
    finally: (settle) => start().finally(settle),
    [Symbol.toStringTag]: "Promise",
  };
}

function giveSource(give: () => WasmSource): void {
  source = give;
  compiled = undefined;
  current = grown = undefined;
  announce?.();
}

/** @internal Compiles without blocking the thread, once the source is known. Rejects with `wasm-unavailable`. */
export async function compileAhead(): Promise<void> {
  await sourceKnown;
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

/** @internal Takes the codec, which nothing else uses until `keep`. */
export function takeCodec(): Boundary {
  const codec = current ?? grown?.deref() ?? instantiate();
  current = grown = undefined;
  return codec;
}

/** @internal Runs `call` with the codec, which nothing else uses meanwhile, and the arguments. */
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
 * @internal What to throw for an error of the codec or of what reads its results. When the codec itself broke down (it can only run
 * out of memory) its instance is dropped and the error is `too-large`.
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

/** @internal Gives the codec back, but for one that broke down. */
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

/** The glue has put its functions on the object by the time that it returns, whatever it returns. */
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
