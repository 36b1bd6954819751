// The contents of the pane beside the tree, which shows one value.
export type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "number"; readonly text: string; readonly facts: readonly Fact[] }
  | { readonly kind: "text"; readonly text: string; readonly length: number; readonly cut: boolean }
  | {
      readonly kind: "components";
      readonly names: readonly string[];
      readonly values: readonly number[];
      readonly areInts: boolean;
      /** Whether they are stored as 32-bit floats. */
      readonly isSingle: boolean;
    }
  | {
      readonly kind: "numbers";
      /** Names of the numbers of each element. */
      readonly names: readonly string[];
      readonly length: number;
      /** For the plot, so an int64 may be rounded. */
      readonly data: Float64Array;
      /** Whether they are stored as 32-bit floats. */
      readonly isSingle: boolean;
      /** The numbers of the first elements with all their digits. */
      readonly listed: readonly string[];
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
      /** Whether it can be exported as CSV. */
      readonly isTable: boolean;
    }
  | { readonly kind: "other"; readonly facts: readonly Fact[] };

export type ShownAs<Kind extends Shown["kind"]> = Extract<Shown, { kind: Kind }>;

export type Fact = readonly [name: string, value: string];
