// The program `godot-variant`. For `batch`, a worker thread may start while the commands load.
import { prepareFor } from "../batch/work/first-worker.js";

if (process.argv[2] === "batch") prepareFor(process.argv.slice(3));
await import("./run.js");
