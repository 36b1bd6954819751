import { Dialog } from "../parts/dialog.js";

/** Every key; ../shortcuts.ts, ../tree/keys.ts and ../hex/hex.tsx do what they say. */
const shortcuts: readonly (readonly [
  group: string,
  keys: readonly (readonly [keys: string, does: string])[],
])[] = [
  [
    "Page",
    [
      ["?", "this list"],
      ["Ctrl+O", "open files"],
      ["Ctrl+V", "open what is in the clipboard"],
      ["Ctrl+S", "save"],
      ["Ctrl+Z, Ctrl+Y", "undo, redo"],
      ["Ctrl+F", "search"],
      ["Enter, Shift+Enter", "next, previous match (in the search field)"],
      ["Ctrl+G", "go to a path"],
      ["F6", "next pane: tree, value, bytes"],
      ["Alt+1 … Alt+9", "one of the open files"],
      ["Alt+W", "close the file"],
    ],
  ],
  [
    "Tree",
    [
      ["↑ ↓ Page Up, Page Down, Home, End", "go"],
      ["→ ←", "open or close, go in or out"],
      ["*", "open everything inside"],
      ["Enter, F2", "change the value"],
      ["Shift+F2", "rename the key"],
      ["Alt+↑ Alt+↓", "move up, down"],
      ["Delete", "delete"],
      ["Escape", "leave a field as it was"],
    ],
  ],
  ["Bytes", [["← →", "previous, next value"]]],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" wide onClose={onClose}>
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
      <p class="fine">Files are read by this page on your machine and go nowhere. On a Mac, Ctrl is ⌘.</p>
    </Dialog>
  );
}
