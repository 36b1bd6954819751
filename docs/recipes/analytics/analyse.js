// From a folder of saves to a table, ten answers and three plots: node analyse.js SAVES OUTPUT
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { batch } from "godot-variant/batch";
import { plots } from "./plots.js";
import { questions } from "./questions.js";

const select = [
  "version",
  "player.class",
  "player.level",
  "player.gold",
  "quest.current",
  "quest.days",
  "inventory",
  "inventory[*].id",
  "at",
  "playtime",
];

/** Makes the table. Returns what became of the saves. */
export async function tabulate(saves, output) {
  const start = performance.now();
  const counts = { done: 0, failed: 0, skipped: 0 };
  let columns = [];
  const task = { kind: "columns", to: "parquet", select };
  const onColumns = (found) => {
    columns = found;
  };
  for await (const { outcome } of batch(saves, task, { outDir: output, resume: true, onColumns }))
    counts[outcome]++;
  return { ...counts, columns, seconds: (performance.now() - start) / 1000 };
}

/** Opens DuckDB with the table and the report. */
export async function connect(output) {
  const connection = await (await DuckDBInstance.create()).connect();
  const place = (name) => `'${join(output, name).replaceAll("'", "''")}'`;
  await connection.run(`CREATE VIEW saves AS SELECT * FROM ${place("*.parquet")}`);
  await connection.run(
    `CREATE VIEW files AS SELECT * FROM read_json(${place("report.ndjson")}, format = 'newline_delimited',
      columns = {id: 'VARCHAR', outcome: 'VARCHAR', code: 'VARCHAR'}) WHERE id IS NOT NULL`,
  );
  return connection;
}

/** The rows of an answer. */
export async function ask(connection, question) {
  return (await connection.runAndReadAll(questions[question])).getRowObjectsJson();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , saves, output] = process.argv;
  if (output === undefined || !existsSync(saves)) throw new Error("Usage: node analyse.js SAVES OUTPUT");
  const { columns, ...counts } = await tabulate(saves, output);
  console.log(counts);
  if (!(await readdir(output)).some((name) => name.endsWith(".parquet")))
    throw new Error(
      `No file in ${saves} is a save that can be read: ${join(output, "report.ndjson")} says why.`,
    );
  console.table(columns);
  const connection = await connect(output);
  const answers = {};
  for (const question of Object.keys(questions)) {
    answers[question] = await ask(connection, question);
    console.log(`\n${question}`);
    console.table(answers[question].slice(0, 10));
  }
  await mkdir(join(output, "plots"), { recursive: true });
  for (const [name, svg] of Object.entries(await plots(answers)))
    await writeFile(join(output, "plots", name), svg);
}
