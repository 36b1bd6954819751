import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { dialog } from "./state.js";

/** Dialogs load when one is opened. */
export function Dialogs() {
  const [Loaded, setLoaded] = useState<ComponentType>();
  const isOpen = dialog.value !== undefined;
  useEffect(() => {
    if (isOpen && Loaded === undefined) {
      void import("./dialogs/dialogs.js").then(({ Dialogs }) => setLoaded(() => Dialogs));
    }
  }, [isOpen, Loaded]);
  return Loaded === undefined ? null : <Loaded />;
}
