export * from "./api.js";
export { init, ready } from "./init.js";
