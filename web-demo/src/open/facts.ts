/** What the start page says of the package that it is made from. */
export interface Facts {
  readonly version: string;
  /** Addresses for people, if package.json has a repository. */
  readonly source: string | undefined;
  readonly documentation: string | undefined;
}
