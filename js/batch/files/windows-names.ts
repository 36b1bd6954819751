// Names and paths on Windows. Node passes names on as they are, so it would create files that no other program can open or remove.

export const isWindows = (): boolean => process.platform === "win32";

const characters = /[<>:"|?*]|\p{Cc}/u;
const end = /[. ]$/;
/** Devices, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/** Whether Windows refuses a part of a path as the name of a file, or takes it for something else. */
export const isRefusedByWindows = (part: string): boolean =>
  characters.test(part) || end.test(part) || device.test(part);

/** The device that a path names as the programs of Windows understand it: what they write to `NUL` is gone. */
export function deviceOf(path: string): string | undefined {
  const name = isWindows() ? /(?:^|[\\/])(nul|con)$/i.exec(path)?.[1] : undefined;
  return name === undefined ? undefined : `\\\\.\\${name}`;
}

/** A path with the separator that all systems know. On other systems, a backslash is a character of a name. */
export const withSlashes = (path: string): string => (isWindows() ? path.replaceAll("\\", "/") : path);
