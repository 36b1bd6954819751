import { Icon, type IconName } from "./icons.js";

const classes = { plain: "plain", primary: "primary", quiet: "quiet", icon: "quiet icon-only" } as const;

type Kind = keyof typeof classes;

interface Props {
  readonly icon?: IconName;
  readonly label: string;
  readonly keys?: string;
  /** `icon` shows the icon alone, with the label as its name and tooltip. */
  readonly kind?: Kind;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** The attributes that a button's kind and label give it. */
export const looks = (kind: Kind, label: string, keys?: string) => ({
  class: `button ${classes[kind]}`,
  "aria-label": kind === "icon" ? label : undefined,
  title: keys !== undefined ? `${label} (${keys})` : kind === "icon" ? label : undefined,
});

export function Button({ icon, label, keys, kind = "plain", disabled, pressed, onClick }: Props) {
  return (
    <button
      type="button"
      {...looks(kind, label, keys)}
      disabled={disabled ?? false}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {kind !== "icon" && <span>{label}</span>}
    </button>
  );
}
