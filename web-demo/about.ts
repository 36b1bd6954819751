import { readFileSync } from "node:fs";
import type { Facts } from "./src/open/facts.ts";

interface Package {
  readonly version: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

export function aboutOf({ version, homepage, repository }: Package): Facts {
  const url = typeof repository === "string" ? repository : repository?.url;
  const source = url?.replace(/^git\+/, "").replace(/\.git$/, "");
  return { version, source, documentation: homepage ?? (source && `${source}#readme`) };
}

export const about = aboutOf(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")));
