import { useSignal } from "@preact/signals";
import type { Edit } from "../protocol/edits.js";
import { messageOf } from "../protocol/failures.js";
import { shortText } from "../values/short-text.js";
import type { Field } from "./drafts.js";
import { ValueGone } from "./moments.js";
import type { OpenFile } from "./open-file.js";
import { say } from "./state.js";
import { inTurn, sendEdit } from "./turns.js";

/** What a field shows, and what happens to its text. */
interface Draftable {
  /** The draft, what is being sent, or the value. */
  readonly text: string;
  readonly problem: string;
  /** Sends the text. It stays in the field if it cannot be taken; then this resolves to false. */
  readonly keep: (text: string) => Promise<boolean>;
  readonly discard: () => void;
}

/** Whether a text has no field any more. Tells the person, after what the edit that took the field away says. */
export function isLost(file: OpenFile, text: string, error: unknown): boolean {
  const isGone = error instanceof ValueGone;
  if (isGone) void inTurn(file, () => say(`“${shortText(text)}” was not taken. ${error.message}`, true));
  return isGone;
}

/** @param edit Makes the edit for a text. Throws an error that tells the person what is wrong with the text. */
export function useDraft(
  file: OpenFile,
  field: Field,
  before: string,
  edit: (text: string) => Edit,
): Draftable {
  const draft = file.drafts.of(field);
  const discard = () => file.drafts.drop(field);
  /** What was sent last, until `before` is the value with it. */
  const sent = useSignal<{ readonly text: string; readonly isTaken: Promise<boolean> } | undefined>(
    undefined,
  );
  const take = async (text: string) => {
    let wanted: Edit;
    try {
      wanted = edit(text);
    } catch (error) {
      file.drafts.put({ ...field, text, problem: messageOf(error) });
      return false;
    }
    // Otherwise the text is a draft.
    return sendEdit(file, wanted, { ...field, text }).then(
      () => true,
      (error) => isLost(file, text, error),
    );
  };
  const keep = async (text: string) => {
    const last = sent.peek();
    // Leaving a field after Enter sends its text, too.
    if (text === last?.text) return last.isTaken;
    if (last === undefined && text === draft?.text) return false;
    if (last === undefined && text === before) {
      discard();
      return true;
    }
    const now = { text, isTaken: take(text) };
    sent.value = now;
    const isTaken = await now.isTaken;
    await file.detailed;
    if (sent.peek() === now) sent.value = undefined;
    return isTaken;
  };
  return { text: draft?.text ?? sent.value?.text ?? before, problem: draft?.problem ?? "", keep, discard };
}
