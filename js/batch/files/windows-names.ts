// Names and paths on Windows. Node passes names on as they are, so it would create files that no other program can open or remove.

export const isWindows = (): boolean => process.platform === "win32";

const characters = /[<>:"|?*]|\p{Cc}/u;
const end = /[. ]$/;
/** Devices, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/** Whether Windows refuses a part of a path as the name of a file, or takes it for something else. */
export const isRefusedByWindows = (part: string): boolean =>
  characters.test(part) || end.test(part) || device.test(part);

/** The device that `NUL` names, in any folder, as the programs of Windows understand it: what they write to it is gone. */
export const deviceOf = (path: string): string | undefined =>
  isWindows() && /(?:^|[\\/])nul$/i.test(path) ? "\\\\.\\NUL" : undefined;

/** A path with the separator that all systems know. On other systems, a backslash is a character of a name. */
export const withSlashes = (path: string): string => (isWindows() ? path.replaceAll("\\", "/") : path);
