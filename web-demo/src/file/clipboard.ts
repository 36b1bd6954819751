// The clipboard of the browser. Pages that did not come over https have none.

const type = "text/plain";

/** Writes a text; rejects if the browser refuses. */
export type Put = (text: string) => Promise<void>;

/** What the clipboard holds. Rejects if the browser refuses, as Firefox before 125 does. */
export async function clipboardText(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch (cause) {
    throw new Error("The browser does not let the page read the clipboard. Press Ctrl+V.", { cause });
  }
}

async function writeText(text: string): Promise<void> {
  if (navigator.clipboard === undefined)
    throw new Error("The browser has no clipboard for a page that did not come over https.");
  await navigator.clipboard.writeText(text);
}

/**
 * Performs an action that copies. Call this while the event of a click or a key is handled: Safari refuses what is written once a worker
 * has answered, but takes the promise of a text.
 */
export async function copying<Result>(action: (put: Put) => Promise<Result>): Promise<Result> {
  // Firefox has it since 127, and lets a page write later.
  if (typeof ClipboardItem !== "function") return action(writeText);
  let give = (_text: string) => {};
  let stop = () => {};
  const text = new Promise<Blob>((resolve, reject) => {
    give = (text) => resolve(new Blob([text], { type }));
    stop = reject;
  });
  const written = navigator.clipboard.write([new ClipboardItem({ [type]: text })]);
  // Whoever copies hears of it from `put`; an action that ends before has an error of its own.
  written.catch(() => {});
  const put = (text: string) => {
    give(text);
    return written;
  };
  try {
    return await action(put);
  } finally {
    stop();
  }
}
