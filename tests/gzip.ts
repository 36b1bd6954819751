// Sizes as a server sends them.
import { gzipSync } from "node:zlib";

/** The size after gzip. */
export const gzipSize = (bytes: Uint8Array | string): number => gzipSync(bytes, { level: 9 }).length;

/**
 * A limit of so many KB. Node's zlib finds other matches on other processors: the same bytes came out 0.2 % larger on one than on
 * another. So a limit has 1 % of room, or a test would depend on the machine.
 */
export const kilobytes = (count: number): number => count * 1024 * 1.01;
