// What the pane beside the tree shows, by kinds of values.

/** What the pane beside the tree shows of a value. */
export type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "number"; readonly text: string; readonly facts: readonly Fact[] }
  | { readonly kind: "text"; readonly text: string; readonly length: number; readonly cut: boolean }
  | {
      readonly kind: "parts";
      readonly names: readonly string[];
      readonly values: readonly number[];
      readonly whole: boolean;
      /** Whether the floats have 32 bits. */
      readonly single: boolean;
    }
  | {
      readonly kind: "numbers";
      readonly stride: number;
      readonly length: number;
      /** For a plot: a 64-bit int may be rounded. */
      readonly data: Float64Array;
      /** The numbers of the first elements in full. */
      readonly listed: readonly string[];
      readonly whole: boolean;
      readonly cut: boolean;
    }
  | {
      readonly kind: "texts";
      readonly length: number;
      readonly texts: readonly string[];
      readonly cut: boolean;
    }
  | {
      readonly kind: "bytes";
      readonly length: number;
      readonly media: string;
      readonly name: string;
      readonly data: Uint8Array<ArrayBuffer> | undefined;
    }
  | {
      readonly kind: "container";
      readonly count: number;
      readonly facts: readonly Fact[];
      readonly table: boolean;
    }
  | { readonly kind: "other"; readonly facts: readonly Fact[] };

export type Fact = readonly [name: string, value: string];
