// Loads when a value of one of these kinds is looked at first.
export { AddEntry } from "./add.js";
export { Bytes } from "./bytes.js";
export { Numbers } from "./numbers.js";
export { Parts } from "./parts.js";
