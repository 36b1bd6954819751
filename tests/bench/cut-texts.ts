// Strings that are made anew: cut from longer ones, as `decode` makes them. No way to make short strings is known to be faster.

/** Parts of the longer text, as large as those of js/wasm/utf8.ts. */
const part = 1 << 15;

/** Texts, of which equal ones are one string. */
export interface CutTexts {
  /** By index in the list that was given, the index in the list that `cut` returns. */
  readonly numbers: Int32Array;
  /** Makes all strings anew. */
  cut(): string[];
}

/** Prepares to make these texts, which are ASCII, again and again. */
export function cutTextsOf(texts: readonly string[]): CutTexts {
  const distinct = [...new Set(texts)];
  const numbers = new Map(distinct.map((text, number) => [text, number]));
  const lengths = Int32Array.from(distinct, ({ length }) => length);
  const bytes = Buffer.from(distinct.join(""), "latin1");
  return {
    numbers: Int32Array.from(texts, (text) => numbers.get(text) as number),
    cut() {
      const strings = new Array<string>(lengths.length);
      let [all, begin, at] = ["", 0, 0];
      for (let i = 0; i < lengths.length; i++) {
        const length = lengths[i] as number;
        if (at + length - begin > all.length) {
          begin = at;
          all = bytes.toString("latin1", at, Math.min(at + part, bytes.length));
        }
        strings[i] = all.slice(at - begin, at - begin + length);
        at += length;
      }
      return strings;
    },
  };
}
