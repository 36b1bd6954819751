// Installs the tools that the other scripts need and the machine lacks. Needs only Node and npm itself.
// Run as a program, it installs all tools.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  capture,
  Failure,
  hasCommand,
  isProgram,
  main,
  npm,
  once,
  runForCode,
  say,
  upToDate,
} from "./lib.mjs";

const hasHeader = (name) =>
  ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].some((folder) =>
    existsSync(`${folder}/${name}`),
  );

function hasFuzzerRuntime() {
  const folder = `${capture("clang++", ["-print-resource-dir"])}/lib`;
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /fuzzer(-[^.]*)?\.a$/.test(name))
  );
}

/** Debian's and Ubuntu's package with the runtime of libFuzzer and the sanitizers, for the installed clang. */
const fuzzerRuntimePackage = () => `libclang-rt-${capture("clang++", ["-dumpversion"])?.split(".")[0]}-dev`;

/** Debian keeps each version's programs in a folder that is not on PATH. */
function hasDebianPostgres() {
  const versions = "/usr/lib/postgresql";
  return (
    existsSync(versions) &&
    readdirSync(versions).some((each) => existsSync(join(versions, each, "bin/initdb")))
  );
}

/** Whether clang++ has the headers of libc++. */
export const hasLibcxx = () =>
  capture("clang++", ["-stdlib=libc++", "-fsyntax-only", "-x", "c++", "-include", "vector", "/dev/null"]) !==
  undefined;

const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const command = (name, debianPackage, program) => ({ name, debianPackage, found: () => hasCommand(program) });
const header = (name, debianPackage, path) => ({ name, debianPackage, found: () => hasHeader(path) });

/** The tools that the scripts need: name, package in Debian and Ubuntu, and how to find it. */
const tools = {
  build: [
    command("Emscripten (emcc)", "emscripten", "emcc"),
    command("CMake", "cmake", "cmake"),
    command("Ninja", "ninja-build", "ninja"),
  ],
  test: [
    command("g++", "g++", "g++"),
    command("clang-format", "clang-format", "clang-format"),
    header("GoogleTest", "libgtest-dev", "gtest/gtest.h"),
    header("nlohmann/json", "nlohmann-json3-dev", "nlohmann/json.hpp"),
    command("pkg-config", "pkg-config", "pkg-config"),
  ],
  long: [command("clang", "clang", "clang++"), command("clang-tidy", "clang-tidy", "clang-tidy")],
  // Installed after clang, because its name contains the version of clang.
  sanitizers: [
    {
      name: "clang's sanitizers and libFuzzer",
      debianPackage: fuzzerRuntimePackage,
      found: hasFuzzerRuntime,
    },
  ],
  libcxx: [
    { name: "libc++", debianPackage: "libc++-dev", found: hasLibcxx },
    { name: "libc++abi", debianPackage: "libc++abi-dev", found: hasLibcxx },
  ],
  servers: [
    {
      name: "PostgreSQL",
      debianPackage: "postgresql",
      found: () => hasCommand("initdb") || hasDebianPostgres(),
    },
    command("Redis", "redis-server", "redis-server"),
  ],
  browser: [{ name: "Chromium", debianPackage: "chromium", found: () => browsers.some(hasCommand) }],
  shell: [command("Chromium's headless shell", "chromium-headless-shell", "chromium-headless-shell")],
};

const isRoot = () => process.getuid?.() === 0;

async function aptGet(...args) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const command = ["apt-get", "-y", "-o", "Dpkg::Use-Pty=0", ...args];
  const [program, ...rest] = isRoot() ? command : ["sudo", "DEBIAN_FRONTEND=noninteractive", ...command];
  return runForCode(program, rest, { env, quiet: true });
}

const updateLists = once(async () => (await aptGet("update")) === 0);

