export const entries: Readonly<Record<string, readonly string[]>>;
