/** A node of the syntax tree of TypeScript. */
export interface Declaration {
  readonly name?: { getText(): string };
}

export function exportsOf(folder: string, ...entries: string[]): Map<string, Declaration[]>;
export function membersOf(declaration: Declaration): Declaration[];
export function signatureOf(
  declaration: Declaration,
): { name: string; parameters: string[]; returns: boolean } | undefined;
export function docsOf(declaration: Declaration): {
  text: string;
  tags: { tag: string; name: string | undefined; text: string }[];
};
export function checkApi(): Promise<number>;
