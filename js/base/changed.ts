// Copies of small objects, such as options, on the way of every call.

/** @internal A copy with other values. To add properties to a spread takes V8 more than ten times as long. */
export const changed = <Of extends object>(one: Of, values: Partial<Of>): Of =>
  Object.assign({}, one, values);
