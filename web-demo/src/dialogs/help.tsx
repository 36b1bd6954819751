import { Dialog } from "../widgets/dialog.js";

/** Every shortcut; ../shortcuts.ts, ../panes/tree/keys.ts and ../panes/hex/hex.tsx implement them. */
const shortcuts: readonly (readonly [
  group: string,
  keys: readonly (readonly [keys: string, does: string])[],
])[] = [
  [
    "Page",
    [
      ["?", "show this list"],
      ["Ctrl+O", "open files"],
      ["Ctrl+V", "open the clipboard"],
      ["Ctrl+S", "save"],
      ["Ctrl+Z, Ctrl+Y", "undo, redo"],
      ["Ctrl+F", "search"],
      ["Enter, Shift+Enter", "next, previous match (in the search field)"],
      ["Ctrl+G", "go to a path"],
      ["F6", "next pane: tree, value, bytes"],
      ["Alt+1 … Alt+9", "switch to an open file"],
      ["Alt+W", "close the file"],
    ],
  ],
  [
    "Tree",
    [
      ["↑ ↓ Page Up, Page Down, Home, End", "move"],
      ["→ ←", "expand or collapse, move in or out"],
      ["*", "expand everything inside"],
      ["Enter, F2", "edit the value"],
      ["Shift+F2", "rename the key"],
      ["Alt+↑ Alt+↓", "move up, down"],
      ["Delete", "delete"],
      ["Escape", "cancel editing"],
    ],
  ],
  ["Bytes", [["← →", "previous, next value"]]],
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
