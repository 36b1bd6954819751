import { useEffect, useState } from "preact/hooks";

const coarse = matchMedia("(pointer: coarse)");
const height = () => (coarse.matches ? 36 : 24);

/** Lines are higher on touch screens. The style sheet has the same two numbers. */
export function useRowHeight(): number {
  const [value, setValue] = useState(height());
  useEffect(() => {
    const changed = () => setValue(height());
    coarse.addEventListener("change", changed);
    return () => coarse.removeEventListener("change", changed);
  }, []);
  return value;
}
