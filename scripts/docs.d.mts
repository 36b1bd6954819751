/** Where the site is built. */
export const site: string;

/** Builds the documentation site if a source is newer than it. */
export function buildDocs(): Promise<void>;
