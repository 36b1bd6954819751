import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { samples as gallery } from "./src/open/gallery.ts";

const fixtures = fileURLToPath(new URL("../tests/fixtures/", import.meta.url));

/** Serves and copies the files of the gallery, which engines wrote for the tests. */
export function samples(): Plugin {
  return {
    name: "samples",
    configureServer(server) {
      server.middlewares.use("/samples", (request, response, next) => {
        const sample = gallery.find(({ id }) => request.url === `/${id}.bin`);
        if (sample === undefined) return next();
        response.end(readFileSync(fixtures + sample.source));
      });
    },
    generateBundle() {
      for (const { id, source } of gallery) {
        this.emitFile({
          type: "asset",
          fileName: `samples/${id}.bin`,
          source: readFileSync(fixtures + source),
        });
      }
    },
  };
}
