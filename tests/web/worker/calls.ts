// Calls of the worker of a file, without a browser: each goes on when the test says so.

// The page's sources take the package by its name.
import { type DialectName, encode } from "godot-variant";
import type { OpenRequest } from "../../../web-demo/src/protocol/opening.js";
import type { Task } from "../../../web-demo/src/protocol/serve.js";
import { insideOf, Session } from "../../../web-demo/src/worker/session/session.js";
import { unpack } from "../../../web-demo/src/worker/session/unpack.js";

/** A call that waits at each breath until it may go on. */
export class Call implements Task {
  isStale = false;
  readonly #breaths: (() => void)[] = [];

  progress(): void {}

  breathe(): Promise<void> {
    return new Promise((resolve) => void this.#breaths.push(resolve));
  }

  /** Lets it work until it breathes again. */
  async goOn(): Promise<void> {
    this.#breaths.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Lets it work until its end. */
  async finish<Result>(result: Promise<Result>): Promise<Result> {
    let isDone = false;
    const ended = result.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    while (!isDone) await this.goOn();
    return ended;
  }
}

/** A file with one value. */
export function fileOf(value: unknown, dialect: DialectName = "godot-4.4"): OpenRequest {
  return requestOf(encode(value, { dialect }) as Uint8Array<ArrayBuffer>, dialect);
}

const requestOf = (bytes: Uint8Array<ArrayBuffer>, dialect: DialectName): OpenRequest => ({
  blob: new Blob([bytes]),
  name: "save.dat",
  dialect,
  framing: "none",
});

export const opened = (value: unknown): Promise<Session> => sessionOf(fileOf(value));

export const openedBytes = (bytes: Uint8Array<ArrayBuffer>): Promise<Session> =>
  sessionOf(requestOf(bytes, "godot-4.4"));

async function sessionOf(file: OpenRequest): Promise<Session> {
  return new Session(file, await insideOf(await unpack(new Call(), file), false));
}
