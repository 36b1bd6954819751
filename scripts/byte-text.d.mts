import type { ByteText } from "../js/wasm/byte-text.js";

export function textOf(bytes: Uint8Array): ByteText;
