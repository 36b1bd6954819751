import { useEffect, useRef } from "preact/hooks";
import type { OpenFile } from "./open-file.js";
import { Button } from "./parts/button.js";
import { useRowHeight } from "./parts/row-height.js";
import { useWindow } from "./parts/virtual.js";
import type { Difference } from "./protocol.js";
import { attempt } from "./state.js";

/** What another file has differently, one after the other. */
export function DifferencesPane({ file }: { file: OpenFile }) {
  const shown = file.differences.value;
  return shown === undefined ? null : <List file={file} shown={shown} />;
}

function List({ file, shown }: { file: OpenFile; shown: NonNullable<OpenFile["differences"]["value"]> }) {
  const { list, isCut, other, at } = shown;
  const total = list.length;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const lines = useWindow(scroller, list.length, rowHeight);
  useEffect(() => {
    if (at >= 0) lines.show(at);
  }, [at]);
  const go = (to: number) => attempt(() => file.goToDifference((to + list.length) % list.length));
  const count = `${isCut ? "more than " : ""}${total.toLocaleString("en-US")} ${total === 1 ? "difference" : "differences"}`;
  return (
    <section class="differences" aria-label="Differences">
      <header>
        <h2 aria-live="polite">
          {total === 0 ? "No difference" : at < 0 ? count : `${at + 1} of ${count}`} from <b>{other}</b>
        </h2>
        <Button
          icon="up"
          label="Previous difference"
          iconOnly
          kind="quiet"
          disabled={total === 0}
          onClick={() => go(at < 0 ? -1 : at - 1)}
        />
        <Button
          icon="down"
          label="Next difference"
          iconOnly
          kind="quiet"
          disabled={total === 0}
          onClick={() => go(at + 1)}
        />
        <Button
          icon="close"
          label="Close the comparison"
          iconOnly
          kind="quiet"
          onClick={() => (file.differences.value = undefined)}
        />
      </header>
      {list.length > 0 && (
        <div
          ref={scroller}
          class="difference-scroller"
          tabIndex={0}
          role="group"
          aria-label="List of differences"
        >
          <div class="difference-rows" style={{ height: `${lines.height}px` }}>
            {list.slice(lines.first, lines.last).map((difference, i) => (
              <Line
                key={lines.first + i}
                difference={difference}
                top={lines.top(lines.first + i)}
                isCurrent={lines.first + i === at}
                onClick={() => go(lines.first + i)}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

interface LineProps {
  readonly difference: Difference;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function Line({ difference, top, isCurrent, onClick }: LineProps) {
  return (
    <button
      type="button"
      class={`difference ${difference.kind.replace(" ", "-")}`}
      aria-current={isCurrent}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      <span class="kind">{difference.kind}</span>
      <span class="path">{difference.path || "value"}</span>
      <span class="old">{difference.here}</span>
      <span class="new">{difference.there}</span>
    </button>
  );
}
