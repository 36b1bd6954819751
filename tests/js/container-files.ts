// The files of tests/fixtures/containers; tests/fixtures/README.md describes them.
import { readdirSync, readFileSync } from "node:fs";
import { type DialectName, type Document, load, openFile, type Variant } from "../../js/index.js";
import { fileOf, fromHex } from "./fixtures.js";

/** A file that an engine wrote, and the values that it read back. */
export interface Sample {
  engine: string;
  file: string;
  kind: string;
  read: { op: string; var_to_str?: string }[];
  mode?: number;
  payload_len?: number;
  uncompressed_len?: number;
  password?: string;
  key_hex?: string;
  iv_hex?: string;
}

const root = new URL("../fixtures/containers/", import.meta.url);

/** All samples of all engines. */
export const samples: readonly Sample[] = readdirSync(root).flatMap((engine) =>
  readFileSync(new URL(`${engine}/manifest.jsonl`, root), "utf8")
    .trim()
    .split("\n")
    .map((line) => ({ engine, ...JSON.parse(line) })),
);

export const bytesOfSample = ({ engine, file }: Sample): Uint8Array<ArrayBuffer> =>
  fileOf(`containers/${engine}/${file}`);

/** Reads a sample by engine and file name. */
export function sampleBytes(engine: string, file: string): Uint8Array<ArrayBuffer> {
  return fileOf(`containers/${engine}/${file}`);
}

export const dialectOf = ({ engine }: Sample): DialectName =>
  engine.startsWith("4") ? "godot-4.4" : "godot-3";

/** The password or the key of a sample. */
export const secretsOf = ({ password, key_hex }: Sample) => ({
  password,
  key: key_hex === undefined ? undefined : fromHex(key_hex),
});

/** The values that the engine read with get_var and similar functions, as text. */
export const textsOf = ({ read }: Sample): string[] =>
  read
    .filter(({ op }) => /get_var|bytes_?(to_?|2)var|base64_to_variant/.test(op))
    .flatMap(({ var_to_str }) => var_to_str ?? []);

/** Each value in the files of an engine, and its Document. */
export async function* valuesAndDocuments(
  engine: string,
): AsyncGenerator<[value: Variant, document: Document]> {
  for (const sample of samples.filter((one) => one.engine === engine)) {
    const options = { mode: "exact", allowObjects: true, ...secretsOf(sample) } as const;
    const { values } = await load(bytesOfSample(sample), options).catch(() => ({ values: [] }));
    if (values.length === 0) continue;
    const { documents, framing } = await openFile(bytesOfSample(sample), options);
    if (!/^(?:none|store_var)/.test(framing)) continue;
    for (const [i, value] of values.entries()) yield [value, documents[i] as Document];
  }
}
