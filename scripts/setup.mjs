// Installs what the other scripts need and this machine lacks. Runs on a machine that has only Node and npm.
// As a program: node scripts/setup.mjs [build|test]
import { existsSync, readdirSync } from "node:fs";
import {
  capture,
  Failure,
  hasCommand,
  inRoot,
  isProgram,
  main,
  run,
  runForCode,
  say,
  upToDate,
} from "./lib.mjs";

const hasHeader = (name) =>
  ["/usr/include", "/usr/local/include"].some((folder) => existsSync(`${folder}/${name}`));

function hasFuzzerRuntime() {
  const folder = `${capture("clang++", ["-print-resource-dir"])}/lib`;
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /fuzzer(-[^.]*)?\.a$/.test(name))
  );
}

/** Debian's and Ubuntu's package of the runtime of libFuzzer and the sanitizers, for the clang that is installed. */
const fuzzerRuntimePackage = () => `libclang-rt-${capture("clang++", ["-dumpversion"])?.split(".")[0]}-dev`;

const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const tools = {
  build: [
    { name: "Emscripten (emcc)", package: "emscripten", found: () => hasCommand("emcc") },
    { name: "CMake", package: "cmake", found: () => hasCommand("cmake") },
    { name: "Ninja", package: "ninja-build", found: () => hasCommand("ninja") },
  ],
  test: [
    { name: "g++", package: "g++", found: () => hasCommand("g++") },
    { name: "clang", package: "clang", found: () => hasCommand("clang++") },
    { name: "clang-format", package: "clang-format", found: () => hasCommand("clang-format") },
    { name: "clang-tidy", package: "clang-tidy", found: () => hasCommand("clang-tidy") },
    { name: "GoogleTest", package: "libgtest-dev", found: () => hasHeader("gtest/gtest.h") },
    { name: "nlohmann/json", package: "nlohmann-json3-dev", found: () => hasHeader("nlohmann/json.hpp") },
    { name: "pkg-config", package: "pkg-config", found: () => hasCommand("pkg-config") },
  ],
  // Nice to have: without it the tests in a browser are skipped.
  browser: [{ name: "Chromium", package: "chromium", found: () => browsers.some(hasCommand) }],
  // Its package's name depends on clang, so it comes after the others.
  fuzz: [{ name: "clang's libFuzzer runtime", package: fuzzerRuntimePackage, found: hasFuzzerRuntime }],
};

const isRoot = () => process.getuid?.() === 0;

async function aptGet(...args) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const command = ["apt-get", "-y", "-o", "Dpkg::Use-Pty=0", ...args];
  const [program, ...rest] = isRoot() ? command : ["sudo", "DEBIAN_FRONTEND=noninteractive", ...command];
  return runForCode(program, rest, { env, quiet: true });
}

let listsAreFresh = false;

async function install(missing) {
  const names = missing.map((tool) => tool.name).join(", ");
  if (!hasCommand("apt-get") || !(isRoot() || hasCommand("sudo"))) {
    throw new Failure(
      `Please install, and put on PATH: ${names}\n(On Debian and Ubuntu, as root or with sudo, this is done for you.)`,
    );
  }
  const packages = missing.map((tool) => (typeof tool.package === "string" ? tool.package : tool.package()));
  say(`installing ${packages.join(" ")} with apt-get …`);
  if (!listsAreFresh && (await aptGet("update")) !== 0)
    say("apt-get update failed; trying with the lists that are there");
  listsAreFresh = true;
  if ((await aptGet("install", "--no-install-recommends", ...packages)) !== 0) {
    throw new Failure(`apt-get could not install ${packages.join(" ")}. Please install: ${names}`);
  }
}

async function nodeModules() {
  const marker = "node_modules/.package-lock.json";
  const locked = existsSync(inRoot("package-lock.json"));
  if (upToDate([marker], [locked ? "package-lock.json" : "package.json"])) return;
  say("installing npm packages …");
  await run("npm", [locked ? "ci" : "install", "--no-progress", "--loglevel=error"], { quiet: true });
}

async function installBrowser() {
  try {
    if (!tools.browser[0].found()) await install(tools.browser);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say("there is no Chromium; the tests in a browser will be skipped");
  }
}

/** Makes sure of the tools of these groups, and of node_modules. */
export async function setup(...groups) {
  for (const stage of [
    groups.filter((group) => group !== "fuzz"),
    groups.filter((group) => group === "fuzz"),
  ]) {
    const missing = stage.flatMap((group) => tools[group]).filter((tool) => !tool.found());
    if (missing.length > 0) await install(missing);
    const still = missing.filter((tool) => !tool.found());
    if (still.length > 0)
      throw new Failure(`installed, but still not found: ${still.map((tool) => tool.name).join(", ")}`);
  }
  if (groups.includes("test")) await installBrowser();
  await nodeModules();
}

if (isProgram(import.meta.url)) {
  await main(() => (process.argv[2] === "build" ? setup("build") : setup("build", "test", "fuzz")));
}
