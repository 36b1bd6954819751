export const trees: Readonly<Record<string, Readonly<Record<string, string>>>>;
export function faultsIn(tree: string, folders: readonly string[]): string[];
export function checkLayers(): number;
