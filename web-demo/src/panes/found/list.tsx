import "./found.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../widgets/button.js";
import { styleSize } from "../../widgets/style-size.js";
import { useWindow } from "../../widgets/window.js";

/** The class and the cells of a line, and a description if the cells do not explain themselves. */
interface Cells {
  readonly kind: string;
  readonly cells: ComponentChildren;
  readonly title?: string | undefined;
}

interface Props<Item> {
  /** The name of the list. */
  readonly label: string;
  readonly title: ComponentChildren;
  /** The name of one item. */
  readonly item: string;
  readonly items: readonly Item[];
  /** Index of the current item; -1 for none. */
  readonly at: number;
  readonly onGo: (to: number) => void;
  readonly onClose: () => void;
  /** What can be done with the current item. */
  readonly actions?: ComponentChildren;
  /** Above the cells. */
  readonly headings?: readonly string[] | undefined;
  readonly line: (item: Item) => Cells;
}

/** A list of places in the file, with buttons for the previous and the next one. */
export function FoundList<Item>({
  label,
  title,
  item,
  items,
  at,
  onGo,
  onClose,
  line,
  actions,
  headings,
}: Props<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useWindow(scroller, items.length, styleSize("--row"));
  useEffect(() => {
    if (at >= 0) lines.show(at);
  }, [at]);
  const go = (to: number) => onGo((to + items.length) % items.length);
  const isEmpty = items.length === 0;
  const step = { kind: "icon", disabled: isEmpty } as const;
  return (
    <section class={headings === undefined ? "found" : "found three-way"} aria-label={label}>
      <header>
        <h2 aria-live="polite">{title}</h2>
        {actions}
        <Button {...step} icon="up" label={`Previous ${item}`} onClick={() => go(at < 0 ? -1 : at - 1)} />
        <Button {...step} icon="down" label={`Next ${item}`} onClick={() => go(at + 1)} />
        <Button icon="close" label={`Close: ${label}`} kind="icon" onClick={onClose} />
      </header>
      {!isEmpty && headings !== undefined && (
        <div class="found-headings" aria-hidden="true">
          {headings.map((heading) => (
            <span key={heading} class={heading.toLowerCase()}>
              {heading}
            </span>
          ))}
        </div>
      )}
      {!isEmpty && (
        <div ref={scroller} class="found-scroller" tabIndex={0} role="group" aria-label={`List: ${label}`}>
          <div class="found-rows" style={{ height: `${lines.height}px` }}>
            {items.slice(lines.first, lines.last).map((one, i) => {
              const index = lines.first + i;
              return (
                <Line
                  key={index}
                  {...line(one)}
                  top={lines.top(index)}
                  isCurrent={index === at}
                  onGo={() => onGo(index)}
                />
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}

interface LineProps extends Cells {
  readonly top: number;
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function Line({ kind, cells, title, top, isCurrent, onGo }: LineProps) {
  return (
    <button
      type="button"
      class={`found-line ${kind}`}
      aria-current={isCurrent}
      title={title}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onGo}
    >
      {cells}
    </button>
  );
}
