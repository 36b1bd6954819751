// Sizes as a server sends them.
import { gzipSync } from "node:zlib";

/** The size after gzip. */
export const gzipSize = (bytes: Uint8Array | string): number => gzipSync(bytes, { level: 9 }).length;

/**
 * A limit of so many KB, as measured with the oldest Emscripten that the project supports. It has 5 % of room: the newest one
 * makes bundles that are up to 2.5 % larger, and a test should fail for what was bundled by mistake, not for a check that was added.
 */
export const kilobytes = (count: number): number => count * 1024 * 1.05;
