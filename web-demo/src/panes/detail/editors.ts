// Loaded when the first value that needs one of these is selected.
import "./editors.css";

export { AddEntry } from "./add.js";
export { Bytes } from "./bytes.js";
export { Components } from "./components.js";
export { Numbers } from "./numbers.js";
