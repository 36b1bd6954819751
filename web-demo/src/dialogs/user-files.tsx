import { type Game, listGames, type UserFile, UserFilesError } from "godot-variant/html5";
import { useEffect, useState } from "preact/hooks";
import { counted } from "../../../js/describe/amounts.js";
import { type Origin, WriteRefused } from "../file/origin.js";
import { attempt, openSource } from "../file/state.js";
import { Dialog } from "../widgets/dialog.js";
import { GameElsewhereSteps } from "./game-elsewhere.js";

interface GameFiles {
  readonly game: Game;
  readonly files: readonly UserFile[];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const titleOf = ({ name }: Game) => (name === "" ? "Games of Godot 3" : name);

async function filesOfGames(): Promise<GameFiles[]> {
  const games = await listGames();
  return Promise.all(games.map(async (game) => ({ game, files: await game.list() })));
}

/** Says what went wrong without the code. */
function inWords(error: unknown): never {
  throw error instanceof UserFilesError ? new Error(error.reason) : error;
}

/** A file of a game, as it was read. */
class FileOfGame implements Origin {
  readonly #game: Game;
  /** As the page read it for the person, or wrote it. */
  #known: UserFile;
  /** As it was read last. */
  #read: UserFile;

  constructor(game: Game, known: UserFile) {
    this.#game = game;
    this.#known = this.#read = known;
  }

  async read(): Promise<Blob> {
    const { bytes, ...found } = await this.#game.read(this.#known.path).catch(refused);
    this.#read = found;
    return new Blob([bytes]);
  }

  async write(bytes: Uint8Array<ArrayBuffer>, anyway: boolean): Promise<string | undefined> {
    const replaces = anyway ? this.#read : this.#known;
    const written = await this.#game.write(this.#known.path, bytes, { replaces }).catch(refused);
    this.#known = written;
    return written.running ? startedMeanwhile : undefined;
  }
}

const startedMeanwhile =
  "But a game was started in the meantime. It may have read the old file and may overwrite your edits: close the game, then save again.";

function refused(error: unknown): never {
  if (!(error instanceof UserFilesError)) throw error;
  throw new WriteRefused(error.reason, error.code === "changed", { cause: error });
}

async function open(game: Game, path: string): Promise<void> {
  const { bytes, ...found } = await game.read(path).catch(inWords);
  await openSource({ name: nameOf(path), blob: new Blob([bytes]), origin: new FileOfGame(game, found) });
}

/** Lists the user:// files of games on the same site as this page. */
export function UserFilesDialog({ onClose }: { onClose: () => void }) {
  const [games, setGames] = useState<readonly GameFiles[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    filesOfGames().then(setGames, (error: Error) => {
      setProblem(error instanceof UserFilesError ? error.reason : error.message);
    });
  }, []);
  return (
    <Dialog title="Files of HTML5 games" wide onClose={onClose}>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {games === undefined && problem === undefined && <p role="status">Searching …</p>}
      {games?.length === 0 && (
        <p>
          No game has saved files on <b>{location.host}</b>. HTML5 games keep their user:// files in the
          browser, separately for each site. This list shows games from the same site as this page.
        </p>
      )}
      {games !== undefined && games.length > 0 && (
        <p class="warning">
          Saving writes the file into the game’s storage. Close the game first, because it reads its files
          only when it starts. The original file goes to your downloads.
        </p>
      )}
      {games?.map(({ game, files }) => (
        <section key={game.folder}>
          <h3>{titleOf(game)}</h3>
          <Files game={game} files={files} onClose={onClose} />
        </section>
      ))}
      <GameElsewhereSteps onClose={onClose} />
    </Dialog>
  );
}

function Files({ game, files, onClose }: GameFiles & { onClose: () => void }) {
  return (
    <ul class="user-files">
      {files.map(({ path, size, modified }) => (
        <li key={path}>
          <button
            type="button"
            onClick={() => {
              onClose();
              void attempt(() => open(game, path));
            }}
          >
            <span class="path">{path}</span>
            <span class="end">{counted(size, "byte")}</span>
            <span>{modified.toLocaleString()}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
