import { startEdge } from "./edge.js";

const edge = await startEdge({ port: Number(process.env.PORT ?? 8086) });
console.log(`listening at ${await edge.ready}`);
