// Writes docs/formats: definitions of the format for Kaitai Struct and ImHex, from variant.json.

import { dialects } from "./dialects.mjs";
import * as imhex from "./imhex.mjs";
import * as kaitai from "./kaitai.mjs";

/** What a definition is made from. The older dialects of a generation are subsets of its newest one. */
const generations = [
  { number: 4, dialect: "godot-4.4", covers: "Godot 4.0 to 4.6" },
  { number: 3, dialect: "godot-3", covers: "Godot 3.0 to 3.6, and Rebel Engine" },
].map(({ number, dialect, covers }) => ({
  name: `godot_variant_${number}`,
  number,
  covers,
  dialect: dialects.find(({ name }) => name === dialect),
}));

export const files = Object.fromEntries(
  generations.flatMap((generation) => [
    [`docs/formats/${generation.name}.ksy`, kaitai.definition(generation)],
    [`docs/formats/${generation.name}.hexpat`, imhex.definition(generation)],
  ]),
);
export const sections = {};
