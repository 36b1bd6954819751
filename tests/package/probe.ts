// What every runtime and bundler must do with the package.
import { readFileSync } from "node:fs";

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/containers/${name}`, import.meta.url)).toString("base64");

/** Files of engines: encrypted by Godot 4 and Godot 3, and compressed with Zstandard. Each holds the same Dictionary. */
const files = ["4.6.3/gdec_pass.bin", "3.6/gdec_pass.bin", "4.6.3/gcpf_zstd_small.bin"].map(fixture);

/** Source of the function `probe`, which takes the exports of the package. */
export const probe = `async function probe({ decode, encode, load, save, Vector2 }) {
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const answers = [decode(encode({ at: new Vector2(1, 2), list: [1, true] }))];
  const secret = { password: "hunter2" };
  for (const file of ${JSON.stringify(files)}) answers.push((await load(bytesOf(file), secret)).values[0]);
  const layers = [{ container: "gdec", engine: 4 }, { container: "gcpf", compression: "zstd" }];
  answers.push((await load(await save([{ again: 1 }], { layers }, secret), secret)).values[0]);
  return JSON.stringify(answers.map((answer) => ({ ...answer, at: undefined, x: answer.at?.x })));
}
`;

/** The values that the engines read in these files (manifest.jsonl), around values of our own. */
export const expected = JSON.stringify([
  { list: [1, true], x: 1 },
  ...files.map(() => ({ hp: 10, name: "Ann" })),
  { again: 1 },
]);

/** A program that loads the package with `load` and, once `ready` is resolved, gives the answer to `give`. */
export const programOf = (load: string, give = "console.log(answer)", ready = "Promise.resolve()") =>
  `${load}\n${probe}${ready}.then(() => probe(gv)).then((answer) => { ${give}; }, (error) => { const answer = String(error && error.stack); ${give}; });\n`;

export const asModule = 'import * as gv from "godot-variant";';
export const asCommonJs = 'const gv = require("godot-variant");';
/** Names what is used, so that bundlers leave the rest out. */
export const asNames =
  'import { decode, encode, load, save, Vector2 } from "godot-variant";\nconst gv = { decode, encode, load, save, Vector2 };';

/** The same for the entry without the module. */
export const asSlimNames =
  'import { decode, encode, init, load, save, Vector2 } from "godot-variant/slim";\nconst gv = { decode, encode, load, save, Vector2 };';
