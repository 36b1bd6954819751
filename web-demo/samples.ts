import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { samples as gallery } from "./src/open/gallery.ts";

const fixtures = fileURLToPath(new URL("../tests/fixtures/", import.meta.url));

/** The source of each sample, below tests/fixtures. */
const sources: Readonly<Record<string, string>> = {
  "save-4": "saves/godot-4.6.3.bin",
  "save-3": "saves/godot-3.6.bin",
  "all-types": "containers/4.6.3/store_var_all.bin",
  frames: "containers/4.6.3/gcpf_zstd_three_vars.bin",
  encrypted: "containers/4.6.3/gdec_of_gcpf_zstd.bin",
  objects: "containers/4.6.3/var_to_bytes_with_objects.bin",
};

/** Serves the samples, and copies them into the build. */
export function samples(): Plugin {
  return {
    name: "samples",
    configureServer(server) {
      server.middlewares.use("/samples", (request, response, next) => {
        const sample = gallery.find(({ id }) => request.url === `/${id}.bin`);
        if (sample === undefined) return next();
        response.end(readFileSync(fixtures + sources[sample.id]));
      });
    },
    generateBundle() {
      for (const { id } of gallery) {
        this.emitFile({
          type: "asset",
          fileName: `samples/${id}.bin`,
          source: readFileSync(fixtures + sources[id]),
        });
      }
    },
  };
}
