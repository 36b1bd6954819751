// The entry godot-variant.
export * from "./api.js";
