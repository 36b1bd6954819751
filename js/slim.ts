export * from "./api.js";
export { init } from "./wasm/init.js";
