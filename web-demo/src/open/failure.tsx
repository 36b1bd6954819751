// Shown in place of a file that could not be opened: a form for its password, or the reason and advice.
import { grouped } from "../../../js/describe/amounts.js";
import "./notice.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { OpenFile } from "../file/open-file.js";
import { closeFile, labelOf } from "../file/state.js";
import { CallError, messageOf } from "../protocol/failures.js";
import type { Failure, Reading } from "../protocol/opening.js";
import { Button } from "../widgets/button.js";
import { Icon } from "../widgets/icons.js";
import { Path } from "../widgets/path.js";
import { Problem } from "../widgets/problem.js";
import { Readings } from "./readings.js";

/** For a person who knows the format of the file. */
function OtherReadings({ file }: { file: OpenFile }) {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    file.call("readings").then(setReadings, () => setReadings([]));
  }, [file]);
  return readings.length === 0 ? null : <Readings file={file} readings={readings} />;
}

export function FailurePane({ file, failure }: { file: OpenFile; failure: Failure }) {
  if (failure.code === "password-required" || failure.code === "wrong-password") {
    return <PasswordForm file={file} isWrong={failure.code === "wrong-password"} />;
  }
  return (
    <section class="notice" role="alert">
      <Icon name="warn" />
      <h1>{labelOf(file)} cannot be opened</h1>
      <p>{messageOf(new CallError(failure))}</p>
      {file.changed.value && <p>Your edits are kept.</p>}
      <dl class="facts">
        {failure.offset !== undefined && (
          <div>
            <dt>byte</dt>
            <dd>{grouped(failure.offset)}</dd>
          </div>
        )}
        {failure.path !== "" && (
          <div>
            <dt>path</dt>
            <dd>
              <Path path={failure.path} />
            </dd>
          </div>
        )}
        <div>
          <dt>code</dt>
          <dd>{failure.code}</dd>
        </div>
      </dl>
      {/* Another worker would read the file once more, and perhaps end as well. */}
      {failure.code !== "worker-ended" && <OtherReadings file={file} />}
      <div class="actions">
        <Button label="Try again" onClick={() => file.retry()} />
        <Button label="Close" kind="quiet" onClick={() => closeFile(file)} />
      </div>
    </section>
  );
}

function PasswordForm({ file, isWrong }: { file: OpenFile; isWrong: boolean }) {
  const typed = file.typedSecret;
  const [isKey, setIsKey] = useState(typed === undefined ? file.how.key !== undefined : typed.kind === "key");
  const kind = isKey ? "key" : "password";
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [isKey]);
  const field = {
    id: "secret",
    ref: input,
    defaultValue: typed?.kind === kind ? typed.text : "",
    onInput: (event: InputEvent) => {
      file.typedSecret = { kind, text: (event.currentTarget as HTMLInputElement).value };
    },
    autocomplete: "off",
    spellcheck: false,
    "aria-invalid": isWrong || problem !== "",
  } as const;
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value ?? "";
    if (!isKey) return void file.open({ ...file.how, password: text, key: undefined });
    const key = text.replace(/\s/g, "");
    if (!/^[0-9a-f]{64}$/i.test(key)) return setProblem("A key consists of 64 hexadecimal digits.");
    void file.open({ ...file.how, password: undefined, key });
  };
  return (
    <form class="notice" onSubmit={submit}>
      <Icon name="lock" />
      <h1>{labelOf(file)} is encrypted</h1>
      <p>Enter the password or the key that its game uses. It never leaves this page.</p>
      <label class="field" for="secret">
        <span>{isKey ? "Key (64 hexadecimal digits)" : "Password"}</span>
        {isKey ? <input key="key" {...field} /> : <input key="password" type="password" {...field} />}
      </label>
      <Problem text={problem} />
      <Problem
        text={
          isWrong ? `Wrong ${file.how.key === undefined ? "password" : "key"}, or the file is damaged.` : ""
        }
      />
      <div class="actions">
        <button type="submit" class="button primary">
          Open
        </button>
        <Button label={isKey ? "Use a password" : "Use a key"} onClick={() => setIsKey(!isKey)} />
        <Button label="Close" kind="quiet" onClick={() => closeFile(file)} />
      </div>
    </form>
  );
}
