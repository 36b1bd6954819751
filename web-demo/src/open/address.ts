// What the address of the page asks for: a sample, or a file in its fragment, which browsers do not send anywhere.
import { attempt, openSource } from "../state.js";
import { samples } from "./gallery.js";

/** Longer addresses are cut by mail programs and messengers. */
const longestLink = 30_000;

export async function openAddress(): Promise<void> {
  const id = new URLSearchParams(location.search).get("sample");
  const sample = samples.find((one) => one.id === id);
  if (sample !== undefined) await openSample(sample.id);
  const shared = new URLSearchParams(location.hash.slice(1));
  const data = shared.get("v");
  if (data !== null)
    await attempt(async () =>
      openSource({ name: shared.get("n") ?? "shared.bin", blob: new Blob([await unpack(data)]) }),
    );
}

export async function openSample(id: string): Promise<void> {
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) return;
  await attempt(async () => {
    const response = await fetch(`./samples/${id}.bin`);
    if (!response.ok) throw new Error("This sample could not be loaded");
    const { fileName, password } = sample;
    await openSource({ name: fileName, blob: await response.blob(), password });
  });
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Files that the system opens with the installed page. */
export function openLaunched(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    for (const handle of files) void attempt(() => openHandle(handle));
  });
}

export async function openHandle(handle: FileSystemFileHandle): Promise<void> {
  const file = await handle.getFile();
  await openSource({ name: file.name, blob: file, handle });
}

/** A link to this page that holds a file. Throws when the file is too large for one. */
export async function linkTo(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Uint8Array(await through(bytes, new CompressionStream("deflate-raw")));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const data = text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (data.length > longestLink) throw new Error("This file is too large for a link");
  const link = new URL("./", location.href);
  link.hash = String(new URLSearchParams({ n: name, v: data }));
  return link.href;
}

async function unpack(data: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array(await through(packed, new DecompressionStream("deflate-raw")));
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
