import { detect } from "godot-variant";
import { containerText, dialectText } from "../../../../js/describe/files.js";

/** The kind of data in a PackedByteArray; `media` is its MIME type if browsers show or play it, else empty. */
interface Media {
  readonly media: string;
  readonly name: string;
}

const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Recognizes a format by its first bytes. */
export function mediaOf(bytes: Uint8Array): Media | undefined {
  const start = ascii(bytes, 0, 4);
  const form = ascii(bytes, 8, 4);
  if (start === "\x89PNG") return { media: "image/png", name: "PNG image" };
  if (start.startsWith("\xff\xd8\xff")) return { media: "image/jpeg", name: "JPEG image" };
  if (start === "GIF8") return { media: "image/gif", name: "GIF image" };
  if (start === "RIFF" && form === "WEBP") return { media: "image/webp", name: "WebP image" };
  if (start.startsWith("BM") && bytes.length > 54) return { media: "image/bmp", name: "BMP image" };
  if (start === "RIFF" && form === "WAVE") return { media: "audio/wav", name: "WAV sound" };
  if (start === "OggS") return { media: "audio/ogg", name: "Ogg sound" };
  if (start.startsWith("ID3") || start.startsWith("\xff\xfb"))
    return { media: "audio/mpeg", name: "MP3 sound" };
  if (start === "fLaC") return { media: "audio/flac", name: "FLAC sound" };
  return undefined;
}

/** Fewer bytes could match by chance. */
const fewestBytes = 8;

/** Recognizes values, or a file of values, if nearly certain. */
export function valuesIn(bytes: Uint8Array): Media {
  const [best] = bytes.length < fewestBytes ? [] : detect(bytes);
  if (best === undefined || best.score < 0.9) return { media: "", name: "" };
  if (best.dialect !== undefined) return { media: "", name: `${dialectText(best.dialect)} values` };
  return { media: "", name: containerText(best.container) ?? "" };
}
