import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { grouped } from "../../../../js/describe/amounts.js";
import type { Draft } from "../../file/drafts.js";
import type { OpenFile } from "../../file/open-file.js";
import { attempt } from "../../file/state.js";
import { inTurn } from "../../file/turns.js";
import type { Range } from "../../protocol/places.js";
import type { Detail } from "../../protocol/rows.js";
import { Button } from "../../widgets/button.js";
import { styleSize } from "../../widgets/style-size.js";
import { useWindow } from "../../widgets/window.js";
import { ByteCache } from "./byte-cache.js";
import { HexRow, type Painted } from "./row.js";
import { byteAction } from "./typing.js";

const wide = 16;
const narrow = 8;
/** Below this width of the pane, a line has half as many bytes. */
const narrowPane = 560;

/** The ranges to color, innermost last: the parts of the selected value, or the unreadable bytes. */
function paintsOf(file: OpenFile, detail: Detail | undefined, isOriginal: boolean): Painted[] {
  if (isOriginal) return lostOf(file).map(({ range }) => ({ range, kind: "lost" }));
  const hovered = file.hovered.value;
  const paints: Painted[] = [];
  if (detail !== undefined) {
    const { key, header, padding } = detail.ranges;
    paints.push({ range: detail.range, kind: "picked" });
    if (key !== undefined) paints.push({ range: key, kind: "key" });
    paints.push({ range: header, kind: "header" });
    if (padding !== undefined) paints.push({ range: padding, kind: "padding" });
  }
  if (hovered !== undefined) paints.push({ range: hovered, kind: "hovered" });
  return paints;
}

const lostOf = (file: OpenFile) => file.info.value?.lost ?? [];

/** What a key does while no byte is being edited. */
function valueAction(
  key: string,
  [start, end]: Range,
  go: (offset: number, isCursor?: boolean) => unknown,
): (() => unknown) | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return () => go(end);
  if (key === "ArrowLeft" || key === "ArrowUp") return () => go(start - 1);
  return key === "Enter" || key === "F2" ? () => go(start, true) : undefined;
}

/** Shows the content with the selected value marked, or the original content with its damage marked. */
export function Hex({ file }: { file: OpenFile }) {
  const isOriginal = file.isOriginal.value;
  return <Bytes key={isOriginal} file={file} isOriginal={isOriginal} />;
}

