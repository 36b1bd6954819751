import { useEffect, useState } from "preact/hooks";
import type { OpenFile } from "../file/open-file.js";
import { closeFile, labelOf } from "../file/state.js";
import { Button } from "../widgets/button.js";

/** Shorter work ends before anyone could read the message. */
const patience = 250;

/** Shows long work and lets the person cancel it. */
export function ProgressBar({ file }: { file: OpenFile }) {
  const progress = file.progress.value;
  const isWorking = progress !== undefined;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWorking) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patience);
    return () => clearTimeout(timer);
  }, [isWorking]);
  if (!isLong || progress === undefined) return null;
  return (
    <div class="progress">
      <span>
        {progress.stage} {labelOf(file)} …
      </span>
      <progress aria-label={progress.stage} />
      <Button
        label="Cancel"
        onClick={() => {
          if (file.info.value === undefined) closeFile(file);
          else file.cancel();
        }}
      />
    </div>
  );
}
