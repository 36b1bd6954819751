// `listGames`: the games that keep files on this origin.
import { eachEntry, isFolder, transact } from "./database.js";
import { Game, projectsOf, unlessMissing } from "./game.js";
import { isStoredAs } from "./paths.js";

/** Options of `listGames`. */
export interface ListGamesOptions {
  /**
   * The databases to look into; only `/userfs` by default. Name others if the page of a game sets `persistentPaths`. Databases that
   * are not named are not opened, because they belong to others.
   */
  readonly databases?: readonly string[] | undefined;
}

/**
 * Lists the games that keep `user://` files on this origin. Opens only databases that exist, and creates none.
 *
 * A folder of `/userfs/godot/app_userdata` is a project of Godot 4. Games of Godot 3 share `/userfs` itself: if it holds files, it is
 * listed as one game with everything else in it. If it holds only folders, each is listed as a game, because projects of Godot 4 may
 * name a folder of their own; when you know better, use the constructor of `Game`.
 *
 * @param options Which databases to look into.
 * @returns The games, sorted by folder; none if no game has run here.
 * @throws {UserFilesError} `foreign` or `wrong-version` if a database of that name does not hold the files of games; `unavailable`.
 * @example
 * for (const game of await listGames()) console.log(game.name, await game.list());
 */
export async function listGames(options: ListGamesOptions = {}): Promise<Game[]> {
  const { databases = ["/userfs"] } = options;
  const games = await Promise.all(databases.map(gamesIn));
  return games.flat();
}

async function gamesIn(database: string): Promise<Game[]> {
  const projects = projectsOf(database);
  const found = new Set<string>();
  const others = new Set<string>();
  let hasFiles = false;
  const see = (path: string, isFile: boolean): void => {
    if (path.startsWith(projects)) {
      const [name = ""] = path.slice(projects.length).split("/");
      found.add(projects + name);
      return;
    }
    const [top = "", ...rest] = path.slice(database.length + 1).split("/");
    // Godot 4 makes these two folders itself.
    if (`${path}/` === projects || path === `${database}/godot`) return;
    if (rest.length > 0 || !isFile) others.add(`${database}/${top}`);
    else hasFiles = true;
  };
  await transact(database, "readonly", (files) =>
    eachEntry(files, (path, entry) => {
      if (path.startsWith(`${database}/`)) see(path, !isFolder(entry));
    }),
  ).catch(unlessMissing);
  // Other programs may keep files here under names that Godot never makes, and that `Game` refuses.
  const ofGodot = [...found, ...(hasFiles ? [] : others)].filter((folder) =>
    isStoredAs(folder.slice(database.length + 1)),
  );
  const folders = [...ofGodot, ...(hasFiles ? [database] : [])].sort();
  return folders.map((folder) => new Game(folder, database));
}