/** Installs the missing tools. */
async function install(wanted) {
  const missing = wanted.filter((tool) => !tool.found());
  if (missing.length === 0) return;
  const names = missing.map((tool) => tool.name).join(", ");
  if (!hasCommand("apt-get") || !(isRoot() || hasCommand("sudo"))) {
    throw new Failure(
      `Please install, and put on PATH: ${names}\n(On Debian and Ubuntu, as root or with sudo, this is done for you.)`,
    );
  }
  const packages = missing.map(({ debianPackage: of }) => (typeof of === "string" ? of : of()));
  say(`installing ${packages.join(" ")} with apt-get …`);
  if (!(await updateLists())) say("apt-get update failed; trying with the lists that are there");
  // The packages of somebody's machine stay: g++-multilib, for example, would remove all cross compilers.
  if ((await aptGet("install", "--no-install-recommends", "--no-remove", ...packages)) !== 0)
    throw new Failure(`apt-get could not install ${packages.join(" ")}. Please install: ${names}`);
  const still = missing.filter((tool) => !tool.found());
  if (still.length > 0)
    throw new Failure(`installed, but still not found: ${still.map((tool) => tool.name).join(", ")}`);
}

/** Whether clang++ makes a 32-bit program with these flags that `works`. */
function makesNarrow(flags, works) {
  const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
  try {
    const [source, program] = [join(folder, "empty.cpp"), join(folder, "empty")];
    // A header that is not in the package of the library: Debian's cross compilers remove the one that it is in.
    writeFileSync(source, "#include <cerrno>\nint main() {}\n");
    return capture("clang++", ["-m32", ...flags, source, "-o", program]) !== undefined && works(program);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const canLinkNarrow = () => makesNarrow([], () => true);

/** Whether a 32-bit program with the sanitizers runs: some machines refuse such programs, or what they reserve. */
const runsNarrow = () =>
  makesNarrow(["-fsanitize=address,undefined"], (program) => capture(program, []) !== undefined);

/** Installs the libraries of 32-bit programs; where such programs do not run, nothing is fuzzed with 32 bits. */
export async function runsNarrowPrograms() {
  const libraries = { name: "32-bit C++ libraries", debianPackage: "g++-multilib", found: canLinkNarrow };
  try {
    if (process.arch === "x64") await install([libraries]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  const runs = process.arch === "x64" && canLinkNarrow() && runsNarrow();
  if (!runs) say("32-bit programs do not run here; fuzzing with 64 bits only");
  return runs;
}

/** Installs what tests can do without: those that need it are skipped. */
async function installIfPossible(wanted, without) {
  try {
    await install(wanted);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(without);
  }
}

async function installTools(groups) {
  await install(groups.flatMap((group) => tools[group]));
  if (groups.includes("long")) {
    await install(tools.sanitizers);
    await installIfPossible(tools.libcxx, "there is no libc++; the library is not compiled with it");
    await installIfPossible(tools.servers, "the recipes that need PostgreSQL or Redis will be skipped");
  }
  if (groups.includes("test")) {
    await installIfPossible(tools.browser, "there is no Chromium; the tests in a browser will be skipped");
    await installIfPossible(tools.shell, "the tests in a browser will take twice as long");
  }
}

async function installNodeModules() {
  if (upToDate(["node_modules/.package-lock.json"], ["package-lock.json"])) return;
  say("installing npm packages …");
  await npm(["ci", "--no-progress", "--loglevel=error"], { quiet: true });
}

/** Throws a Failure for a Node that Vite refuses, as Debian's own is: its error would name a missing export of some module. */
function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const first = { 20: 19, 22: 12 }[major] ?? (major > 22 ? 0 : Number.POSITIVE_INFINITY);
  if (minor < first)
    throw new Failure(
      `The repository's commands need Node 20.19, 22.12 or newer. This is ${process.versions.node}: ${process.execPath}`,
    );
}

/** Installs node_modules and the missing tools of these groups (build, test, long). */
export async function setup(...groups) {
  // The scripts run tools by names without extensions, and the tests use what only Unix has.
  if (process.platform === "win32")
    throw new Failure(
      "On Windows, the repository's commands run in WSL: https://learn.microsoft.com/windows/wsl/install\n(The package itself needs no WSL: npm install godot-variant.)",
    );
  refuseOldNode();
  await Promise.all([installTools(groups), installNodeModules()]);
}

if (isProgram(import.meta.url)) await main(() => setup("build", "test", "long"));
