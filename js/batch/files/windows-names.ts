// Names and paths on Windows. Node passes names on as they are, so it would create files that no other program can open or remove.

export const isWindows = (): boolean => process.platform === "win32";

const characters = /[<>:"|?*]|\p{Cc}/u;
const end = /[. ]$/;
/** Devices, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Whether Windows refuses a part of a path as the name of a file, or takes it for something else. */
export const isRefusedByWindows = (part: string): boolean =>
  characters.test(part) || end.test(part) || device.test(part);

/** A path with the separator that all systems know. On other systems, a backslash is a character of a name. */
export const withSlashes = (path: string): string => (isWindows() ? path.replaceAll("\\", "/") : path);
