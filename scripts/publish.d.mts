export function linked(readme: string, url: string, version: string, packed: readonly string[]): string;
export function stage(url: string, folder?: string): Record<string, unknown>;
