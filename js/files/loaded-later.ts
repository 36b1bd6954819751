// What js/files.ts imports when it is needed.
export { compress, decompress } from "./compressed.js";
export { convertFile } from "./convert-file.js";
export { unwrap, wrap } from "./layers.js";
export { load, save } from "./load.js";
export { openFile } from "./open-file.js";
