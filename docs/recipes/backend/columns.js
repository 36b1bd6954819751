// What the service reads out of a save, so that SQL can ask for it. A column of PostgreSQL is a column of Parquet as well.
import { z } from "zod";

const int64 = z
  .union([z.number().int(), z.bigint()])
  .refine((value) => BigInt.asIntN(64, BigInt(value)) === BigInt(value));

/** What every save must have. Other keys may be there; the stored bytes keep them. */
export const saveSchema = z.object({
  version: z.number().int().min(1).max(3),
  player: z.object({
    name: z.string().min(1).max(40),
    level: z.number().int().min(1).max(99),
    gold: int64,
    hp: z.number().min(0),
  }),
});

/** The columns of the table `versions`: the type in SQL, and the value in a save that fits the schema. */
export const columns = {
  game_version: ["smallint", (save) => save.version],
  name: ["text", (save) => save.player.name],
  level: ["smallint", (save) => save.player.level],
  gold: ["bigint", (save) => save.player.gold],
  hp: ["double precision", (save) => save.player.hp],
};

export const columnNames = Object.keys(columns);

/** The values of the columns, in their order, as texts that PostgreSQL reads: a bigint has no place in JSON or in a message of a worker's pool. */
export const columnsOf = (save) => Object.values(columns).map(([, value]) => String(value(save)));
