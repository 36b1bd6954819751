// `init` of godot-variant/slim.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { compileAhead, setWasmSource, type WasmSource } from "./codec-instance.js";

/**
 * Provides the WebAssembly module: the bytes of `godot_variant.wasm`, a compiled Module, a URL to fetch, or the Response of
 * a fetch, or its promise. With bytes or a Module, the package is usable as soon as this function returns; otherwise, when its promise
 * resolves. Rejects with `wasm-unavailable`.
 *
 * @param source - The module, or where to fetch it.
 * @throws VariantError `wasm-unavailable` if it cannot be fetched or compiled.
 * @example
 * ```ts
 * await init(readFileSync(fileURLToPath(import.meta.resolve("godot-variant/godot_variant.wasm"))));
 * ```
 */
export async function init(
  source: WasmSource | URL | Response | PromiseLike<Response> | string,
): Promise<void> {
  setWasmSource(isFetched(source) ? await fetched(source) : source);
  await compileAhead();
}

setWasmSource(undefined);

type Fetched = URL | Response | PromiseLike<Response> | string;

function isFetched(source: WasmSource | Fetched): source is Fetched {
  return (
    typeof source === "string" ||
    source instanceof URL ||
    "then" in source ||
    (typeof Response !== "undefined" && source instanceof Response)
  );
}

async function fetched(source: Fetched): Promise<ArrayBuffer> {
  try {
    const response = await (typeof source === "string" || source instanceof URL ? fetch(source) : source);
    if (response.ok) return await response.arrayBuffer();
    throw new Error(`${response.url} answered ${response.status}`);
  } catch (cause) {
    throw new VariantError("wasm-unavailable", { hints: [hint("pass-wasm-bytes")], cause });
  }
}
