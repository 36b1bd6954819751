// A program for Next.js: the same answer from a page that the server renders, from an edge route, and from a page in the browser.
import { spawn } from "node:child_process";
import { asNames, asSlimNames, programOf } from "./probe.js";
import { folder, place, run, tool } from "./tools.js";

const runWith = (give: string, names = asNames, ready?: string) =>
  `${names}\nconst run = (done) => {\n${programOf("", give, ready)}};`;

/** A page that runs the program in the browser. */
const clientPage = (program: string) => `"use client";
import { useEffect } from "react";
${program}
export default function Page() { useEffect(() => run(), []); return null; }`;

/** As with webpack. */
const initSlim = 'init(new URL("godot-variant/godot_variant.wasm", import.meta.url))';

const files = {
  // Without it, Next.js takes the folder of the first lock file above for the project.
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(folder)} } };`,
  "package.json": "{}",
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><head><title></title></head><body>{children}</body></html>;
}`,
  "app/server/page.js": `${runWith("done(answer)")}
export const dynamic = "force-dynamic";
export default async function Page() { return <pre>{await new Promise(run)}</pre>; }`,
  "app/edge/route.js": `${runWith("done(new Response(answer))")}
export const runtime = "edge";
export const GET = () => new Promise(run);`,
  "app/client/page.js": clientPage(runWith("document.title = answer")),
  "app/slim/page.js": clientPage(runWith("document.title = answer", asSlimNames, initSlim)),
};

/** Builds the program, and returns its folder. */
export async function buildNext(): Promise<string> {
  const path = place("next", files);
  await run(path, tool("next"), "build");
  return path;
}

/** Starts the program; ends it after `use`, which gets its address. */
export async function withServer<Result>(
  path: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1" };
  const server = spawn(tool("next"), ["start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: path,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    return await use(await addressIn(server.stdout));
  } finally {
    server.kill();
  }
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += chunk;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (address !== undefined && text.includes("Ready")) return address;
  }
  throw new Error(`Next.js ended: ${text}`);
}
