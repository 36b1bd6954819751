// Opens the file that the address of the page names: a sample, or a file in its fragment.
import { readHandle } from "../file/handles.js";
import { oneAtATime } from "../file/one-at-a-time.js";
import { attempt, openEach, openSource } from "../file/state.js";
import { samples } from "./gallery.js";

const openOnce = oneAtATime();

export async function openAddress(): Promise<void> {
  const id = new URLSearchParams(location.search).get("sample");
  if (id !== null) await openSample(id);
  await openShared();
  addEventListener("hashchange", () => void openShared());
}

/** Opens the file in the fragment of the address. */
async function openShared(): Promise<void> {
  const shared = new URLSearchParams(location.hash.slice(1));
  const data = shared.get("v");
  if (data === null) return;
  await attempt(async () => {
    const { fileOf } = await import("../file/link.js");
    const bytes = await fileOf(data).catch((cause: unknown) => {
      throw new Error("This link is damaged: a part of it is missing or changed.", { cause });
    });
    await openSource({ name: shared.get("n") ?? "shared.bin", blob: new Blob([bytes]) });
  });
}

export async function openSample(id: string): Promise<void> {
  await attempt(async () => {
    const sample = samples.find((one) => one.id === id);
    if (sample === undefined) throw new Error(`There is no sample named “${id}”.`);
    const { fileName, password } = sample;
    await openOnce(sample, async () => {
      const response = await fetch(`./samples/${id}.bin`);
      if (!response.ok) throw new Error("This sample could not be loaded.");
      await openSource({ name: fileName, blob: await response.blob(), password });
    });
  });
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Opens the files that the system hands to the installed page. */
export function openLaunched(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    void openEach(files, readHandle);
  });
}
