// Loaded with `node --import` before the command line. Counts the calls that change files, or open one to do so; at call FAULT_AT does what FAULT
// says: "kill" before the call, "half" (kill after half of a write), a signal such as SIGTERM before it, or an error such as
// ENOSPC instead of it. Appends the name of each call to the file FAULT_LOG.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { FAULT = "", FAULT_AT = "", FAULT_LOG } = process.env;
const { appendFileSync, writeSync } = fs;
let count = 0;

/** Called before each call. `handle` and `bytes` belong to a write. */
function beforeCall(name, handle, bytes) {
  if (FAULT_LOG !== undefined) appendFileSync(FAULT_LOG, `${name}\n`);
  count++;
  if (String(count) !== FAULT_AT) return;
  if (FAULT === "half" && bytes !== undefined) writeSync(handle.fd, bytes.subarray(0, bytes.length >> 1));
  if (FAULT === "half" || FAULT === "kill") process.kill(process.pid, "SIGKILL");
  if (FAULT.startsWith("SIG")) process.kill(process.pid, FAULT);
  if (FAULT.startsWith("E")) throw Object.assign(new Error(FAULT), { code: FAULT });
}

// Calls of rmSync are left out: they only clean up, and a fault in the clean-up may leave a temporary file.
const open = fs.openSync;
fs.openSync = (path, flags = "r", ...rest) => {
  if (flags !== "r") beforeCall("openSync"); // Node reads the modules of a program with "r"
  return open(path, flags, ...rest);
};
for (const name of ["linkSync", "renameSync", "unlinkSync", "copyFileSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    beforeCall(name);
    return original(...args);
  };
}

for (const name of ["rename", "link", "unlink", "copyFile", "writeFile"]) {
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    beforeCall(name);
    return original(...args);
  };
}

const handle = await fs.promises.open(new URL(import.meta.url));
const methods = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ["writeFile", "write", "sync", "chmod", "chown", "truncate"]) {
  const original = methods[name];
  methods[name] = async function (...args) {
    beforeCall(name, this, name.startsWith("write") ? args[0] : undefined);
    return original.apply(this, args);
  };
}

syncBuiltinESMExports();
