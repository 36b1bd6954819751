// The characters that are equal when upper and lower case do not differ.

/** All characters that have an upper or a lower case; found at the first search that needs them. */
let cased: string | undefined;

function allCased(): string {
  const found: string[] = [];
  for (let code = 0x41; code < 0x1ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    if (letter.toLowerCase() !== letter || letter.toUpperCase() !== letter) found.push(letter);
  }
  return found.join("");
}

/** A character and those that a regular expression with the flags `iu` takes for the same. */
export function formsOf(letter: string): readonly string[] {
  // The Kelvin sign is a k, and ſ is an s.
  if (/[a-jl-rt-z]/i.test(letter)) return [letter.toLowerCase(), letter.toUpperCase()];
  if (letter.toLowerCase() === letter && letter.toUpperCase() === letter) return [letter];
  cased ??= allCased();
  return cased.match(new RegExp(letter, "giu")) ?? [letter];
}
