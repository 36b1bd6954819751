// The program `godot-variant`. For `batch`, a worker thread starts while the commands load.
import { startWorker } from "../batch/work/first-worker.js";

if (process.argv[2] === "batch") startWorker();
await import("./run.js");
