// What engines read otherwise, and what was not read, below the name of the file.
import "./remarks.css";
import { counted } from "../../../js/describe/amounts.js";
import type { OpenFile } from "../file/open-file.js";
import { attempt } from "../file/state.js";
import { inTurn } from "../file/turns.js";
import { Path } from "../widgets/path.js";

export function RemarkList({ file }: { file: OpenFile }) {
  const { remarks } = file;
  return (
    <section class="remarks" aria-label="Warnings" aria-live="polite">
      {remarks.list.value.map(({ code, text, count, places }) =>
        places.length === 0 ? (
          <p key={code}>{text}</p>
        ) : (
          <details key={code}>
            <summary>
              {text} <span class="count">{counted(count, "place")}</span>
            </summary>
            <ul>
              {places.map(({ label, to }) => (
                <li key={`${to} ${label}`}>
                  <button type="button" onClick={() => attempt(() => inTurn(file, () => remarks.go(to)))}>
                    <Path path={label} />
                  </button>
                </li>
              ))}
              {count > places.length && <li>and {counted(count - places.length, "other")}</li>}
            </ul>
          </details>
        ),
      )}
    </section>
  );
}
