// What a page waits for: its workers, and the browser, whose answers come while the page goes on.

export interface Watched {
  readonly callsThatWait: Set<string>;
  readonly workerScripts: Set<string>;
}

/** Tracks the calls that the page's workers and the browser have not answered yet, and the scripts of the workers. */
export function watchCalls(): void {
  const calls = new Set<string>();
  const scripts = new Set<string>();
  let workers = 0;
  let asked = 0;
  Object.assign(window, { callsThatWait: calls, workerScripts: scripts } satisfies Watched);
  const Native = Worker;
  window.Worker = class extends Native {
    readonly number = ++workers;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      scripts.add(new URL(url, document.baseURI).href);
      this.addEventListener("message", ({ data }) => {
        if (!("progress" in data)) calls.delete(`${this.number} ${data.id}`);
      });
    }

    override postMessage(message: { id: number }): void {
      calls.add(`${this.number} ${message.id}`);
      super.postMessage(message);
    }

    override terminate(): void {
      for (const call of calls) if (call.startsWith(`${this.number} `)) calls.delete(call);
      super.terminate();
    }
  };

  /** Notes a call of the browser; the returned function says that it is answered. */
  const note = (name: string): (() => void) => {
    const call = `${name} ${++asked}`;
    calls.add(call);
    // Whoever waits for the answer has it by then.
    return () => setTimeout(() => calls.delete(call));
  };
  type Methods = Record<string, (...given: unknown[]) => unknown>;
  const watch = (object: unknown, name: string, ends: (result: unknown, end: () => void) => void) => {
    const methods = object as Methods | undefined;
    const native = methods?.[name];
    // Some exist only where a page has HTTPS, or in some browsers.
    if (methods === undefined || native === undefined) return;
    methods[name] = function (this: unknown, ...given) {
      const result = native.apply(this, given);
      ends(result, note(name));
      return result;
    };
  };
  const whenSettled = (result: unknown, end: () => void) => void (result as Promise<unknown>).then(end, end);
  const whenTold = (events: readonly string[]) => (result: unknown, end: () => void) => {
    for (const event of events) (result as EventTarget).addEventListener(event, end);
  };
  const {
    Blob,
    Clipboard,
    FileSystemFileHandle,
    FileSystemWritableFileStream,
    ReadableStreamDefaultReader: Reader,
  } = window as Partial<typeof globalThis>;
  for (const name of ["arrayBuffer", "text"]) watch(Blob?.prototype, name, whenSettled);
  watch(Reader?.prototype, "read", whenSettled);
  for (const name of ["readText", "writeText", "write"]) watch(Clipboard?.prototype, name, whenSettled);
  for (const name of ["getFile", "createWritable", "isSameEntry"])
    watch(FileSystemFileHandle?.prototype, name, whenSettled);
  for (const name of ["write", "close"]) watch(FileSystemWritableFileStream?.prototype, name, whenSettled);
  // A request that waits for other pages says so.
  watch(IDBFactory.prototype, "open", whenTold(["success", "error", "blocked"]));
  watch(IDBDatabase.prototype, "transaction", whenTold(["complete", "abort"]));
}

/** A message goes away by itself, but a slow machine looks at it later. */
export function keepMessages(): void {
  const { setTimeout: native } = window;
  // As web-demo/src/file/state.ts has it.
  const shown = 4000;
  window.setTimeout = ((act: () => void, milliseconds?: number, ...given: never[]) =>
    native(act, milliseconds === shown ? 2 ** 31 - 1 : milliseconds, ...given)) as typeof setTimeout;
}
