// Finds a text in UTF-8 bytes, ignoring case.
const encoder = new TextEncoder();

export class Needle {
  /** The encodings of each character: as typed, in lower case, in upper case. */
  readonly #characters: readonly (readonly Uint8Array[])[];
  /** Which bytes a match may start with. */
  readonly #starts = new Uint8Array(256);

  constructor(text: string) {
    this.#characters = Array.from(text, (letter) => {
      const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
      return Array.from(forms, (form) => encoder.encode(form));
    });
    for (const form of this.#characters[0] ?? []) this.#starts[form[0] as number] = 1;
  }

  /** The first match that starts from `from` on and before `to`; -1 if there is none. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const starts = this.#starts;
    for (let at = from; at < to; at++) {
      if (starts[bytes[at] as number] === 1 && this.#isAt(bytes, at)) return at;
    }
    return -1;
  }

  #isAt(bytes: Uint8Array, start: number): boolean {
    let at = start;
    for (const forms of this.#characters) {
      const form = forms.find((form) => form.every((byte, i) => bytes[at + i] === byte));
      if (form === undefined) return false;
      at += form.length;
    }
    return true;
  }
}
