import { escaped } from "../../forms/json-printer.js";

/** Like `escaped`, for text that is not quoted yet: line ends, tabs and escapes as `\uXXXX` too. */
export function visible(text: string): string {
  return escaped(JSON.stringify(text).slice(1, -1)).replaceAll('\\"', '"');
}
