// The packed package in every runtime and behind every bundler: each decodes, decrypts, encrypts, and reads Zstandard.
// Tools that cannot be installed are named and skipped.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import { build as esbuild } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gzipSize, kilobytes } from "../gzip.js";
import { hasBrowser, launchBrowser, patience } from "../js/chromium.js";
import { bundlers } from "./bundlers.js";
import { buildNext, withServer } from "./next.js";
import { asCommonJs, asModule, asNames, asSlimNames, expected, probe, programOf } from "./probe.js";
import { bun, folder, has, install, packageFile, place, root, run, tool } from "./tools.js";

install();

const guide = readFileSync(join(root, "docs/GUIDE.md"), "utf8");

/** Sizes in bytes (gzip) of the programs that bundlers made. */
const sizes: Record<string, number> = {};
afterAll(() => {
  const rows = Object.entries(sizes).map(([name, size]) => `${name} ${(size / 1024).toFixed(1)} KB`);
  console.log(
    `decode, encode, load, save, Vector2 (gzip, with all that loads on demand): ${rows.join(", ")}`,
  );
});

const lastLine = (text: string) => text.slice(text.lastIndexOf("\n") + 1);
const withWorker = `import { Worker } from "node:worker_threads";
new Worker(new URL("./a.mjs", import.meta.url));`;

describe.each([
  ["the Node at hand", process.execPath],
  ["Node 20.0", "node-20"],
  ["Node 22", "node-22"],
  ["Node 24", "node-24"],
  ["Node 26", "node-26"],
])("%s", (name, program) => {
  const isHere =
    program === process.execPath || (process.platform === "linux" && process.arch === "x64" && has(program));
  const node = program === process.execPath ? program : join(folder, "node_modules", program, "bin/node");
  test.runIf(isHere).each(["a.mjs", "a.cjs", "worker.mjs"])("%s", async (file) => {
    const path = place(name.replace(/\W/g, "-"), {
      "a.mjs": programOf(asModule),
      "a.cjs": programOf(asCommonJs),
      "worker.mjs": withWorker,
    });
    expect(await run(path, node, file)).toBe(expected);
  });
});

describe("other runtimes", () => {
  test.runIf(has("deno"))("Deno", async () => {
    const path = place("deno", {
      "a.mjs": programOf(asModule),
      "deno.json": '{ "nodeModulesDir": "manual" }',
    });
    // Its cache of compiled code has given the code of an earlier build that stood in the same folder.
    const flags = ["--allow-all", "--no-code-cache"];
    expect(await run(path, tool("deno"), "run", ...flags, "a.mjs")).toBe(expected);
  });

  test.runIf(has(bun))("Bun", async () => {
    const path = place("bun", { "a.mjs": programOf(asModule) });
    expect(await run(path, join(folder, "node_modules", bun, "bin/bun"), "run", "a.mjs")).toBe(expected);
  });

  test.runIf(has("tsx"))("tsx", async () => {
    const path = place("tsx", {
      "a.ts": programOf(asModule),
      "package.json": "{}",
    });
    expect(await run(path, tool("tsx"), "a.ts")).toBe(expected);
  });

  test.runIf(has("miniflare")).each([[[]], [["nodejs_compat"]]])(
    "Cloudflare Workers, flags %j",
    async (flags) => {
      const path = place("workerd", {});
      const fetched = `export default { fetch: () => new Promise((done) => run(done)) };\nconst run = (done) => {
${programOf("", "done(new Response(answer))")}};\n`;
      const result = await esbuild({
        stdin: { contents: `${asModule}\n${fetched}`, resolveDir: path },
        bundle: true,
        format: "esm",
        conditions: ["workerd", "worker", "browser"],
        external: ["*.wasm"],
        plugins: [wasmBeside],
        write: false,
        logLevel: "silent",
      });
      const module = result.outputFiles[0]?.text as string;
      writeFileSync(join(path, "worker.mjs"), module);
      for (const name of ["godot_variant.wasm", "zstd_decoder.wasm"])
        writeFileSync(join(path, name), packageFile(`dist/${name}`));
      writeFileSync(
        join(path, "start.mjs"),
        `import { Miniflare } from "miniflare";
const worker = new Miniflare({ modules: true, scriptPath: "worker.mjs", compatibilityDate: "2026-01-01", compatibilityFlags: ${JSON.stringify(flags)},
  modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }, { type: "ESModule", include: ["**/*.mjs"] }] });
console.log(await (await worker.dispatchFetch("http://localhost/")).text());
await worker.dispose();`,
      );
      expect(lastLine(await run(path, process.execPath, "start.mjs"))).toBe(expected);
    },
  );
});

