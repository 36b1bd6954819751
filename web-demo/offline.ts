import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes sw.js: the service worker, with the names of the files that this build of the page consists of. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    // After Vite has removed the scripts that consist of styles alone.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const hash = createHash("sha256");
        for (const [name, file] of Object.entries(bundle)) {
          hash.update(name).update(file.type === "chunk" ? file.code : file.source);
        }
        const publicFiles = readdirSync(here("public"));
        for (const name of publicFiles) hash.update(readFileSync(here(`public/${name}`)));
        // The page is kept under the address of its folder.
        const files = [...Object.keys(bundle).filter((name) => name !== "index.html"), ...publicFiles];
        let source = readFileSync(here("src/service-worker.js"), "utf8");
        hash.update(source);
        const values = { __FILES__: ["./", ...files.sort()], __VERSION__: hash.digest("hex").slice(0, 16) };
        for (const [name, value] of Object.entries(values))
          source = source.replace(name, JSON.stringify(value));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
