/** An error beside the field or button that caused it; nothing while `text` is empty. */
export function Problem({ text }: { text: string }) {
  return text === "" ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
