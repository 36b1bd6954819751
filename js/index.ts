export * from "./api.js";
export { ready } from "./inline.js";
