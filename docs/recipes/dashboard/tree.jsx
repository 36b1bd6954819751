import { toText } from "godot-variant";
import { useState } from "react";

/** Rows that are added at once. A list of a million elements shows its first ones. */
const page = 50;

/** The values of a Document as a tree, of which only open branches are read. */
export function Tree({ document, edit }) {
  return (
    <ul className="tree" role="tree">
      <Branch node={document.root} label="save" edit={edit} startsOpen />
    </ul>
  );
}

function Branch({ node, label, edit, startsOpen = false }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [shown, setShown] = useState(page);
  const { childCount } = node;
  // Containers without elements look like values.
  if (childCount === 0) return <Leaf node={node} label={label} edit={edit} />;
  return (
    <li role="treeitem" aria-expanded={isOpen} tabIndex={-1}>
      <button type="button" className="row" onClick={() => setOpen(!isOpen)}>
        <span className="mark">{isOpen ? "▾" : "▸"}</span>
        <b>{label}</b> <i>{node.type}</i> <small>{childCount}</small>
      </button>
      {isOpen && (
        <ul role="group">
          {node.children(0, shown).map((child) => (
            <Branch key={child.path} node={child} label={labelOf(child)} edit={edit} />
          ))}
          {shown < childCount && (
            <li>
              <button type="button" className="more" onClick={() => setShown(shown + page)}>
                {childCount - shown} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

const labelOf = ({ key, position }) => (key === undefined ? position : typeof key === "string" ? key : toText(key));

function Leaf({ node, label, edit }) {
  const [draft, setDraft] = useState();
  const { path, type } = node;
  const isText = type === "String" || type === "StringName";
  const value = node.value("exact");
  const text = isText ? String(value) : toText(value, { mode: "exact" });
  const commit = (event) => {
    event.preventDefault();
    setDraft(undefined);
    if (draft !== text) edit(path, type, draft);
  };
  return (
    <li role="treeitem" tabIndex={-1} className="row">
      <b>{label}</b> <i>{type}</i>{" "}
      {draft === undefined ? (
        <button type="button" className="value" title="Edit" onClick={() => setDraft(text)}>
          {text.length > 120 ? `${text.slice(0, 120)}…` : text}
        </button>
      ) : (
        <form onSubmit={commit}>
          <input
            aria-label={`Value of ${path}`}
            value={draft}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
            autoFocus
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setDraft(undefined)}
          />
        </form>
      )}
    </li>
  );
}
