export * from "./api.js";
export { ready } from "./wasm/inline.js";
