import type { Question } from "../file/state.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";

/** Asks for a decision; closing the dialog gives the last answer. */
export function QuestionDialog({
  title,
  text,
  answers,
  answer,
}: Question & { answer(chosen: string): void }) {
  const last = answers.at(-1) as string;
  return (
    <Dialog title={title} onClose={() => answer(last)}>
      <p>{text}</p>
      <div class="actions">
        {answers.map((one, i) => (
          <Button
            key={one}
            label={one}
            kind={i === 0 ? "primary" : one === last ? "quiet" : "plain"}
            onClick={() => answer(one)}
          />
        ))}
      </div>
    </Dialog>
  );
}
