// Loads when a value of one of these kinds is looked at first.
import "../styles/kinds.css";

export { AddEntry } from "./add.js";
export { Bytes } from "./bytes.js";
export { Numbers } from "./numbers.js";
export { Parts } from "./parts.js";
