// Loaded with `node --import` before the command line: does what Node does on Windows and Linux can imitate. SIGNAL arrives while
// the program writes a temporary file.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

Object.defineProperty(process, "platform", { value: "win32" });

const { kill } = process;
process.kill = (pid, signal) => {
  if (signal === 0) return kill(pid, 0);
  if (!["SIGINT", "SIGTERM", "SIGKILL"].includes(signal))
    throw Object.assign(new Error("kill ENOSYS"), { code: "ENOSYS" });
  process.exit(1);
};

// Numbers of files have 64 bits, and numbers of JavaScript 53.
const rounded = (about) => {
  if (typeof about.ino === "number") about.ino = 2 ** 60;
  return about;
};
for (const name of ["statSync", "fstatSync"]) {
  const original = fs[name];
  fs[name] = (...args) => rounded(original(...args));
}
const { stat } = fs.promises;
fs.promises.stat = async (...args) => rounded(await stat(...args));

// Pipes and sockets look like nothing.
const about = Object.getPrototypeOf(Object.getPrototypeOf(fs.statSync(".", { bigint: true })));
about.isFIFO = about.isSocket = () => false;

const { openSync } = fs;
fs.openSync = (path, flags = "r", ...rest) => {
  const file = openSync(path, flags, ...rest);
  if (flags === "wx" && process.env.SIGNAL !== undefined)
    setImmediate(() => process.emit(process.env.SIGNAL, process.env.SIGNAL));
  return file;
};

syncBuiltinESMExports();