/** As wrangler does: the module stays a file beside the script. */
const wasmBeside = {
  name: "wasm-beside",
  setup(bundler: import("esbuild").PluginBuild) {
    bundler.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `./${basename(path)}`, external: true }));
  },
};

test.runIf(has("esbuild-0.15"))("behind esbuild 0.15, with which Vite 3 prepares packages", async () => {
  const path = place("esbuild-0.15", {
    "a.mjs": programOf(asModule),
    "bundle.mjs": `import { build } from "esbuild-0.15";
await build({ entryPoints: ["a.mjs"], bundle: true, format: "esm", outfile: "out.mjs", mainFields: ["module"], conditions: ["browser"] });`,
  });
  await run(path, process.execPath, "bundle.mjs");
  expect(await run(path, process.execPath, "out.mjs")).toBe(expected);
});

describe("test runners", () => {
  const source = `${asCommonJs}\n${probe}
test("works", async () => expect(await probe(gv)).toBe(${JSON.stringify(expected)}));`;
  test.runIf(has("jest", "jest-environment-jsdom")).each(["node", "jsdom"])(
    "Jest: %s",
    async (environment) => {
      const path = place(`jest-${environment}`, {
        "a.test.js": source,
        "package.json": JSON.stringify({ jest: { testEnvironment: environment, rootDir: "." } }),
      });
      await run(path, tool("jest"), "--ci", "--no-watchman");
    },
  );

  test("Vitest", async () => {
    const text = source.replace(asCommonJs, `${asModule}\nimport { expect, test } from "vitest";`);
    const path = place("vitest", { "a.test.js": text });
    await run(path, process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", path);
  });
});

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

describe("without a bundler and behind bundlers, in Chromium", () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>> | undefined;
  beforeAll(async () => {
    if (hasBrowser) browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Serves the folder of the tools, opens a page of a try, and returns what it shows. */
  async function shown(page: string): Promise<string> {
    const server = createServer((request, response) => {
      try {
        const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
        response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
        response.end(readFileSync(join(folder, path)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      return await titleOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tries/${page}`);
    } finally {
      server.close();
    }
  }

  /** The title that a page gives itself. */
  async function titleOf(address: string): Promise<string> {
    const tab = await (browser as NonNullable<typeof browser>).newPage();
    try {
      await tab.goto(address, { timeout: patience });
      await tab.waitForFunction("document.title !== ''", undefined, { timeout: patience });
      return await tab.title();
    } finally {
      await tab.close();
    }
  }

  const give = "document.title = answer";
  const html = (script: string) =>
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${script}`;
  const modulePath = "/node_modules/godot-variant/dist";
  const noble = "/node_modules/@noble/";
  const importMap = `<script type="importmap">{ "imports": { "godot-variant": "${modulePath}/esm/index.js", "@noble/ciphers/": "${noble}ciphers/", "@noble/hashes/": "${noble}hashes/" } }</script>`;

  test.runIf(hasBrowser)("<script type=module> with an import map", async () => {
    place("modules", {
      "a.js": programOf(asModule, give),
      "index.html": html(`${importMap}<script type="module" src="a.js"></script>`),
    });
    expect(await shown("modules/index.html")).toBe(expected);
  });

  const globalScript = `${modulePath}/godot-variant.global.js`;
  test.runIf(hasBrowser)("<script>", async () => {
    const program = programOf("const gv = godotVariant;", give);
    place("script", {
      "index.html": html(`<script src="${globalScript}"></script><script>${program}</script>`),
    });
    expect(await shown("script/index.html")).toBe(expected);
  });

  test.runIf(hasBrowser)("a classic worker", async () => {
    const program = `importScripts("${globalScript}");\n${programOf("const gv = godotVariant;", "postMessage(answer)")}`;
    const page = html(
      '<script>new Worker("worker.js").onmessage = ({ data }) => { document.title = data; };</script>',
    );
    place("worker", { "worker.js": program, "index.html": page });
    expect(await shown("worker/index.html")).toBe(expected);
  });

  const source = { "a.js": programOf(asNames, give), "package.json": "{}" };
  const folderOf = (name: string) => name.replace(/\W.*/, "").toLowerCase();
  const scriptsIn = (path: string) => readdirSync(path).filter((file) => /\.m?js$/.test(file));

  /** Bytes (gzip) of all scripts in a folder. */
  const sizeOf = (path: string) =>
    scriptsIn(path).reduce((sum, file) => sum + gzipSize(readFileSync(join(path, file))), 0);

  describe.each(bundlers)("$name", ({ name, tools, files, output, kind, page, most, slim, bundle }) => {
    /** What a page with the bundle in a folder shows. */
    async function answerIn(path: string): Promise<string> {
      if (page !== undefined) return shown(`${basename(path)}/${page}`);
      const entry = scriptsIn(join(path, output)).find((file) => /^(a|main|index)\b/.test(file)) as string;
      const type = kind === "module" ? 'type="module" ' : "";
      writeFileSync(
        join(path, "page.html"),
        html(`<body></body><script ${type}src="${output}/${entry}"></script>`),
      );
      return shown(`${basename(path)}/page.html`);
    }

    test.runIf(has(...tools))("its bundle works", async () => {
      const path = place(folderOf(name), { ...source, ...files });
      await bundle(path);
      sizes[name] = sizeOf(join(path, output));
      if (hasBrowser) expect(await answerIn(path)).toBe(expected);
    });

    test.runIf(has(...tools))("its bundle of slim works, with the module as a file", async () => {
      const { imports = "", init } = slim;
      for (const part of [imports, init]) expect(guide).toContain(part);
      const path = place(`${folderOf(name)}-slim`, {
        ...files,
        "a.js": programOf(`${imports}\n${asSlimNames}`, give, init),
        "package.json": "{}",
        ...slim.files,
      });
      await bundle(path);
      const module = packageFile("dist/godot_variant.wasm");
      if (slim.copied === true) writeFileSync(join(path, output, "godot_variant.wasm"), module);
      const made = readdirSync(join(path, output)).filter((file) => file.endsWith(".wasm"));
      expect(made.map((file) => readFileSync(join(path, output, file)).equals(module))).toEqual([true]);
      if (hasBrowser) expect(await answerIn(path)).toBe(expected);
    });

    test.runIf(has(...tools)).each(Object.entries(most))(
      "takes no more than it needs for %s",
      async (names, size) => {
        const imported = names === "*" ? "* as kept" : `{ ${names} }`;
        const kept = names === "*" ? "kept" : `[${names}]`;
        const path = place(`${folderOf(name)}-${names.replace(/\W+/g, "-")}`, {
          ...files,
          "a.js": `import ${imported} from "godot-variant";\nglobalThis.kept = ${kept};`,
          "package.json": "{}",
        });
        await bundle(path);
        expect(sizeOf(join(path, output))).toBeLessThanOrEqual(kilobytes(size));
      },
    );
  });

  test.runIf(has("next", "react", "react-dom"))("Next.js: server, edge and client", async () => {
    const text = async (address: string) => (await fetch(address)).text();
    await withServer(await buildNext(), async (address) => {
      expect(await text(`${address}/edge`)).toBe(expected);
      expect((await text(`${address}/server`)).replaceAll("&quot;", '"')).toContain(`<pre>${expected}</pre>`);
      if (!hasBrowser) return;
      for (const page of ["client", "slim"]) expect(await titleOf(`${address}/${page}`)).toBe(expected);
    });
  });
});

describe("the package's own description", () => {
  test.runIf(has("publint"))("publint finds nothing", async () => {
    const output = await run(folder, tool("publint"), "node_modules/godot-variant", "--strict");
    expect(output).toMatch(/All good/);
  });

  test.runIf(has("@arethetypeswrong/cli"))("attw finds nothing", async () => {
    const tarball = readdirSync(folder).find((name) => /^godot-variant-.*\.tgz$/.test(name)) as string;
    const entries = [
      "--exclude-entrypoints",
      "godot_variant.wasm",
      "global",
      // An ES module only, which CommonJS imports dynamically.
      "batch",
      "html5/page_bridge.gd",
      "html5/page_bridge_3.gd",
    ];
    await run(folder, tool("attw"), tarball, ...entries, "--format", "ascii");
  });
});
