export { type Framing, framings } from "../table/boundary.gen.js";
