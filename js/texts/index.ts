// godot-variant/texts: saves that are text, such as JSON, as values.
export type { LostLine, SavedText, SavedTextKind, SavedTextOptions } from "./api.js";
export { readSavedText } from "./saved-text.js";
