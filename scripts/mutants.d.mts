export interface Mutant {
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  readonly suite: string;
}
export const mutants: readonly Mutant[];
