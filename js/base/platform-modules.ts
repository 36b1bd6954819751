// Modules of Node for code that also runs elsewhere.
interface Process {
  getBuiltinModule?: (name: string) => unknown;
}

/** Loads a module of Node without an import, which bundlers would follow. Undefined elsewhere, and in Node before 20.16, 21, and 22 before 22.3. */
export function builtin<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: Process };
  try {
    return process?.getBuiltinModule?.(name) as Module | undefined;
  } catch {
    return undefined; // The Edge runtime of Next.js has this function, and it throws.
  }
}
