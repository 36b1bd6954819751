/** How the program ends. */
export const exitCode = { ok: 0, input: 1, usage: 2 } as const;

/** An end that the user can do something about: the message is all there is to see. */
export class Failure extends Error {
  readonly code: number;

  constructor(message: string, code: number = exitCode.input) {
    super(message);
    this.code = code;
  }
}

/** What is wrong with JSON that is no value of a notation; the parser adds where. */
export class NotationError extends Error {}
