import type { OpenFile } from "../../file/open-file.js";
import type { Row } from "../../protocol/calls.js";
import { typeTraits } from "../../values/types.js";
import { Icon } from "../../widgets/icons.js";
import { InPlace } from "./in-place.js";

interface Props {
  readonly file: OpenFile;
  readonly line: Row;
  readonly number: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
}

/** One line of the tree. */
export function TreeRow({ file, line, number, top, isSelected, isHovered }: Props) {
  const editing = isSelected ? file.editing.value : undefined;
  return (
    <div
      id={`row-${file.id}-${number}`}
      data-row={number}
      class={`row ${isSelected ? "selected" : ""} ${isHovered ? "hovered" : ""} ${line.mark} ${line.isMatch ? "match" : ""}`}
      role="treeitem"
      aria-level={line.level}
      aria-posinset={line.position + 1}
      aria-setsize={line.siblings}
      aria-selected={isSelected}
      aria-expanded={line.children > 0 ? line.isExpanded : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span class="name" style={{ paddingInlineStart: `calc(var(--indent) * ${line.level - 1})` }}>
        <span class={`twist ${line.isExpanded ? "open" : ""}`}>
          {line.children > 0 && <Icon name="right" />}
        </span>
        {editing === "key" ? (
          <InPlace file={file} what="key" />
        ) : (
          <span class={`label ${line.labelKind}`}>{line.label}</span>
        )}
      </span>
      {editing === "value" ? (
        <InPlace file={file} what="value" />
      ) : (
        <span class={`value ${typeTraits[line.type].family}`}>
          {line.color !== "" && <span class="swatch" style={{ backgroundColor: line.color }} />}
          {line.preview}
        </span>
      )}
      <span class="type">{line.typeText}</span>
      <span class="size end">{(line.range[1] - line.range[0]).toLocaleString("en-US")}</span>
    </div>
  );
}
