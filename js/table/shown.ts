// What the consoles of Node, Deno and Bun print for values.
import { partsForm } from "./json-form.js";
import { escaped, quoted } from "./quoted.js";

/** The method that the consoles of Node, Deno and Bun call. */
export const inspector: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/** More elements of a packed array would hide the values around it. */
const mostShown = 6;

type Shown = (value: never) => unknown;

/**
 * Sets what `JSON.stringify` writes for the instances of a class, and the text that consoles print for them. TypeScript does not
 * see these methods: with them, a Map would no longer fit Variant, because now any object passes for a Callable.
 */
export function show(
  owner: abstract new (...args: never[]) => object,
  jsonOf: Shown = partsForm,
  textOf: Shown = String,
): void {
  Object.defineProperties(owner.prototype, {
    toJSON: {
      value(this: never) {
        return jsonOf(this);
      },
    },
    [inspector]: {
      value(this: never) {
        try {
          return escaped(String(textOf(this)));
        } catch {
          // Whoever looks for a fault may print an instance without properties.
          return `${owner.name} {}`;
        }
      },
    },
  });
}

/** `PackedVector2Array(9) [Vector2(1, 2), … 8 more]`. */
export function shortList(array: { readonly length: number; at(index: number): unknown }): string {
  const { length } = array;
  const shown = Array.from({ length: Math.min(length, mostShown) }, (_, i) => {
    const element = array.at(i);
    return typeof element === "string" ? quoted(element) : element;
  });
  if (length > mostShown) shown.push(`… ${length - mostShown} more`);
  return `${array} [${shown.join(", ")}]`;
}
