import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.js";

interface MenuItem {
  readonly label: string;
  readonly note?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

interface Props {
  readonly label: string;
  readonly icon?: IconName;
  readonly iconOnly?: boolean;
  readonly kind?: "plain" | "quiet";
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of actions. */
export function Menu({ label, icon, iconOnly = false, kind = "plain", items }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && open) close();
    else if (step === undefined || !open) return;
    else moveFocus(root.current as HTMLElement, step);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of its items
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={`button ${kind} ${iconOnly ? "icon-only" : ""}`}
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        {!iconOnly && <span>{label}</span>}
        {!iconOnly && <Icon name="down" />}
      </button>
      {open && (
        <div class="menu-list" role="menu" id={id} aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={item.disabled ?? false}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              <span>{item.label}</span>
              {item.note && <span class="note">{item.note}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function moveFocus(root: HTMLElement, step: number): void {
  const items = [...root.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
  const now = items.indexOf(document.activeElement as HTMLElement);
  items[(now + step + items.length) % items.length]?.focus();
}
