/**
 * Reads a file, and rejects if it has changed since it was chosen: Chromium refuses to read it then, WebKit does not find it, and
 * Firefox reads what is there now.
 */
export async function unchanged<Content extends ArrayBuffer | Blob>(
  file: Blob,
  read: (file: Blob) => Promise<Content>,
): Promise<Content> {
  const changed = () => new DOMException("The file has changed.", "NotReadableError");
  const content = await read(file).catch((error: DOMException) => {
    throw error.name === "NotFoundError" ? changed() : error;
  });
  if ((content instanceof Blob ? content.size : content.byteLength) !== file.size) throw changed();
  return content;
}
