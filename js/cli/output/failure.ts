/** Exit codes of the program. */
export const exitCode = { ok: 0, input: 1, usage: 2 } as const;

/** An error that the user can act on: only its message is printed, without a stack trace. */
export class Failure extends Error {
  readonly code: number;

  constructor(message: string, code: number = exitCode.input) {
    super(message);
    this.code = code;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EEXIST: "there is a file of this name",
  ENOTDIR: "a part of its path is not a directory",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  EBUSY: "the system uses it",
  ENOSPC: "no space is left",
  EDQUOT: "the quota is used up",
  EFBIG: "the system does not allow a file of this size",
  EIO: "the device failed",
  EPIPE: "its reader is gone",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GiB",
};

/** Says why a system call failed. Rethrows any error that is not from a system call. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return reasons[code] ?? code;
}

/** The code of an error of a system call, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
