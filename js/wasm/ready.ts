// `ready`.
import { compileAhead } from "./codec-instance.js";

/**
 * Compiles the WebAssembly module when you wait for it, and resolves when it is compiled. Needed only in old browsers, whose
 * main thread may not compile synchronously; elsewhere the first call compiles it. In `godot-variant/slim`, waits for `init`
 * first. Rejects with `wasm-unavailable`.
 */
export const ready: Promise<void> = /* @__PURE__ */ whenAsked(compileAhead);

/** A promise whose first `then` starts the work, because importing the package must not compile anything yet. */
function whenAsked(work: () => Promise<void>): Promise<void> {
  let started: Promise<void> | undefined;
  const start = () => (started ??= work());
  return {
    // biome-ignore lint/suspicious/noThenProperty: it has to act as a promise
    then: (resolve, reject) => start().then(resolve, reject),
    catch: (reject) => start().catch(reject),
    finally: (settle) => start().finally(settle),
    [Symbol.toStringTag]: "Promise",
  };
}
