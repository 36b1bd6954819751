import type { Range } from "../../protocol/places.js";
import type { ByteCursor } from "./typing.js";

/** A colored range of bytes. */
export interface Painted {
  readonly range: Range;
  readonly kind: "picked" | "key" | "header" | "padding" | "lost" | "hovered";
}

interface Props {
  readonly start: number;
  readonly bytes: Uint8Array | undefined;
  readonly perLine: number;
  readonly paints: readonly Painted[];
  readonly top: number;
  readonly cursor: ByteCursor | undefined;
  /** Bytes that were typed and not taken. */
  readonly typed: ReadonlyMap<number, string>;
}

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function classOf(offset: number, paints: readonly Painted[]): string {
  let kind = "";
  let isHovered = false;
  for (const paint of paints) {
    if (offset < paint.range[0] || offset >= paint.range[1]) continue;
    if (paint.kind === "hovered") isHovered = true;
    else kind = paint.kind;
  }
  return isHovered ? `${kind} hovered` : kind;
}

/** One line: the offset, the bytes, their characters. */
export function HexRow({ start, bytes, perLine, paints, top, cursor, typed }: Props) {
  const cells = [];
  const letters = [];
  for (let i = 0; i < (bytes?.length ?? 0); i++) {
    const byte = bytes?.[i] as number;
    const offset = start + i;
    const kind = classOf(offset, paints);
    const zero = byte === 0 ? " zero" : "";
    const draft = typed.get(offset);
    const here = cursor?.at === offset ? cursor : undefined;
    const state = `${draft === undefined ? "" : " typed"}${here === undefined ? "" : " cursor"}`;
    cells.push(
      <span
        key={i}
        data-at={offset}
        class={`${kind}${zero}${state}${i % 4 === 3 && i < perLine - 1 ? " gap" : ""}`}
      >
        {here?.high ? `${here.high}_` : (draft ?? digits[byte])}
      </span>,
    );
    letters.push(
      <span key={i} data-at={offset} class={`${kind}${zero}`}>
        {byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·"}
      </span>,
    );
  }
  return (
    <div class="hex-row" style={{ transform: `translateY(${top}px)` }}>
      <span class="offset">{start.toString(16).padStart(8, "0")}</span>
      <span class="cells">{cells}</span>
      <span class="letters">{letters}</span>
    </div>
  );
}
