// Words for errors of the system.

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
  EBUSY: "the system or another program uses it",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOSPC: "no space is left",
  EDQUOT: "the quota is used up",
  EFBIG: "the system does not allow a file of this size",
  EIO: "the device failed",
  EPIPE: "its reader is gone",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GiB",
};

/** Why a call of the system failed, for the end of a sentence: `there is no such file`. */
export const systemReason = (code: string): string => reasons[code] ?? code;

/** What an error of the system tells. */
interface SystemError {
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  /** Whether the file was to be written. Most calls do not tell. */
  readonly isOfOutput?: boolean;
}

/** `Cannot read the file: there is no such file.` For an output, what is missing is its folder. Undefined for other errors. */
export function systemText(error: SystemError): string | undefined {
  const { code, syscall } = error;
  if (code === undefined || syscall === undefined) return undefined;
  const isOfOutput = error.isOfOutput === true || /^(?:write|fsync|rename)$/.test(syscall);
  // A file that does not exist is made, but not its folder.
  const reason = isOfOutput && code === "ENOENT" ? "there is no such folder" : systemReason(code);
  if (syscall === "mkdir") return `Cannot create the folder: ${reason}.`;
  if (/^(?:scandir|opendir)$/.test(syscall)) return `Cannot read the folder: ${reason}.`;
  return `Cannot ${isOfOutput ? "write" : "read"} the file: ${reason}.`;
}
