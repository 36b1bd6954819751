// The saves in PostgreSQL. Each change of a save is one statement, hence one transaction: it is on the disk when the statement returns, or not at all.
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { columnNames, columns } from "./columns.js";
import { readBytes } from "./read-bytes.js";

/** Versions of a save that are kept. */
export const kept = 20;

const tables = `
  CREATE TABLE IF NOT EXISTS players (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token bytea NOT NULL UNIQUE,
    created timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS slots (
    player bigint REFERENCES players ON DELETE CASCADE,
    slot smallint CHECK (slot BETWEEN 0 AND 15),
    version integer NOT NULL,
    PRIMARY KEY (player, slot));
  CREATE TABLE IF NOT EXISTS versions (
    player bigint,
    slot smallint,
    version integer,
    created timestamptz NOT NULL DEFAULT now(),
    restored_from integer,
    bytes bytea COMPRESSION lz4 NOT NULL,
    sha256 bytea NOT NULL,
    dialect text NOT NULL,
    framing text NOT NULL,
    ${Object.entries(columns).map(([name, [type]]) => `${name} ${type} NOT NULL`)},
    PRIMARY KEY (player, slot, version),
    FOREIGN KEY (player, slot) REFERENCES slots ON DELETE CASCADE);`;

const content = ["bytes", "sha256", "dialect", "framing", ...columnNames];
const described = `version, created, restored_from, length(bytes) AS size, encode(sha256, 'hex') AS sha256, dialect, framing, ${columnNames}`;

/** Moves a slot to its next version, if it is where the client thinks it is, and forgets versions that are too old. */
const next = `
  WITH head AS (UPDATE slots SET version = version + 1 WHERE player = $1 AND slot = $2 AND version = $3 RETURNING version),
    old AS (DELETE FROM versions USING head WHERE player = $1 AND slot = $2 AND versions.version <= head.version - ${kept})`;
const first = `
  WITH head AS (INSERT INTO slots SELECT $1, $2, 1 WHERE $3::integer = 0 ON CONFLICT DO NOTHING RETURNING version)`;
const insert = `
  INSERT INTO versions (player, slot, version, ${content})
  SELECT $1, $2, head.version, ${content.map((_, i) => `$${i + 4}`)} FROM head RETURNING version`;
const restored = `
  INSERT INTO versions (player, slot, version, restored_from, ${content})
  SELECT $1, $2, head.version, $4::integer, ${content} FROM head, versions
  WHERE player = $1 AND slot = $2 AND versions.version = $4 RETURNING version`;

const hashOf = (token) => createHash("sha256").update(token).digest();

/** Opens the database and makes its tables. `settings` are those of pg, such as `{ connectionString }`. */
export async function openStore(settings) {
  // A count of gold may be beyond 2 ** 53; then it stays text.
  const int8 = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
  const types = {
    getTypeParser: (id, format) =>
      id === pg.types.builtins.INT8 ? int8 : pg.types.getTypeParser(id, format),
  };
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 10_000, types, ...settings });
  // A connection that breaks while nobody uses it: the pool makes a new one for the next query.
  pool.on("error", () => {});
  await pool.query(tables);
  // A statement with a name is parsed and planned once by each connection: 335 instead of 550 µs of the database for an upload.
  const names = new Map();
  const nameOf = (text) => {
    if (!names.has(text)) names.set(text, `saves_${names.size}`);
    return names.get(text);
  };
  const rows = async (text, values) => (await pool.query({ name: nameOf(text), text, values })).rows;
  const version = async (text, values) => (await rows(text, values))[0]?.version;

  return {
    /** Makes a player: `{ id, token }`. The database has only the token's hash. */
    async createPlayer() {
      const token = randomBytes(32).toString("base64url");
      const [{ id }] = await rows("INSERT INTO players (token) VALUES ($1) RETURNING id", [hashOf(token)]);
      return { id, token };
    },

    /** The id of the player with this token. */
    playerOf: async (token) =>
      (await rows("SELECT id FROM players WHERE token = $1", [hashOf(token)]))[0]?.id,

    /**
     * Stores a save as the version after `base`, which is 0 for a new slot. Returns the version; undefined when the slot is at another one. An upload that
     * comes a second time, because the answer to the first was lost, is answered with the version that the first one made.
     */
    async put(player, slot, base, bytes, { sha256, dialect, framing, columns }) {
      const hash = Buffer.from(sha256, "hex");
      const values = [player, slot, base, bytes, hash, dialect, framing, ...columns];
      const made = await version((base === 0 ? first : next) + insert, values);
      if (made !== undefined) return made;
      return version(
        "SELECT version FROM slots JOIN versions USING (player, slot, version) WHERE player = $1 AND slot = $2 AND version = $3 AND sha256 = $4",
        [player, slot, base + 1, hash],
      );
    },

    /** Makes an old version the newest one. Returns its new number; undefined when the slot is not at `base` or has no such version. */
    async restore(player, slot, base, old) {
      const exists = "SELECT version FROM versions WHERE player = $1 AND slot = $2 AND version = $3";
      if ((await version(exists, [player, slot, old])) === undefined) return undefined;
      return version(next + restored, [player, slot, base, old]);
    },

    /** The newest version of each slot. */
    list: (player) =>
      rows(
        `SELECT slot, ${described} FROM slots JOIN versions USING (player, slot, version) WHERE player = $1 ORDER BY slot`,
        [player],
      ),

    /** All versions of a slot that are kept, the newest first. */
    history: (player, slot) =>
      rows(`SELECT ${described} FROM versions WHERE player = $1 AND slot = $2 ORDER BY version DESC`, [
        player,
        slot,
      ]),

    /** The number of the newest version of a slot; undefined when the slot is empty. */
    head: (player, slot) =>
      version("SELECT version FROM slots WHERE player = $1 AND slot = $2", [player, slot]),

    /** The bytes of a version, as they were uploaded, or of the newest one: `{ version, bytes }`; undefined when there is no such version. */
    bytes: (player, slot, version) => readBytes(pool, player, slot, version),

    query: rows,
    close: () => pool.end(),
  };
}
