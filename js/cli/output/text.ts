// Text of strangers that a terminal must not obey.
import { escaped } from "../../table/quoted.js";

/** Like `escaped`, for text outside of quotes: also escapes line ends, tabs, other control characters and half surrogates. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression replaces control characters
  return escaped(text.replace(/[\0-\x1f]|\p{Surrogate}/gu, asEscape));
}

/** Like `visible`, but keeps line ends and tabs. */
export function visibleLines(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this expression replaces control characters
  return escaped(text.replace(/[\0-\x08\x0b-\x1f]|\p{Surrogate}/gu, asEscape));
}

const asEscape = (character: string) => JSON.stringify(character).slice(1, -1);
