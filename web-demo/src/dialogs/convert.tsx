import type { DialectName } from "godot-variant";
import { useState } from "preact/hooks";
import { counted } from "../../../js/describe/amounts.js";
import { download } from "../file/download.js";
import type { OpenFile } from "../file/open-file.js";
import { messageOf } from "../protocol/failures.js";
import type { OutputFile } from "../protocol/output.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";
import { Path } from "../widgets/path.js";
import { Problem } from "../widgets/problem.js";

/** Converts the file for another engine and lists the values that this engine cannot store. */
export function ConvertDialog({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const { dialect: from, targets = [] } = file.info.value ?? {};
  const choices = targets.filter(([name]) => name !== from);
  const [to, setTo] = useState(choices[0]?.[0] as DialectName);
  const [made, setMade] = useState<{ product: OutputFile; to: DialectName }>();
  const [problem, setProblem] = useState("");
  // Another engine may have been chosen meanwhile.
  const product = made?.to === to ? made.product : undefined;
  const convert = async () => {
    setProblem("");
    try {
      const { converted } = await import("../file/output.js");
      setMade({ product: await converted(file, to), to });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title="Convert" onClose={onClose}>
      <label class="field">
        <span>Convert for</span>
        <select onChange={(event) => setTo(event.currentTarget.value as DialectName)}>
          {choices.map(([name, about]) => (
            <option key={name} value={name} selected={name === to}>
              {about}
            </option>
          ))}
        </select>
      </label>
      <Problem text={problem} />
      {product === undefined ? (
        <div class="actions">
          <Button label="Convert" kind="primary" onClick={convert} />
        </div>
      ) : (
        <>
          <Losses product={product} />
          <div class="actions">
            <Button
              icon="down_load"
              label={`Download ${product.name}`}
              kind="primary"
              onClick={() => download(product.name, product.bytes)}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}

function Losses({ product: { notes } }: { product: OutputFile }) {
  if (notes.length === 0) return <p role="status">Nothing is lost.</p>;
  return (
    <>
      <p role="status">{counted(notes.length, "value")} will change:</p>
      <ul class="notes" tabIndex={0}>
        {notes.map(({ text, path, offset }) => (
          <li key={`${offset} ${text}`}>
            <code>{path === "" ? "the value" : <Path path={path} />}</code> {text}
          </li>
        ))}
      </ul>
    </>
  );
}
