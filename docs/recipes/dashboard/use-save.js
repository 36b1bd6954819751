// The save that the page shows. A Document decodes only what is asked for, so a large save opens at once.
import { openFile, parseText, VariantError } from "godot-variant";
import { useReducer, useState } from "react";

/** The text of an error for people. */
const sentence = (error) => {
  if (!(error instanceof VariantError)) throw error;
  return error.message;
};

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
        save.document.set(path, type === "String" || type === "StringName" ? text : parseText(text));
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
