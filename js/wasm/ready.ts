// `ready`.
import { compileAhead, keep, takeCodec } from "./codec-instance.js";

/**
 * Compiles the WebAssembly module when you wait for it, without blocking the thread, and instantiates it. Resolves when the first call has
 * nothing of this left to do. No program needs it, because the first call does both. In `godot-variant/slim`, waits for `init` first. Rejects
 * with `wasm-unavailable`.
 */
export const ready: Promise<void> = /* @__PURE__ */ whenAsked(async () => {
  await compileAhead();
  keep(takeCodec());
});

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
