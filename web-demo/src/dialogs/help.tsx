import { Dialog } from "../parts/dialog.js";
import { shortcuts } from "../shortcuts.js";

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
