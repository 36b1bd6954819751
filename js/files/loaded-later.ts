// lazy.ts imports this file when one of its functions is first called.
export { compress, decompress } from "./compressed.js";
export { convertFile } from "./convert-file.js";
export { load, save } from "./load.js";
export { openFile } from "./open-file.js";
export { recoverFile } from "./recover-file.js";
export { unwrap, wrap } from "./unwrap.js";
