import type { Edit } from "../protocol/edits.js";
import { messageOf } from "../protocol/failures.js";
import type { Field } from "./drafts.js";
import type { OpenFile } from "./open-file.js";

/** What a field shows, and what happens to its text. */
interface Draftable {
  /** The draft, or the value. */
  readonly text: string;
  readonly problem: string;
  /** Sends the text. It stays in the field if it cannot be taken; then this resolves to false. */
  readonly keep: (text: string) => Promise<boolean>;
  readonly discard: () => void;
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
  const keep = async (text: string) => {
    if (text === before) discard();
    else if (text === draft?.text) return false;
    else {
      try {
        await file.edit(edit(text), { ...field, text });
      } catch (error) {
        file.drafts.put({ ...field, text, problem: messageOf(error) });
        return false;
      }
    }
    return true;
  };
  return { text: draft?.text ?? before, problem: draft?.problem ?? "", keep, discard };
}
