// Where the numbers of a typed array stand in memory. A subclass may have other fields of these names: some classes of vectors call their
// magnitude `length`.

const getterOf = (name: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)?.get as () => unknown;

const lengthGetter = getterOf("length");
const sizeGetter = getterOf("byteLength");
const offsetGetter = getterOf("byteOffset");
const bufferGetter = getterOf("buffer");

/** How many numbers a typed array has. */
export const lengthOfView = (view: ArrayBufferView): number => lengthGetter.call(view) as number;

/** Size of a typed array in bytes. */
export const sizeOfView = (view: ArrayBufferView): number => sizeGetter.call(view) as number;

/** The bytes of a typed array. Throws a TypeError or RangeError where its buffer no longer has them. */
export const bytesOfView = (view: ArrayBufferView): Uint8Array =>
  new Uint8Array(bufferGetter.call(view) as ArrayBuffer, offsetGetter.call(view) as number, sizeOfView(view));
