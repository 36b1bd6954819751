import type { RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { looks } from "./button.js";
import { Icon, type IconName } from "./icons.js";

export interface MenuItem {
  readonly label: string;
  readonly note?: string | undefined;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

interface Props {
  readonly label: string;
  readonly icon?: IconName;
  readonly kind?: "plain" | "quiet" | "icon";
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of actions. */
export function Menu({ label, icon, kind = "plain", items }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        {...looks(kind, label)}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        {kind !== "icon" && <span>{label}</span>}
        {kind !== "icon" && <Icon name="down" />}
      </button>
      {open && (
        <MenuList
          id={id}
          label={label}
          items={items}
          root={root}
          onLeave={() => setOpen(false)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ListProps {
  readonly id?: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** A press outside of this element leaves the menu. */
  readonly root: RefObject<HTMLElement | null>;
  readonly style?: Record<string, string>;
  readonly onLeave: () => void;
  /** Leaves the menu and gives the focus back. */
  readonly onClose: () => void;
}

/** The open list of a menu, which has the focus. */
export function MenuList({ id, label, items, root, style, onLeave, onClose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  // Before the next key, which belongs to the list.
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus();
  }, []);
  useEffect(() => {
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) onLeave();
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const found = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const now = found.indexOf(document.activeElement as HTMLElement);
    const target: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 };
    // Tab goes on from the button of the menu, and with Shift to it.
    if (event.key === "Tab" || event.key === "Escape") onClose();
    else if (event.key in target)
      found[((target[event.key] as number) + found.length) % found.length]?.focus();
    if ((event.key === "Tab" && !event.shiftKey) || event.key === "Enter" || event.key === " ") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="menu-list"
      ref={list}
      role="menu"
      id={id}
      aria-label={label}
      style={style}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled ?? false}
          onClick={() => {
            onClose();
            item.onSelect();
          }}
        >
          <span>{item.label}</span>
          {item.note && <span class="note">{item.note}</span>}
        </button>
      ))}
    </div>
  );
}
