// What the JavaScript that Emscripten makes has for us.

/** The functions that cpp/wasm/bindings.cpp binds; docs/BOUNDARY.md describes them. */
export interface Glue {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  exchange(): number;
  reserve(bytes: number): void;
  reserveTape(words: number, texts: number, bytes: number): void;
  _decode(bytes: number, dialect: number, flags: number, depth: number, elements: number): number;
  _index_of(bytes: number, dialect: number, flags: number, depth: number, elements: number): number;
  _encode(
    words: number,
    texts: number,
    bytes: number,
    dialect: number,
    flags: number,
    depth: number,
    outputBytes: number,
  ): number;
  _print(
    words: number,
    texts: number,
    bytes: number,
    style: number,
    depth: number,
    outputBytes: number,
  ): number;
  _parse(bytes: number, flags: number, depth: number, elements: number): number;
  convert(
    bytes: number,
    from: number,
    to: number,
    flags: number,
    depth: number,
    elements: number,
    outputBytes: number,
  ): number;
  locate(offset: number): number;
  locateNotes(): number;
  release(): void;
  /** What C++ calls to have the bytes from `begin` to `end` of a large input at their places. */
  loadChunk?: (begin: number, end: number) => void;
  /** What C++ calls to have a number read, or written at an address when `size` is 0: docs/BOUNDARY.md. */
  number?: (at: number, size: number, value: number) => number;
  /** Containers: js/containers/calls.ts. */
  room(bytes: number, words: number): number;
  run(operation: number): number;
}

/** What the glue asks of the one who instantiates. */
export interface GlueOptions extends Partial<Glue> {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}
