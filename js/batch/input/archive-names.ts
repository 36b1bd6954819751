// Which inputs are archives.
import { isFolder } from "../files/disk.js";

/** Whether a path names an archive. A folder may have such a name, too. */
export const isArchive = (path: string) => /\.(?:zip|tar|tar\.gz|tgz)$/i.test(path) && !isFolder(path);
