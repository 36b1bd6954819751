// Vectors, transforms and colors: their numbers, and a drawing.
import type { TypeName } from "godot-variant";
import { useRef } from "preact/hooks";
import type { OpenFile } from "../../file/open-file.js";
import { useDraft } from "../../file/use-draft.js";
import type { Detail } from "../../protocol/rows.js";
import type { ShownAs } from "../../protocol/shown.js";
import { requireExact } from "../../values/exact-number.js";
import { numberText } from "../../values/number-text.js";
import { shortText } from "../../values/short-text.js";
import { Problem } from "../../widgets/problem.js";
import { Drawing } from "./drawing.js";
import { useEdit, useValue } from "./scalar.js";

interface Props {
  readonly file: OpenFile;
  readonly detail: Detail;
  readonly shown: ShownAs<"components">;
}

/** Numbers per row of the form, for types with several rows. */
const columnsOf: Readonly<Partial<Record<TypeName, number>>> = {
  Transform2D: 2,
  Basis: 3,
  Transform3D: 3,
  Projection: 4,
  Rect2: 2,
  Rect2i: 2,
  AABB: 3,
};

/** Reads a number. Throws if the text is not one, not an int where `isInt`, or a whole number that would be rounded. */
function parse(text: string, { areInts: isInt, isSingle }: ShownAs<"components">): number {
  const name = text.trim().toLowerCase();
  const special = { inf: Number.POSITIVE_INFINITY, "-inf": Number.NEGATIVE_INFINITY, nan: Number.NaN }[name];
  if (special !== undefined && !isInt) return special;
  const value = name === "" ? Number.NaN : Number(name);
  if (Number.isNaN(value) || (isInt && !Number.isInteger(value)))
    throw new Error(`${JSON.stringify(shortText(text))} is not ${isInt ? "an integer" : "a number"}.`);
  if (!isInt) requireExact(text, value, isSingle);
  return value;
}

export function Components({ file, detail, shown }: Props) {
  const { names, values } = shown;
  const columns = columnsOf[detail.type] ?? names.length;
  return (
    <div class="field">
      {detail.type === "Color" && <ColorPicker file={file} detail={detail} values={values} />}
      <div class="parts-and-drawing">
        <div class={`parts columns-${columns}`}>
          {names.map((name, i) => (
            <Component key={name} file={file} detail={detail} shown={shown} part={i} name={name} />
          ))}
        </div>
        <Drawing type={detail.type} values={values} />
      </div>
    </div>
  );
}

interface ComponentProps extends Props {
  readonly part: number;
  readonly name: string;
}

function Component({ file, detail, shown, part, name }: ComponentProps) {
  const { values, isSingle } = shown;
  const input = useRef<HTMLInputElement>(null);
  const field = { kind: "components", address: detail.address, part } as const;
  const before = numberText(values[part] as number, isSingle);
  const { text, problem, keep, discard } = useDraft(file, field, before, (text) => {
    const value = parse(text, shown);
    return { ...field, values: values.map((_, i) => (i === part ? value : undefined)) };
  });
  const send = useValue(input, text, file.version.value, keep);
  return (
    <label>
      <span>{name}</span>
      <input
        ref={input}
        defaultValue={text}
        readOnly={!detail.canEdit}
        inputMode="decimal"
        aria-invalid={problem !== ""}
        onChange={(event) => send(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.currentTarget.value = before;
          discard();
        }}
      />
      <Problem text={problem} />
    </label>
  );
}

const byte = (value: number) => Math.round(Math.min(Math.max(value || 0, 0), 1) * 255);

function ColorPicker({ file, detail, values }: Omit<Props, "shown"> & { values: readonly number[] }) {
  const [, send] = useEdit(file);
  const hex = `#${values
    .slice(0, 3)
    .map((value) => byte(value).toString(16).padStart(2, "0"))
    .join("")}`;
  const alpha = byte(values[3] as number);
  const pick = (picked: string) => {
    const numbers = [1, 3, 5].map((at) => Number.parseInt(picked.slice(at, at + 2), 16) / 255);
    void send({ kind: "components", address: detail.address, values: [...numbers, undefined] });
  };
  return (
    <div class="color">
      <label class="color-well">
        <span class="visually-hidden">Color</span>
        <input
          type="color"
          value={hex}
          disabled={!detail.canEdit}
          onChange={(event) => pick(event.currentTarget.value)}
        />
      </label>
      <span class="checkered">
        <span style={{ backgroundColor: hex, opacity: String(alpha / 255) }} />
      </span>
      <code>
        {hex}
        {alpha.toString(16).padStart(2, "0")}
      </code>
    </div>
  );
}
