// The Worker on this machine: bundled as wrangler bundles it, run by miniflare in the runtime of Cloudflare's servers.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

/** Workers compile no WebAssembly. The bundler leaves the modules beside the script, and the runtime compiles them at the start. */
async function bundle() {
  const modules = new Map();
  const beside = {
    name: "wasm-beside",
    setup(bundler) {
      bundler.onResolve({ filter: /\.wasm$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === beside) return undefined;
        const found = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: beside });
        modules.set(basename(path), found.path);
        return { path: `./${basename(path)}`, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("worker.js", import.meta.url))],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    plugins: [beside],
    write: false,
  });
  const wasm = await Promise.all(
    Array.from(modules, async ([path, file]) => ({
      type: "CompiledWasm",
      path,
      contents: await readFile(file),
    })),
  );
  return [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }, ...wasm];
}

/** Starts the Worker with an empty bucket. `options` are miniflare's. */
export async function startEdge(options = {}) {
  const edge = new Miniflare({
    modules: await bundle(),
    compatibilityDate: "2026-01-01",
    r2Buckets: ["SAVES"],
    host: "127.0.0.1",
    ...options,
  });
  await edge.ready;
  return edge;
}
