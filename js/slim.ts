export * from "./api.js";
export { init, ready } from "./wasm/init.js";
