// Opens the file that the address of the page names: a sample, or a file in its fragment.
import { FileOnDisk } from "../file/origin.js";
import { attempt, openSource } from "../file/state.js";
import { samples } from "./gallery.js";

export async function openAddress(): Promise<void> {
  const id = new URLSearchParams(location.search).get("sample");
  const sample = samples.find((one) => one.id === id);
  if (sample !== undefined) await openSample(sample.id);
  const shared = new URLSearchParams(location.hash.slice(1));
  const data = shared.get("v");
  if (data === null) return;
  await attempt(async () => {
    const { fileOf } = await import("../file/link.js");
    await openSource({ name: shared.get("n") ?? "shared.bin", blob: new Blob([await fileOf(data)]) });
  });
}

export async function openSample(id: string): Promise<void> {
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) return;
  await attempt(async () => {
    const response = await fetch(`./samples/${id}.bin`);
    if (!response.ok) throw new Error("This sample could not be loaded.");
    const { fileName, password } = sample;
    await openSource({ name: fileName, blob: await response.blob(), password });
  });
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Opens the files that the system hands to the installed page. */
export function openLaunched(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    for (const handle of files) void attempt(() => openHandle(handle));
  });
}

export async function openHandle(handle: FileSystemFileHandle): Promise<void> {
  const file = await handle.getFile();
  await openSource({ name: file.name, blob: file, origin: new FileOnDisk(handle, file) });
}
