import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component that is loaded when it is first shown; until then it shows nothing. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown !== undefined) return;
      void load().then((component) => {
        loaded = component;
        setShown(() => component);
      });
    }, [Shown]);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
