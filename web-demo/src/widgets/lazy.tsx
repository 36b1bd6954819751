import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../protocol/failures.js";
import { Button } from "./button.js";

/**
 * A component that is loaded when it is first shown; until then it shows nothing, or why it could not be loaded.
 * @param failed Shows the reason why it could not be loaded somewhere else.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed?: (why: string) => void,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    const [problem, setProblem] = useState("");
    useEffect(() => {
      if (Shown !== undefined || problem !== "") return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        (error) => (failed ?? setProblem)(messageOf(error)),
      );
    }, [Shown, problem]);
    if (Shown !== undefined) return <Shown {...props} />;
    if (problem === "") return null;
    return (
      <p class="missing-part" role="alert">
        <span>{problem}</span>
        <Button label="Try again" onClick={() => setProblem("")} />
      </p>
    );
  };
}
