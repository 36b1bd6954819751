// Files of a game on another site. This page cannot reach its storage, so the person runs programs in the console of the game.
import { signal } from "@preact/signals";
import { Backup, downloadSnippet, restoreSnippet, UserFilesError } from "godot-variant/html5";
import { useRef, useState } from "preact/hooks";
import { sameBytes } from "../../../js/base/bytes.js";
import { counted } from "../../../js/describe/amounts.js";
import { type Origin, WriteRefused } from "../file/origin.js";
import { attempt, dialog, openSource, say, wayBack } from "../file/state.js";
import { messageOf } from "../protocol/failures.js";
import { Button } from "../widgets/button.js";
import { Dialog } from "../widgets/dialog.js";
import { Problem } from "../widgets/problem.js";

/** The files of a game as its console program downloaded them, with the changes of this page. */
class GameElsewhere {
  #backup: Backup;
  readonly #changed = new Set<string>();

  constructor(backup: Backup) {
    this.#backup = backup;
  }

  get backup(): Backup {
    return this.#backup;
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    return this.#backup.read(path);
  }

  /** Returns the program that writes all changed files into the storage of the game, and no others. */
  write(path: string, bytes: Uint8Array): string {
    this.#backup = this.#backup.with(path, bytes);
    this.#changed.add(path);
    const { origin, database, folder, files } = this.#backup;
    return restoreSnippet(
      new Backup({ origin, database, folder, files: files.filter((file) => this.#changed.has(file.path)) }),
    );
  }
}

/** The game whose files were chosen last. It outlasts the dialog, because its files are opened one after the other. */
const elsewhere = signal<GameElsewhere | undefined>(undefined);

class FileElsewhere implements Origin {
  readonly #game: GameElsewhere;
  readonly #path: string;
  #known: Uint8Array;

  constructor(game: GameElsewhere, path: string, known: Uint8Array) {
    this.#game = game;
    this.#path = path;
    this.#known = known;
  }

  async read(): Promise<Blob> {
    return new Blob([this.#game.read(this.#path)]);
  }

  /** The program notices if the game has written the file meanwhile; this notices if the file was opened twice. */
  async write(bytes: Uint8Array<ArrayBuffer>, anyway: boolean): Promise<undefined> {
    if (!anyway && !sameBytes(this.#game.read(this.#path), this.#known))
      throw new WriteRefused("This file was opened twice here, and saved with other edits since.", true);
    this.#known = bytes;
    wayBack.value = this.#game.write(this.#path, bytes);
    dialog.value = "wayback";
  }
}

/** A text that the person pastes elsewhere; it is shown because a browser may refuse to copy it. */
function Program({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    say("Copied the program");
  };
  return (
    <>
      <div class="actions">
        <Button icon="copy" label={label} kind="primary" onClick={() => attempt(copy)} />
      </div>
      <textarea class="program" readOnly rows={3} aria-label="Program" value={text} />
    </>
  );
}

const openConsole =
  "press F12 and choose Console. If the game is in a frame, as on itch.io, choose that frame in the list above the console.";

/** How to get files out of a game on another site. */
export function GameElsewhereSteps({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const chosen = async () => {
    const [picked] = input.current?.files ?? [];
    if (picked === undefined) return;
    setProblem("");
    elsewhere.value = undefined;
    try {
      elsewhere.value = new GameElsewhere(Backup.parse(await picked.text()));
    } catch (error) {
      setProblem(`${picked.name}: ${error instanceof UserFilesError ? error.reason : messageOf(error)}`);
    }
  };
  return (
    <details class="elsewhere" open={elsewhere.peek() !== undefined}>
      <summary>Games on another site, such as itch.io</summary>
      <ol>
        <li>Open the page of the game, {openConsole}</li>
        <li>
          Paste this program there and press Enter. It downloads user-files.json and changes nothing.
          <Program label="Copy the program" text={downloadSnippet()} />
        </li>
        <li>
          <label>
            Choose user-files.json here:{" "}
            <input ref={input} type="file" accept=".json,application/json" onChange={chosen} />
          </label>
          <Problem text={problem} />
          {elsewhere.value !== undefined && <Files game={elsewhere.value} onClose={onClose} />}
        </li>
        <li>Edit a file and save it. Then this page shows the program for the way back.</li>
      </ol>
    </details>
  );
}

function Files({ game, onClose }: { game: GameElsewhere; onClose: () => void }) {
  const { origin, files } = game.backup;
  const open = async (path: string) => {
    const known = game.read(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    await openSource({ name, blob: new Blob([known]), origin: new FileElsewhere(game, path, known) });
  };
  return (
    <>
      <p role="status">
        {counted(files.length, "file")} from <b>{origin}</b>
      </p>
      <ul class="user-files">
        {files.map(({ path, bytes, modified }) => (
          <li key={path}>
            <button
              type="button"
              onClick={() => {
                onClose();
                void attempt(() => open(path));
              }}
            >
              <span class="path">{path}</span>
              <span class="end">{counted(bytes.length, "byte")}</span>
              <span>{modified.toLocaleString()}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The last step for a saved file: it is not in the game yet. */
export function WayBackDialog({ program, onClose }: { program: string; onClose: () => void }) {
  return (
    <Dialog title="Bring the file back into the game" wide onClose={onClose}>
      <ol class="steps">
        <li>Go to the page of the game, {openConsole}</li>
        <li>
          Paste this program there and press Enter. It contains the files that you saved here, asks before it
          overwrites newer ones, and starts the game again.
          <Program label="Copy the program" text={program} />
        </li>
      </ol>
      <p class="warning">Until then, the game has its old files.</p>
    </Dialog>
  );
}
