// Writes the tables of types, dialects and sentences for TypeScript.
import { dialects, elements, layouts, number, spec, typeNames } from "./dialects.mjs";
import { list, title } from "./table-text.mjs";

const union = (names) => names.map((n) => `  | ${JSON.stringify(n)}`).join("\n");
const record = (entries) => entries.map(([k, v]) => `  ${JSON.stringify(k)}: ${v},`).join("\n");
const quoted = (texts) => record(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));

const typeTables = () => `/** Godot's name of a type. */
export type TypeName =
${union(typeNames)};

/** @internal Tape type numbers by name. */
export const Type = {
${record(typeNames.map((t, i) => [t, i]))}
} as const;

/** @internal Type names by tape type number. */
export const typeNames = /* @__PURE__ */ Object.keys(Type) as readonly TypeName[];

/** @internal The wire layout of a value; docs/FORMAT.md has one section per layout. */
export type Layout =
${union(layouts.filter((layout) => typeNames.some((t) => spec.types[t].layout === layout)))};

/** @internal The kind of number in a vector or packed array; the dialect or the header decides the width of \`real\`. */
export type Element =
${union(elements)};

/** @internal Layouts by tape type number. */
export const layouts: readonly Layout[] = [
${list(typeNames, "  ", (t) => JSON.stringify(spec.types[t].layout))}
];

/** @internal Element kinds by tape type number. */
export const elements: readonly Element[] = [
${list(typeNames, "  ", (t) => JSON.stringify(spec.types[t].element ?? "none"))}
];

/** @internal Numbers in a value of a vector type or in an element of a packed array; 0 for other types. */
export const components: readonly number[] = [${typeNames.map((t) => spec.types[t].components ?? 0).join(", ")}];
`;

function dialectTables() {
  const names = dialects.flatMap((d) => [d.name, ...d.aliases]);
  return `/** The name of a dialect or of an alias. */
export type DialectName =
${union(names)};

/** @internal Dialect numbers of the codec, by name and alias. */
export const dialectNumbers: Readonly<Record<DialectName, number>> = {
${record(names.map((n) => [n, number(n)]))}
};

/** @internal Tape type numbers by dialect number and wire id; -1 where an id is unused. */
export const wireTypes: readonly (readonly number[])[] = [
${list(dialects, "  ", ({ types }) => `[${types.map((t) => typeNames.indexOf(t)).join(", ")}]`)}
];

/** @internal What distinguishes the dialects, by number: their descriptions without the texts for people. */
export const dialectTraits: readonly {
  name: DialectName;
  engine: boolean;
  generation: number;
  rare: boolean;
  dictionaryKeysByIdentity: boolean;
}[] = [
${list(dialects, "  ", (d) => JSON.stringify({ name: d.name, engine: Boolean(d.engine), generation: d.generation ?? 0, rare: d.detected === "last", dictionaryKeysByIdentity: Boolean(d.dictionary_keys_by_identity) }))}
];

const dialectTexts = [
${list(dialects, "  ", (d) => JSON.stringify({ about: d.about, label: d.label }))}
] as const;

/**
 * The description of each dialect, without aliases.
 */
export const dialectDescriptions: readonly {
  /** Its name in options. */
  name: DialectName;
  /** What writes it, for people. */
  about: string;
  /** A short name for people: \`Godot 4.4\`. */
  label: string;
  /** Whether an engine writes it; the others stand only in documentation. */
  engine: boolean;
  /** The generation of the engine, by which encrypted and compressed files differ; 0 for dialects of documentation. */
  generation: number;
  /** Guessed only when no other fits. */
  rare: boolean;
  /** Whether its engine takes two Dictionaries with the same content for different keys. */
  dictionaryKeysByIdentity: boolean;
}[] = /* @__PURE__ */ dialectTexts.map((texts, number) => ({
  ...(dialectTraits[number] as (typeof dialectTraits)[number]),
  ...texts,
}));

/** @internal The dialects that are tried on damaged bytes when nothing identifies them. */
export const guessedFromHints: readonly DialectName[] = ${JSON.stringify(dialects.filter((d) => d.guessed_from_hints).map((d) => d.name))};

/** @internal The dialect of calls that name none. */
export const defaultDialect: DialectName = ${JSON.stringify(spec.default_dialect)};

/** @internal The types that the default dialect, the newest Godot, lacks. */
export const typesOfOthers = ${JSON.stringify(typeNames.filter((t) => !dialects[number(spec.default_dialect)].types.includes(t)))} as const;
`;
}

const sentenceTables = () => `/** A sentence for every error code. */
export const errorSentences = {
${quoted(spec.errors)}
} as const;

/** @internal Error codes in the order of the codec's numbers; number 0 is "no error". */
export const errorCodes = /* @__PURE__ */ Object.keys(errorSentences) as (keyof typeof errorSentences)[];

/** A sentence for every warning code. */
export const warningSentences = {
${quoted(spec.warnings)}
} as const;

/** @internal Warning codes in the order of the codec's numbers. */
export const warningCodes = /* @__PURE__ */ Object.keys(warningSentences) as (keyof typeof warningSentences)[];

/** A sentence for every loss of a conversion. */
export const lossSentences = {
${quoted(spec.losses)}
} as const;

/** @internal Loss codes in the order of the codec's numbers. */
export const lossCodes = /* @__PURE__ */ Object.keys(lossSentences) as (keyof typeof lossSentences)[];
`;

const otherTables =
  () => `/** Bare values (\`none\`), a layer around values (\`gcpf\` to \`base64\`), or another kind of file, which is only identified. */
export type ContainerName =
${union(Object.keys(spec.containers))};

/** @internal Descriptions of containers, by number; empty for containers that the library reads. */
export const containers: readonly (readonly [ContainerName, string])[] = [
${list(Object.entries(spec.containers), "  ", ([name, { about = "" }]) => JSON.stringify([name, about]))}
];

/** @internal Default limits. */
export const defaultLimits = ${JSON.stringify(spec.limits)} as const;
`;

const text = [`// ${title}\n`, typeTables(), dialectTables(), sentenceTables(), otherTables()].join("\n");

/** The generated files by path. */
export const files = { "js/table/table.gen.ts": text };

/** No sections of documents. */
export const sections = {};
