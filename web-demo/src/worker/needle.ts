// A text to be found in bytes, whatever its case.
const encoder = new TextEncoder();

/** The forms in which a character may stand in the bytes. */
interface Character {
  readonly forms: readonly Uint8Array[];
}

export class Needle {
  readonly #characters: readonly Character[];
  /** Whether a match may begin with a byte. */
  readonly #starts = new Uint8Array(256);

  constructor(text: string) {
    this.#characters = Array.from(text, (letter) => {
      const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
      return { forms: Array.from(forms, (form) => encoder.encode(form)) };
    });
    for (const form of this.#characters[0]?.forms ?? []) this.#starts[form[0] as number] = 1;
  }

  /** Where it stands in the bytes from one on; -1 when it does not, or not before `to`. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const starts = this.#starts;
    for (let at = from; at < to; at++) {
      if (starts[bytes[at] as number] === 1 && this.#isAt(bytes, at)) return at;
    }
    return -1;
  }

  #isAt(bytes: Uint8Array, start: number): boolean {
    let at = start;
    for (const { forms } of this.#characters) {
      const form = forms.find((form) => form.every((byte, i) => bytes[at + i] === byte));
      if (form === undefined) return false;
      at += form.length;
    }
    return true;
  }
}
