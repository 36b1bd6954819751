import { escaped } from "../../forms/json-printer.js";

/** Like `escaped`, for text outside of quotes: also escapes line ends, tabs and other control characters. */
export function visible(text: string): string {
  return escaped(JSON.stringify(text).slice(1, -1)).replaceAll('\\"', '"');
}
