// Makes Node look like platforms that have less. `vi.restoreAllMocks` and `vi.unstubAllGlobals` bring the platform back.
import { vi } from "vitest";

const ciphers = "../../js/files/ciphers.js";

/** Hides Node's modules, as in a browser. */
export function hideModules(): void {
  vi.doUnmock(ciphers);
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
}

/** Hides the packages with ciphers, too, as where neither an import map nor an installation has them. */
export function hideCiphers(): void {
  hideModules();
  vi.doMock(ciphers, () => {
    throw new Error("Cannot find package '@noble/ciphers'.");
  });
}

/** Hides Brotli, too, which the streams of newer platforms know. */
export function hideBrotli(): void {
  hideModules();
  for (const name of ["CompressionStream", "DecompressionStream"] as const) {
    const Stream = globalThis[name];
    vi.stubGlobal(
      name,
      class extends Stream {
        constructor(format: CompressionFormat) {
          if ((format as string) === "brotli") throw new TypeError(`There is no format ${format}.`);
          super(format);
        }
      },
    );
  }
}

/** Whether streams of this platform know Brotli, as those of Node 24 do. */
export function streamsHaveBrotli(): boolean {
  try {
    new DecompressionStream("brotli" as CompressionFormat);
    return true;
  } catch {
    return false;
  }
}
