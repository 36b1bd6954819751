// godot-variant/texts: saves that are text, such as JSON, as values.
export {
  type LostLine,
  readSavedText,
  type SavedText,
  type SavedTextKind,
  type SavedTextOptions,
} from "./saved-text.js";
