// Builds the page into web-demo/dist. With --serve it also serves it, at the address that it prints.
import { createReadStream, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { buildAll } from "./build.mjs";
import { filesBelow, inRoot, isProgram, main, run, say, upToDate } from "./lib.mjs";
import { setup as installTools } from "./setup.mjs";

const output = "web-demo/dist/index.html";

/** Builds the page, and the package that it uses, if they are older than their sources. */
export async function buildDemo() {
  await buildAll();
  const sources = filesBelow("web-demo", (path) => !path.startsWith(join("web-demo", "dist")));
  if (upToDate([output], [...sources, "dist/esm/index.js", "package-lock.json"])) return;
  say("building the page …");
  rmSync(inRoot("web-demo/dist"), { recursive: true, force: true });
  const vite = inRoot("node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--config", "web-demo/vite.config.ts", "--logLevel", "warn"];
  // Vitest sets NODE_ENV=test, which would build for development.
  await run(process.execPath, args, { quiet: true, env: { NODE_ENV: "production" } });
}

/** Vitest calls this before the tests of the page. */
export const setup = buildDemo;

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

function answer(folder, request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const file = inRoot(folder, path.endsWith("/") ? `${path}index.html` : path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    response.writeHead(404).end();
    return;
  }
  const type = types[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
  createReadStream(file).pipe(response);
}

/** Serves a folder on this machine; port 0 means any free port. Returns the server and its address. */
export async function serve(folder, port = 0) {
  const server = createServer((request, response) => answer(folder, request, response));
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

/** Serves the page. */
export const serveDemo = (port) => serve("web-demo/dist", port);

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installTools("build");
    await buildDemo();
    if (!process.argv.includes("--serve")) return;
    const { url } = await serveDemo(Number(process.env.PORT ?? 4173));
    say(`serving ${url}`);
  });
}
