// The save that the page shows. A Document decodes only what is asked for, so a large save opens at once.
import { Dictionary, float, openFile, parseText, VariantError } from "godot-variant";
import { useReducer, useState } from "react";

/** The text of an error for people. */
const sentence = (error) => {
  if (!(error instanceof VariantError)) throw error;
  return error.message;
};

/** A value that was read in `exact` mode, for a Document in `plain` mode, which takes a whole number for an int. */
function withFloats(value) {
  if (typeof value === "number") return float(value);
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) value[i] = withFloats(element);
  } else if (value instanceof Dictionary) {
    const entries = [...value];
    value.clear();
    for (const [key, each] of entries) value.set(withFloats(key), withFloats(each));
  }
  return value;
}

/** The value that a person means with a text where a value of this type stands: a whole number for a float is a float. */
function valueFrom(text, type) {
  if (type === "String" || type === "StringName") return text;
  return type === "float" ? parseText(text) : withFloats(parseText(text, { mode: "exact" }));
}

/** `{ name, document, error, open, edit, undo, download }`. All components that show values read them from `document` while they render. */
export function useSave() {
  const [save, setSave] = useState({});
  const [error, setError] = useState();
  // A Document changes in place, so React must be told.
  const [, changed] = useReducer((count) => count + 1, 0);

  const attempt = async (work) => {
    try {
      await work();
      setError(undefined);
    } catch (problem) {
      setError(sentence(problem));
    }
  };
  return {
    ...save,
    error,
    open: (name, bytes) =>
      attempt(async () => {
        const { documents, dialect, framing } = await openFile(bytes);
        setSave({ name, document: documents[0], count: documents.length, dialect, framing });
      }),
    /** Sets the value at a path from a text: Godot's notation, or any text where a String is stored. */
    edit: (path, type, text) =>
      attempt(() => {
        save.document.set(path, valueFrom(text, type));
        changed();
      }),
    undo: () => {
      save.document.undo();
      changed();
    },
    download: () =>
      attempt(async () => {
        const url = URL.createObjectURL(new Blob([await save.document.save()]));
        Object.assign(document.createElement("a"), { href: url, download: save.name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 10_000);
      }),
  };
}
