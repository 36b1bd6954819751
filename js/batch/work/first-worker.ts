// A thread that starts before anybody knows its task.
import { readdirSync, statSync } from "node:fs";
import { keepWorker, newWorker } from "./idle-workers.js";

let isLittle = false;

/** So many files, and bytes in all of them, are done before a thread has started. */
export const little = { files: 8, bytes: 64 * 1024 };

/** Prepares for the arguments of a command: unless they name few and small files, a thread loads while the command loads, too. */
export function prepareFor(args: readonly string[]): void {
  isLittle = nameLittle(args);
  if (!isLittle) keepWorker(newWorker());
}

/** Whether the program has found few and small files, and does nothing else while they are worked on. */
export const needsNoThread = (): boolean => isLittle;

function nameLittle(args: readonly string[]): boolean {
  let files = 0;
  let bytes = 0;
  const add = (path: string): boolean => {
    const about = statSync(path, { throwIfNoEntry: false });
    if (about?.isFile() !== true) return false;
    bytes += about.size;
    return ++files <= little.files && bytes <= little.bytes;
  };
  const addAll = (path: string): boolean => {
    const about = statSync(path, { throwIfNoEntry: false });
    // It is the value of an option, or a pattern.
    if (about === undefined) return !/[*?[{]/.test(path);
    if (!about.isDirectory()) return add(path);
    const names = readdirSync(path);
    return names.length <= little.files && names.every((name) => add(`${path}/${name}`));
  };
  try {
    return args.every((arg) => {
      if (arg === "-" || arg.startsWith("--files-from")) return false;
      return arg.startsWith("-") || addAll(arg);
    });
  } catch {
    return false;
  }
}
