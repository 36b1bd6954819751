// The framings, without the rest of the generated tables.
export { type Framing, framings } from "../table/boundary.gen.js";
