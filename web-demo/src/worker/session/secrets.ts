import type { Secrets } from "godot-variant";
import type { OpenRequest } from "../../protocol/opening.js";

export function secretsOf({ password, key }: OpenRequest): Secrets {
  if (key === undefined) return { password };
  return { key: Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)) };
}
