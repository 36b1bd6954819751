// `toNative`: the layout of `JSON.from_native`.
import { isStackOverflow } from "../base/call-stack.js";
import { ValueFault, VariantError } from "../base/errors.js";
import { type Options, settingsOf } from "../base/options.js";
import { withTape } from "../codec/encode/flatten.js";
import { type Json, NativeWriter } from "./json-native-writer.js";

export type { Json } from "./json-native-writer.js";

/** Options of `toNative`. */
export interface NativeOptions extends Pick<Options, "dialect" | "mode" | "fullObjects" | "real" | "limits"> {
  /**
   * Return exactly what `JSON.from_native` of this engine returns, including its losses. Infinity and NaN are numbers, which
   * `JSON.stringify` turns into null. Without it, little is lost, such as the empty names of a NodePath; the guide lists it.
   */
  engine?: "4.6" | undefined;
}

/**
 * Converts a value to the layout of Godot's `JSON.from_native`, which `JSON.to_native` reads. In `plain` mode, numbers,
 * strings and arrays get the same types as in `encode`. With `engine`, objects become null unless `fullObjects` is set.
 * Throws a VariantError for values of types that Godot 4 does not have.
 *
 * @param value - What `encode` takes.
 * @param options - The mode, and the engine to imitate.
 * @returns A value for `JSON.stringify`.
 * @throws VariantError for values of types that Godot 4 does not have.
 * @example
 * ```ts
 * const json = JSON.stringify(toNative(decode(bytes)));
 * ```
 */
export function toNative(value: unknown, options: NativeOptions = {}): Json {
  const settings = settingsOf(options);
  const { engine, fullObjects } = options;
  if (engine !== undefined && engine !== "4.6")
    throw new TypeError(`The option engine must be 4.6, not ${String(engine)}.`);
  const objects = fullObjects === true || engine === undefined;
  try {
    return new NativeWriter(settings, engine !== undefined, objects).value(value, 0);
  } catch (error) {
    const fault = isStackOverflow(error) ? new ValueFault("too-deep") : error;
    // The writer of tapes refuses the same, and knows the path and the advice.
    if (!(fault instanceof ValueFault) || fault.code !== "too-large")
      withTape(value, settings, "bytes", () => undefined);
    throw fault instanceof ValueFault ? new VariantError(fault.code, { hints: fault.hints }) : fault;
  }
}
