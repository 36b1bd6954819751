import { transformSync } from "esbuild";

/** The code blocks of a document in one of the languages. */
export const examplesIn = (text: string, ...languages: string[]): string[] =>
  Array.from(
    text.matchAll(new RegExp(`^\`\`\`(?:${languages.join("|")})\n(.*?)^\`\`\``, "gms")),
    ([, example]) => example as string,
  );

/** An example as JavaScript, because Node 20 does not run TypeScript. Keeps comments and lines. */
export const withoutTypes = (text: string): string => transformSync(text, { loader: "ts" }).code;
