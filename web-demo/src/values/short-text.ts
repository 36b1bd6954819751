const longest = 60;

/** A text as a message quotes it: what somebody pasted may have any length. */
export const shortText = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
