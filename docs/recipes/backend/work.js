// Everything that reads the bytes of a save. The functions run in the server's thread for small saves and in a worker for large ones (offload.js),
// so they take and return plain data, and a save that is refused is a result, because a worker's errors arrive without their properties.
import { createHash } from "node:crypto";
import {
  Dictionary,
  diff,
  float,
  load,
  openFile,
  parseText,
  toPlainJSON,
  toText,
  VariantError,
} from "godot-variant";
import { columnsOf, saveSchema } from "./columns.js";

/** Differences that are listed at most. */
const listed = 1000;

class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Whether the bytes are one whole save that fits the schema: `{ columns, dialect, framing, sha256 }`. */
export const check = answering(async ({ bytes, limits }) => {
  const options = { allowObjects: false, limits };
  const { values, dialect, framing } = await load(bytes, options);
  if (values.length !== 1) throw new Refused("several-values");
  const { success, data } = saveSchema.safeParse(values[0]);
  // With the schema, `load` knows the byte that is wrong, and keeps what the schema strips. The first is needed only now, the second never.
  if (!success) await load(bytes, { schema: saveSchema, ...options });
  return {
    columns: columnsOf(data),
    dialect,
    framing,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
});

/** The save as JSON for people: `{ json }`. */
export const json = answering(async ({ bytes, limits }) => {
  const { values } = await load(bytes, { mode: "exact", allowObjects: false, limits });
  return { json: toPlainJSON(values[0], { mode: "exact" }) };
});

/**
 * Changes values at paths: `{ path, value }` with a value of JSON, `{ path, text }` with one in Godot's notation, `{ path, remove: true }`. Types stay
 * as they are, and no other byte changes. The result is checked like an upload: `{ bytes, columns, dialect, framing, sha256 }`.
 */
export const patched = answering(async ({ bytes, changes, limits }) => {
  const file = await openFile(bytes, { allowObjects: false, limits });
  const [document] = file.documents;
  for (const { path, value, text, remove } of changes) {
    if (remove) document.delete(path);
    else document.set(path, text === undefined ? value : withFloats(parseText(text, { mode: "exact" })));
  }
  const changed = await document.save();
  return { bytes: changed, ...(await checked(changed, limits)) };
});

/** What is different in `other`: `{ differences: [{ kind, path, before?, after? }], more }`, with values in Godot's notation. */
export const differences = answering(async ({ bytes, other, limits }) => {
  const open = async (each) =>
    (await openFile(each, { mode: "exact", allowObjects: false, limits })).documents[0];
  const found = [];
  for (const { kind, path, oldType, newType, oldValue, newValue } of diff(
    await open(bytes),
    await open(other),
  )) {
    if (found.length === listed) return { differences: found, more: true };
    found.push({
      kind,
      path,
      ...(oldType !== undefined && { before: brief(oldValue) }),
      ...(newType !== undefined && { after: brief(newValue) }),
    });
  }
  return { differences: found, more: false };
});

/** A value that was read in `exact` mode, for a Document in `plain` mode, which takes a whole number for an int. */
function withFloats(value) {
  if (typeof value === "number") return float(value);
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) value[i] = withFloats(element);
  } else if (value instanceof Dictionary) {
    const entries = [...value];
    value.clear();
    for (const [key, each] of entries) value.set(withFloats(key), withFloats(each));
  }
  return value;
}

const checked = async (bytes, limits) => {
  const result = await check({ bytes, limits });
  if (result.refused !== undefined) throw Object.assign(new Refused(result.refused.code), result.refused);
  return result;
};

function brief(value) {
  const text = toText(value, { mode: "exact" });
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** The function, with errors about the save as `{ refused }`. Other errors are bugs, and stay errors. */
function answering(work) {
  return async (task) => {
    try {
      return await work(task);
    } catch (error) {
      if (!(error instanceof VariantError || error instanceof Refused)) throw error;
      const { code, offset, path, hint, issues } = error;
      return {
        refused: {
          code,
          offset,
          path,
          hint,
          issues: issues?.map(({ message, path }) => ({ message, path: String(path) })),
        },
      };
    }
  };
}
