import { grouped } from "../../../../js/describe/amounts.js";
import type { OpenFile } from "../../file/open-file.js";
import type { Row, RowDifference } from "../../protocol/rows.js";
import { isContainer, typeTraits } from "../../values/types.js";
import { Icon } from "../../widgets/icons.js";
import { InPlace } from "./in-place.js";

interface Props {
  readonly file: OpenFile;
  readonly line: Row;
  readonly number: number;
  readonly top: number;
  readonly isSelected: boolean;
  /** Whether it is the one that keys act on. */
  readonly isLead: boolean;
  /** Where dragged values would go. */
  readonly drop: "before" | "after" | "inside" | undefined;
  readonly isHovered: boolean;
}

/** The indents of these levels fit even into the narrowest column. */
const undoubted = 4;
/** With a finger, a long press opens the menu instead. */
const canDrag = matchMedia("(pointer: fine)").matches;

/** One line of the tree. */
export function TreeRow({ file, line, number, top, isSelected, isLead, isHovered, drop }: Props) {
  const editing = isLead ? file.editing.value : undefined;
  return (
    <div
      id={`row-${file.id}-${number}`}
      data-row={number}
      class={`row ${isSelected ? "selected" : ""} ${isLead ? "lead" : ""} ${isLead && file.several.value ? "among" : ""} ${drop ? `drop-${drop}` : ""} ${isHovered ? "hovered" : ""} ${editing ? "editing" : ""} ${line.mark} ${line.isMatch ? "match" : ""}`}
      role="treeitem"
      draggable={canDrag && line.level > 1 && editing === undefined}
      aria-level={line.level}
      aria-posinset={line.position + 1}
      aria-setsize={line.siblings}
      aria-selected={isSelected}
      aria-expanded={line.children > 0 ? line.isExpanded : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span class="name" style={{ "--above": line.level - 1 }}>
        {line.level > undoubted && (
          <span class="level" aria-hidden="true">
            {line.level}
          </span>
        )}
        <span class={`twist ${line.isExpanded ? "open" : ""}`}>
          {line.children > 0 && <Icon name="right" />}
        </span>
        {editing === "key" ? <InPlace file={file} what="key" /> : <Label file={file} line={line} />}
      </span>
      {editing === "value" ? <InPlace file={file} what="value" /> : <Value line={line} />}
      <span class="type">{line.typeText}</span>
      <span class="size end">
        {!file.info.value?.isTranscribed && grouped(line.range[1] - line.range[0])}
      </span>
    </div>
  );
}

interface LineProps {
  readonly file: OpenFile;
  readonly line: Row;
}

/** The key of a value, and what there is to say of it. */
function Label({ file, line }: LineProps) {
  return (
    <>
      <span class={`label ${line.labelKind}`}>{line.label}</span>
      {line.mark === "changed" && <span class="visually-hidden">, changed</span>}
      {line.isMatch && <span class="visually-hidden">, found</span>}
      {file.bookmarks.has(line.address) && (
        <span class="bookmarked" title="Bookmark">
          <Icon name="bookmark" />
          <span class="visually-hidden">bookmarked</span>
        </span>
      )}
      {line.difference !== "" && file.differences.value !== undefined && (
        <Differs how={line.difference} from={file.differences.value.otherName()} />
      )}
    </>
  );
}

function Value({ line }: Pick<LineProps, "line">) {
  return (
    <span class={`value ${typeTraits[line.type].family}`}>
      {line.color !== "" && <span class="swatch" style={{ backgroundColor: line.color }} />}
      {isContainer(line.type) && line.children > 0 && (
        <>
          <span class="amount">{grouped(line.children)}</span>{" "}
        </>
      )}
      {line.preview}
    </span>
  );
}

const signs: Readonly<Record<Exclude<RowDifference, "">, readonly [sign: string, words: string]>> = {
  changed: ["≠", "differs from"],
  "only here": ["+", "not in"],
  "lacks values": ["−", "lacks values of"],
  inside: ["…", "has differences from"],
};

function Differs({ how, from }: { how: Exclude<RowDifference, "">; from: string }) {
  const [sign, words] = signs[how];
  return (
    <span class="different" title={`${words} ${from}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">
        , {words} {from}
      </span>
    </span>
  );
}
