import type { OpenRequest } from "../protocol.js";

export interface Secrets {
  readonly password?: string | undefined;
  readonly key?: Uint8Array | undefined;
}

export function secretsOf({ password, key }: OpenRequest): Secrets {
  if (key === undefined) return { password };
  return { key: Uint8Array.from(key.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)) };
}
