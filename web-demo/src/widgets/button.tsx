import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.js";

interface Props {
  readonly icon?: IconName;
  /** The text, or the accessible name and tooltip if only the icon is shown. */
  readonly label: string;
  readonly keys?: string;
  readonly kind?: "plain" | "primary" | "quiet";
  readonly iconOnly?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export function Button({
  icon,
  label,
  keys,
  kind = "plain",
  iconOnly = false,
  disabled,
  pressed,
  onClick,
}: Props) {
  return (
    <button
      type="button"
      class={`button ${kind} ${iconOnly ? "icon-only" : ""}`}
      disabled={disabled ?? false}
      aria-label={iconOnly ? label : undefined}
      aria-pressed={pressed}
      title={keys === undefined ? (iconOnly ? label : undefined) : `${label} (${keys})`}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
    </button>
  );
}
