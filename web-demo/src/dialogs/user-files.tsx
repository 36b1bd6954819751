import { useEffect, useState } from "preact/hooks";
import { counted } from "../../../js/describe/amounts.js";
import { attempt, openSource } from "../file/state.js";
import { readUserFile, type UserFile, userFiles, writeUserFile } from "../open/user-files.js";
import { Dialog } from "../widgets/dialog.js";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

async function open(file: UserFile): Promise<void> {
  const bytes = await readUserFile(file);
  await openSource({
    name: nameOf(file.path),
    blob: new Blob([bytes]),
    writeBack: (bytes) => writeUserFile(file, bytes),
  });
}

/** Lists the user:// files of games on the same site as this page. */
export function UserFilesDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<readonly UserFile[]>();
  useEffect(() => {
    userFiles().then(setFiles, () => setFiles([]));
  }, []);
  return (
    <Dialog title="Games on this site" wide onClose={onClose}>
      {files === undefined && <p role="status">Searching …</p>}
      {files?.length === 0 && (
        <p>
          No game has saved files on <b>{location.host}</b>. HTML5 games keep their user:// files in the
          browser, separately for each site. This list shows games from the same site as this page.
        </p>
      )}
      {files !== undefined && files.length > 0 && (
        <>
          <p class="warning">
            Saving writes the file into the game’s storage. Close the game first, or it may overwrite your
            changes. The original file goes to your downloads.
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
                  <span class="end">{counted(file.size, "byte")}</span>
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
