// godot-variant/html5: for pages beside HTML5 games. Independent of the WebAssembly module.
export { Backup, type BackupFile } from "./html5/backup.js";
export {
  type BridgeCodec,
  type BridgeFunctions,
  type BridgeOptions,
  type BridgeSide,
  PageBridge,
} from "./html5/bridge.js";
export {
  Game,
  type StoredFile,
  type UserFile,
  type UserFileWriteOptions,
  type UserFileWritten,
} from "./html5/game.js";
export { type ListGamesOptions, listGames } from "./html5/list-games.js";
export { announceGame, type IfRunning } from "./html5/running.js";
export { type DownloadSnippetOptions, downloadSnippet, restoreSnippet } from "./html5/snippets.js";
export { UserFilesError, type UserFilesErrorCode } from "./html5/user-files-error.js";
export type { UserFileChange, WatchOptions } from "./html5/watch.js";
