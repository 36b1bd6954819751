/** Saves bytes as a file in the downloads of the browser; returns words for that. */
export function download(name: string, content: Uint8Array<ArrayBuffer> | Blob): string {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return `Downloaded ${name}`;
}
