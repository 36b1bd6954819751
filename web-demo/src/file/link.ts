// Links that contain a file, in the fragment of the address: browsers never send that to a server.

/** Mail programs and messengers truncate longer links. */
const longestLink = 30_000;
/** zlib's, with a checksum: other bytes than the copied ones never open. */
const form = "deflate";

/** A link to this page that contains a file. Throws if the file is too large. */
export async function linkTo(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const packed = new Uint8Array(await through(bytes, new CompressionStream(form)));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const data = text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (data.length > longestLink) throw new Error("This file is too large for a link.");
  const link = new URL("./", location.href);
  link.hash = String(new URLSearchParams({ n: name, v: data }));
  return link.href;
}

/** Unpacks the file of a link. Refuses one that is longer than the page makes them: it could unpack to gigabytes. */
export async function fileOf(data: string): Promise<Uint8Array<ArrayBuffer>> {
  if (data.length > longestLink) throw new Error("too long");
  const text = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array(await through(packed, new DecompressionStream(form)));
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
