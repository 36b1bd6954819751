// A file in the fragment of an address, which browsers do not send anywhere.

/** Longer addresses are cut by mail programs and messengers. */
const longestLink = 30_000;

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

/** The file that a link holds. */
export async function unpacked(data: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array(await through(packed, new DecompressionStream("deflate-raw")));
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
