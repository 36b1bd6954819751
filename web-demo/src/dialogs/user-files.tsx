import { useEffect, useState } from "preact/hooks";
import { readUserFile, type UserFile, userFiles, writeUserFile } from "../open/user-files.js";
import { Dialog } from "../parts/dialog.js";
import { attempt, openSource } from "../state.js";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

async function open(file: UserFile): Promise<void> {
  const bytes = await readUserFile(file);
  await openSource({
    name: nameOf(file.path),
    blob: new Blob([bytes]),
    writeBack: (bytes) => writeUserFile(file, bytes),
  });
}

/** The user:// files of games that run on the same site as this page. */
export function UserFilesDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<readonly UserFile[]>();
  useEffect(() => {
    userFiles().then(setFiles, () => setFiles([]));
  }, []);
  return (
    <Dialog title="Games on this site" wide onClose={onClose}>
      {files === undefined && <p role="status">Looking …</p>}
      {files?.length === 0 && (
        <p>
          No game has saved anything on <b>{location.host}</b>. HTML5 games keep their user:// files in the
          browser, apart for each site: this list works where this page is served beside the game.
        </p>
      )}
      {files !== undefined && files.length > 0 && (
        <>
          <p class="warning">
            Saving a file from this list writes it into the game’s storage. Close the game first: it keeps its
            files in memory and would write over yours. The original goes to your downloads.
          </p>
          <ul class="user-files">
            {files.map((file) => (
              <li key={`${file.database} ${file.path}`}>
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    void attempt(() => open(file));
                  }}
                >
                  <span class="path">{file.path}</span>
                  <span class="end">{file.size.toLocaleString("en-US")} bytes</span>
                  <span>{file.changed.toLocaleString()}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