/** How many bytes fit into a line of the pane. */
function useLineLength(scroller: RefObject<HTMLElement | null>): number {
  const [perLine, setPerLine] = useState(wide);
  useEffect(() => {
    const element = scroller.current as HTMLElement;
    const resized = new ResizeObserver(() => setPerLine(element.clientWidth < narrowPane ? narrow : wide));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return perLine;
}

/** Marks the innermost value around a byte, or no value. */
function useHover(file: OpenFile): (offset: number | undefined) => Promise<void> {
  const hovering = useRef<number>(undefined);
  return async (offset) => {
    hovering.current = offset;
    const range =
      offset === undefined ? undefined : await file.call("rangeAround", offset).catch(() => undefined);
    if (hovering.current === offset) file.hovered.value = range;
  };
}

/** The byte that an element shows. */
function offsetAt(event: Event): number | undefined {
  const element = (event.target as Element).closest<HTMLElement>("[data-at]");
  return element === null ? undefined : Number(element.dataset.at);
}

function Bytes({ file, isOriginal }: { file: OpenFile; isOriginal: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const perLine = useLineLength(scroller);
  const hover = useHover(file);
  const cache = useRef<ByteCache>(undefined);
  cache.current ??= new ByteCache((start, count) =>
    file.call(isOriginal ? "original" : "bytes", start, count),
  );
  const size = isOriginal ? (file.info.value?.originalSize ?? 0) : file.contentSize.value;
  const lines = useWindow(scroller, Math.ceil(size / perLine), styleSize("--hex-row"));
  const isPlaced = file.info.value?.isTranscribed !== true;
  const detail = isPlaced ? file.detail.value : undefined;
  const lost = isOriginal ? lostOf(file)[file.damage.value ?? -1] : undefined;
  const hasValues = isPlaced && !isOriginal;
  const cursor = hasValues ? file.cursor.value : undefined;
  const shown = lost?.range[0] ?? cursor?.at ?? detail?.range[0];
  const drafts = detail === undefined ? [] : file.drafts.bytesOf(detail.address);
  cache.current.revision.value;
  cache.current.need(file.version.value, lines.first * perLine, Math.min(size, lines.last * perLine));

  useEffect(() => {
    if (shown !== undefined) lines.show(Math.floor(Math.min(shown, Math.max(0, size - 1)) / perLine), true);
  }, [shown, perLine, lines.page]);

  const paints = isPlaced || isOriginal ? paintsOf(file, detail, isOriginal) : [];
  const typed = new Map(drafts.map(({ part, text }) => [part + (detail?.range[0] ?? 0), text]));
  const go = async (offset: number, isCursor = false) => {
    const at = Math.max(0, Math.min(size - 1, offset));
    file.selectRevealed(await file.call("revealByte", at));
    if (isCursor) file.cursor.value = { at, high: "" };
  };
  const goInTurn = (offset: number, isCursor = false) => inTurn(file, () => go(offset, isCursor));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasValues || event.ctrlKey || event.metaKey || event.altKey) return;
    const { range } = detail ?? { range: [0, 0] as const };
    const action =
      cursor === undefined
        ? valueAction(event.key, range, goInTurn)
        : byteAction(event.key, { file, size, perLine, go });
    if (action === undefined) return;
    event.preventDefault();
    void attempt(action);
  };
  return (
    <section class="hex" aria-label="Bytes">
      <div
        ref={scroller}
        class="hex-scroller"
        tabIndex={0}
        role="group"
        aria-label="Bytes of the content. Arrow keys move between values, Enter edits bytes"
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const offset = offsetAt(event);
          if (offset !== undefined && hasValues) void attempt(() => goInTurn(offset, true));
        }}
        onPointerOver={(event) => {
          const offset = offsetAt(event);
          if (offset !== undefined && hasValues) void hover(offset);
        }}
        onPointerLeave={() => hover(undefined)}
      >
        <div class={`hex-rows ${perLine === wide ? "" : "narrow"}`} style={{ height: `${lines.height}px` }}>
          {Array.from({ length: lines.last - lines.first }, (_, i) => {
            const row = lines.first + i;
            const start = row * perLine;
            const bytes = cache.current?.get(start, Math.min(perLine, size - start));
            return (
              <HexRow key={row} {...{ start, bytes, perLine, paints, cursor, typed }} top={lines.top(row)} />
            );
          })}
        </div>
      </div>
      {drafts.length > 0 && <ByteDrafts file={file} drafts={drafts} />}
      {cursor !== undefined && <CursorLegend at={cursor.at} />}
      {isOriginal && <LostLegend />}
      {!isOriginal && detail !== undefined && <Legend detail={detail} />}
      {!isOriginal && !isPlaced && <p class="legend">The content as it was opened</p>}
    </section>
  );
}

function ByteDrafts({ file, drafts }: { file: OpenFile; drafts: readonly Draft[] }) {
  return (
    <p class="draft" role="alert">
      <span>{drafts[0]?.problem}</span>
      <Button label="Discard" kind="quiet" onClick={() => drafts.map((draft) => file.drafts.drop(draft))} />
    </p>
  );
}

function CursorLegend({ at }: { at: number }) {
  return (
    <p class="legend" role="status">
      <span>
        Byte <b>{grouped(at)}</b> (<b>0x{at.toString(16)}</b>): hexadecimal digits overwrite it
      </span>
    </p>
  );
}

function LostLegend() {
  return (
    <p class="legend">
      <span>
        <i class="lost" /> unreadable
      </span>
      <span class="at">the original content</span>
    </p>
  );
}

function Legend({ detail }: { detail: Detail }) {
  const { key, header, payload, padding } = detail.ranges;
  const ranges: [string, string, Range | undefined][] = [
    ["key", "key", key],
    ["header", "header", header],
    ["picked", "value", [header[1], padding?.[0] ?? payload[1]]],
    ["padding", "padding", padding],
  ];
  return (
    <p class="legend">
      {ranges.map(
        ([kind, name, range]) =>
          range !== undefined &&
          range[1] > range[0] && (
            <span key={name}>
              <i class={kind} /> {name} <b>{grouped(range[1] - range[0])}</b>
            </span>
          ),
      )}
      <span class="at">
        from byte <b>{grouped(detail.range[0])}</b> to <b>{grouped(detail.range[1])}</b>
      </span>
    </p>
  );
}
