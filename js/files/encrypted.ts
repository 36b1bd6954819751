// Encrypted files (GDEC).
import { join, sameBytes } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { bytesOf, type Secrets, type WrapOptions } from "../base/options.js";
import { TextEncoder } from "../base/text-coders.js";
import { encryptedHeaderRecord, operation } from "../table/boundary.gen.js";
import { wordOf } from "../table/numbers.js";
import { call } from "../wasm/file-calls.js";
import type { Damage, Opened } from "./layers.js";
import { aes, md5 } from "./platform.js";

/** Decrypts GDEC. With `damage`, also reads truncated files and files with a wrong checksum. */
export async function openEncrypted(
  bytes: Uint8Array<ArrayBuffer>,
  secrets: Secrets,
  damage: Damage | undefined,
): Promise<Opened> {
  const { words } = call(operation.readEncrypted, bytes, [damage ? 1 : 0]);
  const field = (word: number) => words[word] as number;
  const engine = field(encryptedHeaderRecord.layout) as 3 | 4;
  const size = field(encryptedHeaderRecord.size);
  const md5At = field(encryptedHeaderRecord.md5At);
  const ivAt = field(encryptedHeaderRecord.ivAt);
  const at = field(encryptedHeaderRecord.cipherAt);
  const key = await keyOf(secrets);
  if (key === undefined) throw new VariantError("password-required", { hints: [hint("give-secret")] });
  const iv = engine === 3 ? undefined : bytes.subarray(ivAt, ivAt + 16);
  const over = (bytes.length - at) % 16;
  // In CFB mode, each byte of a block that is cut can be decrypted.
  const cipher =
    iv === undefined || over === 0
      ? bytes.subarray(at, bytes.length - over)
      : join([bytes.subarray(at)], bytes.length - at + 16 - over);
  const padded = cipher.length === 0 ? cipher : await aes(false, cipher, key, iv);
  const content = padded.subarray(0, size);
  if (sameBytes(await md5(content), bytes.subarray(md5At, md5At + 16))) {
    return { layer: { container: "gdec", engine }, content };
  }
  const looks = call(operation.looksDecrypted, content).words[0] === 1;
  const isCut = damage !== undefined && wordOf(bytes, md5At + 16) > size;
  const code = isCut ? "unexpected-end" : "bad-checksum";
  const error = new VariantError(looks ? code : "wrong-password", isCut ? { offset: content.length } : {});
  if (damage === undefined) throw error;
  damage.errors.push(error);
  return { layer: { container: "gdec", engine }, content };
}

/** The given key or, as Godot derives it from a password, the hexadecimal digits of the password's MD5 sum. */
async function keyOf({ password, key }: Secrets): Promise<Uint8Array | undefined> {
  if (key !== undefined && password !== undefined) throw new TypeError("Pass password or key, not both.");
  if (key !== undefined) {
    const bytes = bytesOf(key);
    // The caller may erase its key after the call.
    if (bytes.length === 32) return bytes.slice();
    throw new TypeError("The option key must have 32 bytes.");
  }
  if (password === undefined) return undefined;
  if (typeof password !== "string")
    throw new TypeError(`The option password must be a string, not a ${typeof password}.`);
  const text = new TextEncoder();
  const sum = await md5(text.encode(password));
  return text.encode(Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

export async function writeEncrypted(
  content: Uint8Array<ArrayBuffer>,
  engine: 3 | 4,
  options: WrapOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = options.iv === undefined ? crypto.getRandomValues(new Uint8Array(16)) : bytesOf(options.iv);
  // A copy, because the caller may change the content meanwhile: nobody could read a file whose checksum is wrong.
  const size = content.length;
  const padded = join([content], Math.ceil(size / 16) * 16);
  const key = await keyOf(options);
  if (key === undefined) throw new VariantError("password-required", { hints: [hint("give-secret")] });
  if (iv.length !== 16) throw new TypeError("The option iv must have 16 bytes.");
  const cipher = padded.length === 0 ? padded : await aes(true, padded, key, engine === 3 ? undefined : iv);
  const sum = await md5(padded.subarray(0, size));
  return call(operation.writeEncrypted, join([sum, iv, cipher]), [engine, size]).bytes;
}
