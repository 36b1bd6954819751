import type { ByteText } from "../js/byte-text.js";

export function textOf(bytes: Uint8Array): ByteText;
