import type { DialectName } from "godot-variant";
import { useState } from "preact/hooks";
import { download } from "../download.js";
import { failureOf, type OpenFile } from "../open-file.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import type { Product } from "../protocol.js";

/** Converts the file to another engine and lists what that one cannot hold. */
export function ConvertDialog({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const { dialect: from, targets = [] } = file.info.value ?? {};
  const choices = targets.filter(([name]) => name !== from);
  const [to, setTo] = useState(choices[0]?.[0] as DialectName);
  const [product, setProduct] = useState<Product>();
  const [problem, setProblem] = useState("");
  const convert = async () => {
    setProduct(undefined);
    setProblem("");
    try {
      setProduct(await file.work("convert", to));
    } catch (error) {
      const { text, hint } = failureOf(error);
      setProblem(hint === "" ? text : `${text}: ${hint}`);
    }
  };
  return (
    <Dialog title="Convert" onClose={onClose}>
      <label class="field">
        <span>For</span>
        <select
          onChange={(event) => {
            setTo(event.currentTarget.value as DialectName);
            setProduct(undefined);
          }}
        >
          {choices.map(([name, about]) => (
            <option key={name} value={name} selected={name === to}>
              {about}
            </option>
          ))}
        </select>
      </label>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
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

function Losses({ product: { notes } }: { product: Product }) {
  if (notes.length === 0) return <p role="status">Nothing is lost.</p>;
  return (
    <>
      <p role="status">
        {notes.length} {notes.length === 1 ? "thing" : "things"} cannot be kept:
      </p>
      <ul class="notes" tabIndex={0}>
        {notes.map(({ text, path, offset }) => (
          <li key={`${offset} ${text}`}>
            <code>{path || "the value"}</code> {text}
          </li>
        ))}
      </ul>
    </>
  );
}
