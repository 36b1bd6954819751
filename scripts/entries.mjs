// The entries of the package. To add one, `godot-variant/NAME`:
// 1. Write js/NAME.ts, which exports it, and a line here.
// 2. Bundle it as dist/NAME/index.js and dist/cjs/NAME.js, as scripts/resources.mjs does, or for Node alone scripts/batch.mjs; call that
//    in scripts/build.mjs.
// 3. Name it in package.json: under `exports` as `./slim` does, and under `typesVersions` for TypeScript's old resolution, node10.
// tests/package asks publint and attw, tests/js/project/docstrings.test.ts and docs/API.md take the names from here.

/** The modules of each entry, whose declarations refer to those beside its CommonJS. */
export const entries = {
  index: ["esm/index"],
  slim: ["slim/index", "slim/workerd"],
  html5: ["html5/index"],
  "batch/index": ["batch/index"],
  "resources/index": ["resources/index"],
  "texts/index": ["texts/index"],
};
