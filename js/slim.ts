// The entry godot-variant/slim, whose WebAssembly the program provides.
export * from "./api.js";
export { init } from "./wasm/init.js";
