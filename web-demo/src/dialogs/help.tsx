import { Dialog } from "../widgets/dialog.js";

/** Every shortcut; ../shortcuts.ts, ../panes/tree/keys.ts, ../panes/hex/hex.tsx and others implement them. */
const shortcuts: readonly (readonly [
  group: string,
  keys: readonly (readonly [keys: string, does: string])[],
])[] = [
  [
    "Page",
    [
      ["?", "show this list"],
      ["Ctrl+O", "open files"],
      ["Ctrl+V", "open the clipboard (outside of the tree)"],
      ["Ctrl+S", "save"],
      ["Ctrl+Z, Ctrl+Y", "undo, redo"],
      ["Ctrl+F", "search"],
      ["Ctrl+H", "replace"],
      ["Enter, Shift+Enter", "next, previous match (in the search field)"],
      ["Ctrl+G", "go to a path, or to a byte such as @1024 or 0x400"],
      ["F4, Shift+F4", "next, previous bookmark"],
      ["F6", "next pane: tree, value, bytes"],
      ["Alt+1 … Alt+9", "switch to an open file"],
      ["Alt+W", "close the file"],
    ],
  ],
  [
    "Search field",
    [
      [">= 10, >= 10 < 20, 10..20", "numbers in a range"],
      ["/^item_\\d+$/i", "a regular expression"],
      ["type:int, type:String sword", "values of one type"],
      ["Enter, Ctrl+Enter", "replace one, all (in the field of the replacement)"],
    ],
  ],
  [
    "Tree",
    [
      ["↑ ↓ Page Up, Page Down, Home, End", "move"],
      ["letters", "go to the next name that starts with them"],
      ["→ ←", "expand or collapse, move in or out"],
      ["*", "expand everything inside"],
      ["Enter, F2", "edit the value"],
      ["Shift+F2", "rename the key"],
      ["Shift+↑ Shift+↓ Shift+Home Shift+End, Shift+click", "select up to there"],
      ["Ctrl+click, Ctrl+A", "select another one, all of the container"],
      ["Ctrl+B", "set or remove a bookmark"],
      ["Ctrl+X Ctrl+C Ctrl+V Ctrl+D", "cut, copy, paste, duplicate"],
      ["Alt+↑ Alt+↓", "move up, down"],
      ["Alt+→ Alt+←", "move into the container above, out of its own"],
      ["Delete", "delete"],
      ["Shift+F10", "menu of actions"],
      ["Escape", "cancel editing"],
    ],
  ],
  [
    "Table",
    [
      ["↑ ↓ ← → Page Up, Page Down, Home, End", "move"],
      ["Ctrl+↑ Ctrl+↓", "first, last row"],
      ["Shift+↑ Shift+↓", "select several rows"],
      ["Enter, F2", "edit the cell, in all selected rows"],
    ],
  ],
  ["Lines between panes", [["← → ↑ ↓ Home, End", "move the line; a double click moves it back"]]],
  [
    "Bytes",
    [
      ["← →", "previous, next value"],
      ["Enter, F2, click", "edit bytes: digits overwrite, arrows move, Escape ends"],
    ],
  ],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={onClose}>
      <div class="key-groups">
        {shortcuts.map(([group, keys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="keys">
              {keys.map(([name, does]) => (
                <div key={name}>
                  <dt>
                    <kbd>{name}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="fine">Your files never leave your computer. On a Mac, use ⌘ instead of Ctrl.</p>
    </Dialog>
  );
}
