import { useEffect, useState } from "preact/hooks";
import type { OpenFile } from "../open-file.js";
import { closeFile, mayLose } from "../state.js";
import { Button } from "./button.js";

/** Shorter work is done before anyone could read what it is. */
const patience = 250;

/** How far long work is, and a way to stop it. */
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
        {progress.stage} {file.source.name} …
      </span>
      <progress value={progress.done} aria-label={progress.stage} />
      <Button
        label="Cancel"
        onClick={() => {
          if (file.info.value === undefined) closeFile(file);
          else if (mayLose(file)) void file.open();
        }}
      />
    </div>
  );
}
