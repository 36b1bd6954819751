// Copies of the package that have done nothing yet: what a call gives in one of them depends on no earlier call.
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { buildSync } from "esbuild";

export type Package = typeof import("../../js/index.js");

const [bundle] = buildSync({
  entryPoints: [fileURLToPath(new URL("../../js/index.ts", import.meta.url))],
  bundle: true,
  format: "iife",
  globalName: "made",
  platform: "node",
  target: "node20",
  write: false,
}).outputFiles;
const load = runInThisContext(`(function (WebAssembly) { ${bundle?.text}; return made; })`);

const modules = new Map<number, WebAssembly.Module>();

/** Compiles each part of the WebAssembly once: the instances are new in every copy. */
function Module(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  const known = modules.get(bytes.length) ?? new WebAssembly.Module(bytes);
  modules.set(bytes.length, known);
  return known;
}
Module.customSections = WebAssembly.Module.customSections;

const { Instance, Memory, Table, Global, RuntimeError } = WebAssembly;
const once = { Module, Instance, Memory, Table, Global, RuntimeError };

export const newCopy = (): Package => load(once);
